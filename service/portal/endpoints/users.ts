import { createHash } from 'node:crypto';
import type { z } from 'zod';
import {
  type PortalApiUser,
  type PortalUserSecret,
  portalKeyInput,
  portalUserInput,
  type portalUsers,
} from '../../../shared/portal/contract.ts';
import { type Answer, answer, refuse } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { type UserUpdate, userInput } from '../../../shared/protocol/user.ts';
import { validate } from '../../../shared/protocol/validation.ts';
import type { Caller } from '../../merchants/request-credentials.ts';
import { NO_USER } from '../../merchants/users.ts';
import type { User } from '../../store/store.ts';
import { NOTHING } from '../../web/express-endpoint.ts';
import { bodyOf, paramOf, type SignedCall } from '../endpoint.ts';

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
export async function users(call: SignedCall): Promise<Answer<z.infer<typeof portalUsers>>> {
  const { store } = call.services.deps;
  const stored = await store.users.list(call.session.merchantId, null, LIMITS.portalListMax);
  return answer({ items: stored.map(userView) });
}

/** `POST /portal/v1/users`: creates a user with a secret. The secret is returned only once. */
export async function userCreate(call: SignedCall): Promise<Answer<PortalUserSecret>> {
  const { deps } = call.services;
  const { merchantId } = call.session;
  const input = bodyOf(portalUserInput, call.request);
  if (!input.ok) return input;
  const secret = deps.ids.token();
  const checked = validate(userInput, { ...input.value, secret });
  if (!checked.ok) return checked;
  const made = await deps.users.create(merchantId, checked.value);
  return made.ok ? answer({ user: userView(made.value), secret }) : made;
}

/**
 * `POST /portal/v1/users/<id>/secret`: replaces the secret; tills with the old one can no longer
 * sign in.
 */
export async function secretRenew(call: SignedCall): Promise<Answer<PortalUserSecret>> {
  const secret = call.services.deps.ids.token();
  const changed = await change(call, { ...AS_IT_IS, secret });
  return changed.ok ? answer({ user: changed.value, secret }) : changed;
}

/** `PUT /portal/v1/users/<id>/key`: registers a public key and replaces the existing one. */
export async function keyPut(call: SignedCall): Promise<Answer<PortalApiUser>> {
  const input = bodyOf(portalKeyInput, call.request);
  return input.ok ? change(call, { ...AS_IT_IS, pubkey: input.value.pubkey }) : input;
}

/** `DELETE /portal/v1/users/<id>/key`: an empty text removes it (D-71). */
export async function keyRemove(call: SignedCall): Promise<Answer<PortalApiUser>> {
  return change(call, { ...AS_IT_IS, pubkey: '' });
}

/** `DELETE /portal/v1/users/<id>`. */
export async function userRemove(call: SignedCall): Promise<Answer<typeof NOTHING>> {
  const { deps } = call.services;
  const removed = await deps.users.remove(callerOf(call), paramOf(call.request, 'id'));
  return removed.ok ? answer(NOTHING) : removed;
}

async function change(call: SignedCall, update: UserUpdate): Promise<Answer<PortalApiUser>> {
  const { deps, sessions } = call.services;
  const { merchantId, user: self } = call.session;
  const id = paramOf(call.request, 'id');
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
  sessions.open(call.response, call.session.merchantId, user, call.session.life);
}

/** A sign-in here counts as a signature, which is why these pages require the holder of a key. */
function callerOf({ session }: SignedCall): Caller {
  const { merchantId, user, userId } = session;
  // A blank begins no id of an API user, so a self-service user is never taken for one.
  return { merchantId, kind: 'user', userId: user?.id ?? ` person ${userId}`, level: 'KEY' };
}
