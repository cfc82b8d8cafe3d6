import type { Exchange } from '../../shared/node/http/exchange.ts';
import type { TokenInput } from '../../shared/protocol/oauth.ts';
import { SECOND } from '../../shared/time/clock.ts';
import type { Authenticator } from '../merchants/authenticate.ts';
import { credentialsOf } from '../merchants/request-credentials.ts';
import { SecretLogin } from '../merchants/secret-login.ts';
import type { OauthDeps } from './deps.ts';

/** The client that calls the token endpoint. */
export type TokenClient = {
  readonly id: string;
  readonly merchantId: string;
  /** A public client has no secret; PKCE proves its code. */
  readonly proven: boolean;
};

/** Not checked: too many were wrong, or too many checks are in progress. */
export type Later = { readonly laterSeconds: number };

/** Identifies the client, or null (D-128). */
export type ClientAuth = (
  exchange: Exchange,
  input: TokenInput,
) => Promise<TokenClient | Later | null>;

/** The name under which failures of clients are counted, instead of a merchant. */
const CLIENTS = 'oauth';

/**
 * HTTP Basic with client id and password; the same two in the body; an API user's own credentials,
 * for the merchant as its own client (specification, Flows); or a public client by its id. Credentials that
 * name the client count as its `client_id`; one in the body must be the same (D-222).
 */
export function createClientAuth(
  deps: Pick<OauthDeps, 'store' | 'clock'>,
  authenticator: Authenticator,
  processKey: Uint8Array,
): ClientAuth {
  const secrets = new SecretLogin(deps.clock, processKey);

  async function bySecret(
    id: string,
    secret: string,
    address: string,
  ): Promise<TokenClient | Later | null> {
    const client = await deps.store.oauth.client(id);
    // An unknown client takes the same time as a wrong secret.
    const user =
      client === null || client.secretHash === null
        ? null
        : {
            id,
            label: null,
            netmask: null,
            secretHash: client.secretHash,
            publicKey: null,
            version: client.version,
          };
    const candidate = { merchantId: CLIENTS, userId: id, user, secret, address };
    const verdict = await secrets.login(candidate);
    if (verdict.kind === 'busy') return { laterSeconds: 1 };
    if (verdict.kind === 'too_many') return { laterSeconds: Math.ceil(verdict.wait / SECOND) };
    const right = verdict.kind === 'right' && client !== null;
    return right ? { id, merchantId: client.merchantId, proven: true } : null;
  }

  return async (exchange, input) => {
    const basic = readBasic(exchange.headers.authorization);
    if (basic !== null) {
      const same = input.client_id === null || input.client_id === basic.id;
      return same ? bySecret(basic.id, basic.secret, exchange.address) : null;
    }
    if (credentialsOf(exchange).kind !== 'none') {
      const who = await authenticator.authenticate(exchange);
      if (!who.ok) {
        const { retryAfterSeconds: laterSeconds } = who;
        return laterSeconds === undefined ? null : { laterSeconds };
      }
      // The merchant is its own client; a till of it is not (D-455).
      if (who.value.till !== undefined) return null;
      // Each call makes a new token, so a recorded request must not repeat it (D-18).
      if (who.claim !== undefined && !(await who.claim())) return null;
      const { merchantId } = who.value;
      const same = input.client_id === null || input.client_id === merchantId;
      return same ? { id: merchantId, merchantId, proven: true } : null;
    }
    if (input.client_id === null) return null;
    if (input.client_secret !== null) {
      return bySecret(input.client_id, input.client_secret, exchange.address);
    }
    const client = await deps.store.oauth.client(input.client_id);
    if (client === null || client.secretHash !== null) return null;
    return { id: client.id, merchantId: client.merchantId, proven: false };
  };
}

/**
 * Id and password of a Basic header; null for another header. Both are form-encoded before they are joined
 * (RFC 6749, 2.3.1). A part that is not form-encoded is taken as it is.
 */
export function readBasic(header: string | undefined) {
  const match = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(header ?? '');
  if (match === null) return null;
  const text = Buffer.from(match[1] ?? '', 'base64').toString();
  const colon = text.indexOf(':');
  if (colon < 0) return null;
  return { id: decoded(text.slice(0, colon)), secret: decoded(text.slice(colon + 1)) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
