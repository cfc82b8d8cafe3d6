import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { FailureLimit } from '../../shared/limits/failure-limit.ts';
import { peerName } from '../../shared/node/http/client-address.ts';
import { type HttpRequest, headerOf } from '../../shared/node/http/http-request.ts';
import { present } from '../../shared/objects/present.ts';
import { headerNames, SECRET_SCHEME } from '../../shared/protocol/headers.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { RequestSigning } from '../../shared/protocol/media.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { type AuthAnswerOf, busy, refused, tooMany } from './auth-answer.ts';
import { identityOf } from './identity.ts';
import { checkIntegrator } from './integrator-check.ts';
import { LookupBudget } from './lookup-limit.ts';
import {
  integratorPrincipal,
  type Principal,
  type PrincipalStores,
  userPrincipal,
} from './principal.ts';
import { type Caller, credentialsOf, sentPrefix } from './request-credentials.ts';
import type { VerifySecret } from './secret-check.ts';
import { SecretLogin } from './secret-login.ts';
import { checkSignature, digestFault, publicKeyOf } from './signature-check.ts';

/**
 * Marks a signature as used, for all processes and restarts, until its timestamp is too old. False
 * when it was used before: a replay (D-18).
 */
export type ClaimSignature = () => Promise<boolean>;

/**
 * The caller. A signed request comes with a claim, which every write makes unless it is harmless to
 * repeat.
 */
export type AuthAnswer =
  | Extract<AuthAnswerOf<Caller>, { readonly ok: false }>
  | { readonly ok: true; readonly value: Caller; readonly claim?: ClaimSignature };

/** Identifies the caller (specification, Authentication; D-01 to D-19). */
export interface Authenticator {
  authenticate(presented: HttpRequest): Promise<AuthAnswer>;
  /** Identifies a user by the secret that it typed on a page, with the same limits and errors. */
  bySecret(typed: TypedSecret): Promise<AuthAnswer>;
  /** The id in the merchant's header, unchecked; null when there is none that can be right. */
  claimedMerchant(presented: HttpRequest): string | null;
  /** The refusal of a signed request whose whole body has another digest than was signed; null for every other. */
  wrongBody(presented: HttpRequest): Extract<AuthAnswer, { readonly ok: false }> | null;
  /** The id of the integrator that calls an integrator endpoint (D-67). */
  integrator(presented: HttpRequest): Promise<AuthAnswerOf<string>>;
}

/** What a person typed on a page to sign in as an API user. */
export type TypedSecret = Pick<HttpRequest, 'target' | 'address'> & {
  readonly merchantId: string;
  readonly userId: string;
  readonly secret: string;
};

export type AuthenticatorDeps = {
  readonly store: PrincipalStores;
  readonly clock: Clock;
  readonly signing: RequestSigning;
  readonly log: Logger;
  /** Origins that clients may sign for, the public one first; read at use. */
  readonly origins: () => readonly string[];
  /** Random bytes that live as long as the process. */
  readonly processKey: Uint8Array;
  /** Compares a secret with its hash; default scrypt. */
  readonly verify?: VerifySecret;
};

const NO_CREDENTIALS =
  'Send the header Authorization with SECRET and the secret, or RSA-SHA256 and the signature.';
const MIXED_PREFIXES = 'Send the headers of this API under one prefix, not under several.';
const INTEGRATOR_SIGNS = 'An integrator signs its requests; it has no secret.';
const WRONG_SECRET = 'The merchant, the user or the secret is not right.';

export function createAuthenticator(deps: AuthenticatorDeps): Authenticator {
  return new StoredUsers(deps);
}

/** Authentication of the users in the store. */
class StoredUsers implements Authenticator {
  readonly #deps: AuthenticatorDeps;
  readonly #secrets: SecretLogin;
  /**
   * Wrong signatures, counted apart. A signature cannot be guessed, so they do not reduce the
   * number of tries of secrets.
   */
  readonly #wrongSignatures: FailureLimit;
  readonly #lookups: LookupBudget;

  constructor(deps: AuthenticatorDeps) {
    const { clock, processKey, verify } = deps;
    const { loginFailureWindow: window, loginFailureEntries: entries } = LIMITS;
    this.#deps = deps;
    this.#secrets = new SecretLogin(clock, processKey, verify);
    this.#wrongSignatures = new FailureLimit(clock, window, entries);
    this.#lookups = new LookupBudget(clock);
  }

  claimedMerchant(presented: HttpRequest): string | null {
    const { signing } = this.#deps;
    const prefix = sentPrefix(presented, signing);
    if (prefix === null || credentialsOf(presented).kind === 'none') return null;
    const merchantId = headerOf(presented, headerNames(prefix).merchant);
    return (merchantId?.length ?? 0) > LIMITS.userIdMax ? null : merchantId;
  }

  async authenticate(presented: HttpRequest): Promise<AuthAnswer> {
    const { store, log, signing } = this.#deps;
    const prefix = sentPrefix(presented, signing);
    if (prefix === null) return refused('Bad Request', MIXED_PREFIXES);
    const credentials = credentialsOf(presented);
    if (credentials.kind === 'none') return refused('Unauthorized', NO_CREDENTIALS);
    const claimed = identityOf(presented, headerNames(prefix), store.merchants);
    const identity = claimed instanceof Promise ? await claimed : claimed;
    if (!identity.ok) return identity;
    const { address } = presented;
    const known =
      identity.kind === 'user'
        ? userPrincipal(identity, address, await store.users.read(identity.merchantId, identity.id))
        : await integratorPrincipal(identity, address, store);
    const answer =
      credentials.kind === 'secret'
        ? (this.#remembered(known, credentials.secret) ??
          (await this.#bySecret(known, credentials.secret)))
        : this.#byKey(known, credentials.signature, presented, prefix);
    if (!answer.ok) {
      const { kind, merchantId, id, elsewhere } = known;
      const reason = elsewhere ? 'address' : answer.refusal.type;
      log.info({ merchantId, [kind]: id, address, reason }, 'login refused');
    }
    return answer;
  }

  bySecret({ merchantId, userId, secret, target, address }: TypedSecret): Promise<AuthAnswer> {
    const { merchant, user } = headerNames(this.#deps.signing.headerPrefix);
    const authorization = `${SECRET_SCHEME} ${secret}`;
    const headers = { [merchant]: merchantId, [user]: userId, authorization };
    const body = new Uint8Array(0);
    // The request as a till would have sent it.
    return this.authenticate({ method: 'GET', target, headers, rawHeaders: [], address, body });
  }

  wrongBody(presented: HttpRequest) {
    const prefix = sentPrefix(presented, this.#deps.signing);
    if (prefix === null || credentialsOf(presented).kind !== 'key') return null;
    const fault = digestFault(presented, headerNames(prefix));
    return fault === null ? null : refused('Unauthorized', fault);
  }

  async integrator(presented: HttpRequest): Promise<AuthAnswerOf<string>> {
    const { store, signing } = this.#deps;
    const prefix = sentPrefix(presented, signing);
    if (prefix === null) return refused('Bad Request', MIXED_PREFIXES);
    const signature = this.#signatureParts(prefix);
    const { names } = signature;
    const { integrators } = store;
    const { keyBitsMin } = signing;
    const parts = { integrators, budget: this.#lookups, names, signature, keyBitsMin };
    return checkIntegrator(presented, parts);
  }

  /** The result for a secret that is in the cache, at once; null for any other. */
  #remembered(known: Principal, secret: string): AuthAnswer | null {
    if (known.user === null || !this.#secrets.recognises({ ...known, secret })) return null;
    return { ok: true, value: secretCaller(known) };
  }

  async #bySecret(known: Principal, secret: string): Promise<AuthAnswer> {
    if (known.kind === 'integrator') return refused('Unauthorized', INTEGRATOR_SIGNS);
    const verdict = await this.#secrets.login({ ...known, secret });
    switch (verdict.kind) {
      case 'right':
        return { ok: true, value: secretCaller(known) };
      case 'wrong':
        return refused('Unauthorized', WRONG_SECRET);
      case 'busy':
        return busy();
      case 'too_many':
        return tooMany(verdict.wait);
    }
  }

  #byKey(known: Principal, signature: string, presented: HttpRequest, prefix: string): AuthAnswer {
    const { kind, merchantId, id, publicKey } = known;
    const key = publicKey === null ? null : publicKeyOf(publicKey, this.#deps.signing.keyBitsMin);
    const signed = this.#signatureParts(prefix);
    const { merchant, integrator, timestamp, digest } = signed.names;
    const required = kind === 'integrator' ? [merchant, integrator, timestamp, digest] : undefined;
    const signatureOptions = { ...signed, ...present({ required }) };
    const verdict = checkSignature(presented, signature, key, signatureOptions);
    if (verdict.kind === 'wrong') {
      // A signature cannot be guessed, so failures of others never delay a valid one.
      const name = JSON.stringify([merchantId, known.userId, peerName(known.address)]);
      const wait = this.#wrongSignatures.wait(name, LIMITS.loginFailuresMax);
      if (wait > 0) return tooMany(wait);
      this.#wrongSignatures.fail(name, LIMITS.loginFailuresMax);
      const details = verdict.toSign === null ? undefined : { string_to_sign: verdict.toSign };
      return refused('Unauthorized', verdict.sentence, details);
    }
    // A sales-only till signs its requests too, which gives it no more rights.
    const level = known.user?.till?.rights === 'sales' ? 'SECRET' : 'KEY';
    const value: Caller = { merchantId, kind, userId: id, level, ...tillOf(known) };
    return { ok: true, value, claim: () => this.#claim(known, signature) };
  }

  #claim(known: Principal, signature: string): Promise<boolean> {
    const { store, clock, signing } = this.#deps;
    // Hashes the bytes, because the same signature has more than one base64 form.
    const hash = createHash('sha256').update(Buffer.from(signature, 'base64')).digest('base64url');
    const now = clock.now();
    // A timestamp may be one window ahead and is accepted until one window after, to the
    // millisecond.
    const until = now + 2 * signing.timestampWindow + 1;
    // biome-ignore lint/correctness/useHookAtTopLevel: a signature is used up here; it is no hook
    return store.users.useSignature(known.merchantId, known.userId, hash, now, until);
  }

  #signatureParts(prefix: string) {
    const { signing, origins, clock } = this.#deps;
    const names = headerNames(prefix);
    const { timestampWindow: window, signedUrl } = signing;
    return { names, prefix, origins: origins(), now: clock.now(), window, signedUrl };
  }
}

function secretCaller(known: Principal): Caller {
  const { merchantId, userId } = known;
  return { merchantId, kind: 'user', userId, level: 'SECRET', ...tillOf(known) };
}

/** Marks the caller that is a paired till. */
function tillOf({ user }: Principal): Pick<Caller, 'till'> {
  return present({ till: user?.till });
}
