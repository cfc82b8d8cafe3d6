import { hash, timingSafeEqual } from 'node:crypto';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { Clock, Instant } from '../../shared/time/clock.ts';
import type { User } from '../store/store.ts';
import { BoundedMap } from './bounded-map.ts';
import { NOBODYS_HASH, verifySecret } from './secret-hash.ts';
import { SlowLane } from './slow-lane.ts';

export type SecretVerdict = 'right' | 'wrong' | 'busy';

type Remembered = {
  readonly mac: Buffer;
  readonly version: number;
  /** A user that was removed and made anew counts its versions from the start again. */
  readonly stored: string;
  readonly until: Instant;
};

/**
 * Checks secrets: the first time slowly against the stored hash, then for a while by a keyed
 * digest that lives in this process alone. Only successes are remembered, and only for the version
 * of the credentials they were checked against, so a changed secret counts at once.
 */
export class SecretCheck {
  readonly #clock: Clock;
  readonly #key: string;
  readonly #lane = new SlowLane(LIMITS.secretChecksAtOnce, LIMITS.secretChecksWaitingMax);
  readonly #remembered = new BoundedMap<string, Remembered>(LIMITS.secretCacheEntries);
  readonly #running = new Map<string, Promise<SecretVerdict>>();

  /** `key` is random and never leaves the process. */
  constructor(clock: Clock, key: Uint8Array) {
    this.#clock = clock;
    this.#key = Buffer.from(key).toString('hex');
  }

  /** True when this very secret was found right a short while ago. */
  known(merchantId: string, user: User, secret: string): boolean {
    const name = nameOf(merchantId, user.id);
    const entry = this.#remembered.get(name);
    if (entry === undefined) return false;
    const same = entry.version === user.version && entry.stored === user.secretHash;
    if (!same || this.#clock.now() >= entry.until) {
      this.#remembered.delete(name);
      return false;
    }
    return timingSafeEqual(entry.mac, this.#mac(merchantId, user.id, secret));
  }

  /**
   * The slow check. A user that is unknown or has no secret (null) costs the same as others.
   * The same question asked by several connections at once is worked out once.
   */
  check(merchantId: string, userId: string, user: User | null, secret: string) {
    const mac = this.#mac(merchantId, userId, secret);
    const credentials = user === null ? 'none' : `${user.version} ${user.secretHash}`;
    const question = `${mac.toString('base64')} ${credentials}`;
    const running = this.#running.get(question);
    if (running !== undefined) return running;
    const verdict = this.#work(merchantId, user, secret, mac).finally(() => {
      this.#running.delete(question);
    });
    this.#running.set(question, verdict);
    return verdict;
  }

  async #work(
    merchantId: string,
    user: User | null,
    secret: string,
    mac: Buffer,
  ): Promise<SecretVerdict> {
    const stored = user?.secretHash ?? NOBODYS_HASH;
    const done = await this.#lane.run(() => verifySecret(secret, stored));
    if (done === null) return 'busy';
    if (!done.result || user === null) return 'wrong';
    const until = this.#clock.now() + LIMITS.secretCacheLife;
    this.#remembered.set(nameOf(merchantId, user.id), {
      mac,
      version: user.version,
      stored,
      until,
    });
    return 'right';
  }

  #mac(merchantId: string, userId: string, secret: string): Buffer {
    // A plain hash with the key in front: the digest is compared here and never shown to anyone, so
    // nobody can extend it, and it costs a tenth of an HMAC on the way of every request.
    const text = `${this.#key}${nameOf(merchantId, userId)}${secret}`;
    return hash('sha256', text, 'buffer');
  }
}

function nameOf(merchantId: string, userId: string): string {
  // Their lengths say where each ends, whatever is in them.
  return `${merchantId.length} ${userId.length} ${merchantId}${userId}`;
}
