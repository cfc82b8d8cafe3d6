import { createHash } from 'node:crypto';
import type { PortalApiUser } from '../../../shared/portal/contract.ts';
import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { type UserUpdate, userInput } from '../../../shared/protocol/user.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import type { Caller } from '../../merchants/request-credentials.ts';
import { NO_USER } from '../../merchants/users.ts';
import type { User } from '../../store/store.ts';
import type { PortalEndpoint, SignedCall } from '../endpoint.ts';

/** An API user without secrets. */
export function userView({ id, label, netmask, secretHash, publicKey }: User): PortalApiUser {
  return {
    id,
    label,
    netmask,
    has_secret: secretHash !== null,
    has_key: publicKey !== null,
    fingerprint: publicKey === null ? null : fingerprintOf(publicKey),
  };
}

function fingerprintOf(pem: string): string {
  const der = Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64');
  return createHash('sha256').update(der).digest('base64').replace(/=+$/, '');
}

const AS_IT_IS: UserUpdate = { netmask: null, label: null, secret: null, pubkey: null };

/** `GET /portal/v1/users`: the API users, by their ids. */
export const users: PortalEndpoint<'users'> = async (call) => {
  const { store } = call.services.deps;
  const stored = await store.users.list(call.session.merchantId, null, LIMITS.portalListMax);
  return answer({ items: stored.map(userView) });
};

/** `POST /portal/v1/users`: creates a user with a secret. The secret is returned only once. */
export const userCreate: PortalEndpoint<'userCreate'> = async (call) => {
  const { deps } = call.services;
  const { merchantId } = call.session;
  const secret = deps.ids.token();
  const checked = validate(userInput, { ...call.body, secret });
  if (!checked.ok) return checked;
  const made = await deps.users.create(merchantId, checked.value);
  return made.ok ? answer({ user: userView(made.value), secret }) : made;
};

/**
 * `POST /portal/v1/users/<id>/secret`: replaces the secret; tills with the old one can no longer
 * sign in.
 */
export const secretRenew: PortalEndpoint<'secretRenew'> = async (call) => {
  const secret = call.services.deps.ids.token();
  const changed = await change(call, call.params.id, { ...AS_IT_IS, secret });
  return changed.ok ? answer({ user: changed.value, secret }) : changed;
};

/** `PUT /portal/v1/users/<id>/key`: registers a public key and replaces the existing one. */
export const keyPut: PortalEndpoint<'keyPut'> = async (call) =>
  change(call, call.params.id, { ...AS_IT_IS, pubkey: call.body.pubkey });

/** `DELETE /portal/v1/users/<id>/key`: an empty text removes it (D-71). */
export const keyRemove: PortalEndpoint<'keyRemove'> = async (call) =>
  change(call, call.params.id, { ...AS_IT_IS, pubkey: '' });

/** `DELETE /portal/v1/users/<id>`. */
export const userRemove: PortalEndpoint<'userRemove'> = async (call) => {
  const { deps } = call.services;
  const removed = await deps.users.remove(callerOf(call), call.params.id);
  return removed.ok ? answer(null) : removed;
};

async function change(
  call: SignedCall,
  id: string,
  update: UserUpdate,
): Promise<Answer<PortalApiUser>> {
  const { deps, sessions } = call.services;
  const { merchantId, user: self } = call.session;
  // The session that changes its own user would lose the right to undo the change.
  if (id === self?.id && update.pubkey === '') {
    return refuse('Conflict', 'You cannot take away the key of the user you are signed in as.');
  }
  const changed = await deps.users.update(callerOf(call), id, update);
  if (!changed.ok) return changed;
  const stored = await deps.store.users.read(merchantId, id);
  if (stored === null) return refuse('Not Found', NO_USER);
  if (id === self?.id) keepSignedIn(call, stored, sessions);
  return answer(userView(stored));
}

/** New credentials end every session of the user except the one that set them. */
function keepSignedIn(
  call: SignedCall,
  user: User,
  sessions: SignedCall['services']['sessions'],
): void {
  sessions.open(call.headers, call.session.merchantId, user, call.session.life);
}

/** A sign-in here counts as a signature, which is why these pages require the holder of a key. */
function callerOf({ session }: SignedCall): Caller {
  const { merchantId, user, userId } = session;
  // A blank begins no id of an API user, so a self-service user is never taken for one.
  return { merchantId, kind: 'user', userId: user?.id ?? ` person ${userId}`, level: 'KEY' };
}
