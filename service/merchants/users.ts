import type { Ids, RandomBytes } from '../../shared/ids/ids.ts';
import { WorkQueue } from '../../shared/limits/work-queue.ts';
import { hashSecret, tokenHash, verifySecret } from '../../shared/node/password-hash.ts';
import { type Answer, answer, refuse, VALIDATION_SENTENCE } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { UserInput, UserUpdate } from '../../shared/protocol/user.ts';
import type { Store, User } from '../store/store.ts';
import { SIGNATURE_USED } from './auth-answer.ts';
import { readPublicKey } from './read-public-key.ts';
import type { Caller } from './request-credentials.ts';

/** Used for an unknown id and for an id of another merchant (D-26). */
export const NO_USER = 'There is no user of this id.';
const OTHER_USER = 'Another user has this id; choose another one, or change it with PUT.';
const LAST_KEY =
  'No other user of this merchant has a key; give one to another user before you go.';
const BUSY = 'Too many secrets are being worked on at once; try again in a moment.';
const CHANGED = 'The user was changed by someone else at the same time; try again.';
const NOT_INVITED = refuse(
  'Unauthorized',
  'This address was used already, or its time is over. Ask the operator for a new one.',
);
const TRIES = 5;

/** The domain rules of API users (specification, User; D-70, D-71). */
export interface Users {
  /** Creates a user. The same input again gets the same answer; other input is a `Conflict`. */
  create(merchantId: string, input: UserInput): Promise<Answer<User>>;
  /**
   * The answer to a repeated creation: like `create` while the user exists. It writes nothing, so
   * that a recorded request cannot restore a removed user (D-18).
   */
  created(merchantId: string, input: UserInput): Promise<Answer<User>>;
  /** Creates the user of an invitation, which is used up in the same commit. */
  createInvited(
    merchantId: string,
    input: UserInput,
    invitation: { readonly token: string; readonly now: number },
  ): Promise<Answer<User>>;
  /** Changes a user; cached checks of its credentials become invalid at once. */
  update(caller: Caller, userId: string, change: UserUpdate): Promise<Answer<User>>;
  /**
   * Removes a user; `Conflict` if the user is the merchant's last holder of a key and removes
   * itself.
   */
  remove(caller: Caller, userId: string): Promise<Answer<null>>;
}

export type UserRuleDeps = {
  readonly store: Pick<Store, 'users'>;
  readonly ids: Ids;
  readonly random: RandomBytes;
  /** Minimum size of a key, bits; default as in the limits (D-19). */
  readonly keyBitsMin?: number;
};

export function createUsers(deps: UserRuleDeps): Users {
  return new UserRules(deps);
}

class UserRules implements Users {
  readonly #users: Store['users'];
  readonly #ids: Ids;
  readonly #random: RandomBytes;
  readonly #keyBitsMin: number;
  // Hashing is slow by design; many new users must not delay logins.
  readonly #lane = new WorkQueue(1, LIMITS.secretChecksWaitingMax);

  constructor({ store, ids, random, keyBitsMin = LIMITS.keyBitsMin }: UserRuleDeps) {
    this.#users = store.users;
    this.#keyBitsMin = keyBitsMin;
    this.#ids = ids;
    this.#random = random;
  }

  async create(merchantId: string, input: UserInput): Promise<Answer<User>> {
    const id = input.id ?? this.#ids.short();
    const result = this.#userFrom(id, input);
    if (!result.ok) return result;
    const requestedUser = result.value;
    const earlier = await this.#users.read(merchantId, id);
    if (earlier !== null) return this.#repeated(earlier, requestedUser, input.secret);
    const secretHash = await this.#hashOf(input.secret);
    if (!secretHash.ok) return secretHash;
    const user = { ...requestedUser, secretHash: secretHash.value ?? null };
    const written = await this.#users.create(merchantId, user);
    return written.created
      ? answer(user)
      : this.#repeated(written.user, requestedUser, input.secret);
  }

  async created(merchantId: string, input: UserInput): Promise<Answer<User>> {
    const stored = input.id === null ? null : await this.#users.read(merchantId, input.id);
    if (stored === null) return refuse('Unauthorized', SIGNATURE_USED);
    const result = this.#userFrom(stored.id, input);
    return result.ok ? this.#repeated(stored, result.value, input.secret) : result;
  }

  async createInvited(
    merchantId: string,
    input: UserInput,
    { token, now }: { readonly token: string; readonly now: number },
  ): Promise<Answer<User>> {
    const invitation = { tokenHash: tokenHash(token), now };
    // Checked before the slow hash, so that a stranger cannot cause its work.
    if (!(await this.#users.invited(merchantId, invitation.tokenHash, now))) return NOT_INVITED;
    const result = this.#userFrom(input.id ?? this.#ids.short(), input);
    if (!result.ok) return result;
    const secretHash = await this.#hashOf(input.secret);
    if (!secretHash.ok) return secretHash;
    const user = { ...result.value, secretHash: secretHash.value ?? null };
    switch (await this.#users.createInvited(merchantId, user, invitation)) {
      case 'created':
        return answer(user);
      case 'id_taken':
        return refuse('Conflict', 'Another user has this id; choose another one.');
      case 'not_invited':
        return NOT_INVITED;
    }
  }

  async update(caller: Caller, userId: string, change: UserUpdate): Promise<Answer<User>> {
    const { merchantId } = caller;
    const publicKey = keyOf(change.pubkey, this.#keyBitsMin);
    if (!publicKey.ok) return publicKey;
    const user = await this.#users.read(merchantId, userId);
    if (user === null) return refuse('Not Found', NO_USER);
    const secretHash = await this.#hashOf(change.secret);
    if (!secretHash.ok) return secretHash;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const stored = await this.#users.read(merchantId, userId);
      if (stored === null) return refuse('Not Found', NO_USER);
      const next: User = {
        id: userId,
        label: kept(fieldOf(change.label), stored.label),
        netmask: kept(fieldOf(change.netmask), stored.netmask),
        publicKey: kept(publicKey.value, stored.publicKey),
        secretHash: kept(secretHash.value, stored.secretHash),
        version: stored.version + 1,
      };
      const done = await this.#users.change(merchantId, next, isSelf(caller, userId));
      if (done) return answer(next);
      const now = await this.#users.read(merchantId, userId);
      if (now?.version === stored.version) return refuse('Conflict', LAST_KEY);
    }
    return refuse('Conflict', CHANGED);
  }

  async remove(caller: Caller, userId: string): Promise<Answer<null>> {
    const { merchantId } = caller;
    const removed = await this.#users.remove(merchantId, userId, isSelf(caller, userId));
    if (removed) return answer(null);
    const left = await this.#users.read(merchantId, userId);
    return left === null ? refuse('Not Found', NO_USER) : refuse('Conflict', LAST_KEY);
  }

  /** The user that a creation describes, without its secret. */
  #userFrom(id: string, input: UserInput): Answer<User> {
    const publicKey = keyOf(input.pubkey, this.#keyBitsMin);
    if (!publicKey.ok) return publicKey;
    const label = fieldOf(input.label) ?? null;
    const netmask = fieldOf(input.netmask) ?? null;
    const { value = null } = publicKey;
    return answer({ id, label, netmask, publicKey: value, secretHash: null, version: 1 });
  }

  /** The stored form of a secret: undefined if it does not change, null for none. */
  async #hashOf(secret: string | null): Promise<Answer<string | null | undefined>> {
    const newSecret = fieldOf(secret);
    if (newSecret === undefined || newSecret === null) return answer(newSecret);
    const done = await this.#lane.run(() => hashSecret(newSecret, this.#random));
    return done === null ? refuse('Service Unavailable', BUSY) : answer(done.result);
  }

  /** The answer to a repeated creation: the stored user if all members are equal. */
  async #repeated(stored: User, requested: User, secret: string | null): Promise<Answer<User>> {
    const { label, netmask, publicKey, secretHash } = stored;
    const same =
      label === requested.label &&
      netmask === requested.netmask &&
      publicKey === requested.publicKey;
    const newSecret = fieldOf(secret) ?? null;
    if (!same || (newSecret === null) !== (secretHash === null)) {
      return refuse('Conflict', OTHER_USER);
    }
    if (newSecret === null || secretHash === null) return answer(stored);
    const done = await this.#lane.run(() => verifySecret(newSecret, secretHash));
    if (done === null) return refuse('Service Unavailable', BUSY);
    return done.result ? answer(stored) : refuse('Conflict', OTHER_USER);
  }
}

/**
 * Only a user can lock its merchant out by removing itself; an integrator can always create
 * another.
 */
function isSelf(caller: Caller, userId: string): boolean {
  return caller.kind === 'user' && caller.userId === userId;
}

/** Undefined leaves a field unchanged, null removes it (D-71). */
function fieldOf(text: string | null): string | null | undefined {
  if (text === null) return undefined;
  return text === '' ? null : text;
}

function kept<T>(value: T | undefined, stored: T): T {
  return value === undefined ? stored : value;
}

function keyOf(pubkey: string | null, bitsMin: number): Answer<string | null | undefined> {
  const newKey = fieldOf(pubkey);
  if (newKey === undefined || newKey === null) return answer(newKey);
  const read = readPublicKey(newKey, bitsMin);
  if (read.ok) return read;
  const details = { pubkey: [read.refusal.description] };
  return refuse('validation_error', VALIDATION_SENTENCE, details);
}
