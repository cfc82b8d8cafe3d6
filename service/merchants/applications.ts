import { z } from 'zod';
import type { Ids, RandomBytes } from '../../shared/ids/ids.ts';
import { hashSecret } from '../../shared/node/password-hash.ts';
import { line } from '../../shared/protocol/basic.ts';
import { type Answer, answer, type Refusal, refuse } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { OauthClient } from '../store/oauth-store.ts';
import type { Store } from '../store/store.ts';

const REDIRECT_URIS_MAX = 20;
const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

export const redirectUris = z
  .array(
    line(LIMITS.uriMax).refine(
      isRedirectUri,
      'must be an https address, http on this machine, or the scheme of an app such as no.shop.app:/',
    ),
  )
  .min(1, 'must be given at least once')
  .max(REDIRECT_URIS_MAX, `must be given at most ${REDIRECT_URIS_MAX} times`);

export type ApplicationDeps = {
  readonly store: Store;
  readonly ids: Ids;
  readonly random: RandomBytes;
};

/** An application with its secret, which is known only now; the store has its hash. */
export type NewApplication = { readonly client: OauthClient; readonly secret: string };

/** Registers an application of a merchant for the redirect flow (specification, Flows). */
export async function registerApplication(
  { store, ids, random }: ApplicationDeps,
  merchantId: string,
  values: { readonly id: string | null; readonly name: string; readonly uris: readonly string[] },
): Promise<Answer<NewApplication>> {
  const id = values.id ?? `app-${ids.short()}`;
  const taken = await idTaken(store, id);
  if (taken !== null) return taken;
  const known = await store.oauth.clientsOf(merchantId, LIMITS.applicationsMax);
  if (known.length >= LIMITS.applicationsMax) {
    return refuse('Conflict', `A merchant has at most ${LIMITS.applicationsMax} applications.`);
  }
  const secret = ids.token();
  const secretHash = await hashSecret(secret, random);
  const { name, uris } = values;
  const client = { id, merchantId, name, secretHash, redirectUris: uris, version: 1 };
  await store.oauth.putClient(client);
  return answer({ client, secret });
}

const GONE = refuse('Not Found', 'There is no application of this id.');
const CHANGED = refuse('Conflict', 'The application was changed at the same time; try again.');

/** Replaces the secret of an application; the earlier one ends at once. */
export async function renewApplicationSecret(
  { store, ids, random }: ApplicationDeps,
  merchantId: string,
  id: string,
): Promise<Answer<NewApplication>> {
  const stored = await ownApplication(store, merchantId, id);
  if (stored === null) return GONE;
  const secret = ids.token();
  const secretHash = await hashSecret(secret, random);
  const client = { ...stored, secretHash, version: stored.version + 1 };
  return (await store.oauth.changeClient(client)) ? answer({ client, secret }) : CHANGED;
}

/** Changes the name and the redirect addresses of an application. */
export async function changeApplication(
  store: Store,
  merchantId: string,
  id: string,
  values: { readonly name: string; readonly uris: readonly string[] },
): Promise<Answer<OauthClient>> {
  const stored = await ownApplication(store, merchantId, id);
  if (stored === null) return GONE;
  const { name, uris } = values;
  const client = { ...stored, name, redirectUris: uris, version: stored.version + 1 };
  return (await store.oauth.changeClient(client)) ? answer(client) : CHANGED;
}

/** Removes an application; its tokens are revoked. */
export async function removeApplication(
  store: Store,
  merchantId: string,
  id: string,
): Promise<Answer<null>> {
  return (await store.oauth.removeClient(merchantId, id)) ? answer(null) : GONE;
}

/** An application of another merchant is refused like an unknown one. */
async function ownApplication(store: Store, merchantId: string, id: string) {
  const stored = await store.oauth.client(id);
  return stored?.merchantId === merchantId ? stored : null;
}

/**
 * Authorisation codes are sent there: no scheme that runs as a script, and no plain http over a
 * network.
 */
function isRedirectUri(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || /[\s#]/.test(text) || url.username !== '' || url.password !== '')
    return false;
  if (url.protocol === 'https:') return true;
  if (url.protocol === 'http:') return LOOPBACK.includes(url.hostname);
  // The scheme of an app is a reversed domain name (RFC 8252, 7.1).
  return url.protocol.includes('.');
}

type Taken = { readonly ok: false; readonly refusal: Refusal };

/**
 * Refuses an id for a new merchant, integrator or application if one of them already has it; null
 * if the id is free. Some places know only the id: a merchant is its own OAuth client (D-128), and
 * tokens and records name one or the other.
 */
export async function idTaken(store: Store, id: string): Promise<Taken | null> {
  const [merchant, integrator, client, known] = await Promise.all([
    store.merchants.read(id),
    store.integrators.read(id),
    store.oauth.client(id),
    store.merchants.byLookupId(id),
  ]);
  if (merchant !== null) return taken(`There is a merchant ${id} already`);
  if (integrator !== null) return taken(`There is an integrator ${id} already`);
  if (client !== null) return taken(`There is an application ${id} already`);
  // The lookup would find a merchant by the id of another one.
  if (known !== null) return taken(`Merchant ${known} is looked up as ${id}`);
  return null;
}

function taken(sentence: string): Taken {
  return refuse('Conflict', `${sentence}; choose another id.`);
}
