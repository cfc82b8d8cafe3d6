import { hash, timingSafeEqual } from 'node:crypto';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { Clock, Instant } from '../../shared/time/clock.ts';
import type { User } from '../store/store.ts';
import { BoundedMap } from './bounded-map.ts';
import { NOBODYS_HASH, verifySecret } from './secret-hash.ts';
import { SlowLane } from './slow-lane.ts';

export type SecretVerdict = 'right' | 'wrong' | 'busy';

type Remembered = {
  /** The digest's bytes. */
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
    return timingSafeEqual(entry.mac, bytesOf(this.#mac(name, secret)));
  }

  /**
   * The slow check. A user that is unknown or has no secret (null) costs the same as others.
   * The same question asked by several connections at once is worked out once.
   */
  check(merchantId: string, userId: string, user: User | null, secret: string) {
    const name = nameOf(merchantId, userId);
    const mac = this.#mac(name, secret);
    const credentials = user === null ? 'none' : `${user.version} ${user.secretHash}`;
    const question = `${mac} ${credentials}`;
    const running = this.#running.get(question);
    if (running !== undefined) return running;
    const verdict = this.#work(name, user, secret, mac).finally(() => {
      this.#running.delete(question);
    });
    this.#running.set(question, verdict);
    return verdict;
  }

  async #work(
    name: string,
    user: User | null,
    secret: string,
    mac: string,
  ): Promise<SecretVerdict> {
    const stored = user?.secretHash ?? NOBODYS_HASH;
    const done = await this.#lane.run(() => verifySecret(secret, stored));
    if (done === null) return 'busy';
    if (!done.result || user === null) return 'wrong';
    const until = this.#clock.now() + LIMITS.secretCacheLife;
    this.#remembered.set(name, { mac: bytesOf(mac), version: user.version, stored, until });
    return 'right';
  }

  #mac(name: string, secret: string): string {
    // A plain hash with the key in front: the digest is compared here and never shown to anyone, so
    // nobody can extend it, and it costs a tenth of an HMAC on the way of every request.
    return hash('sha256', `${this.#key}${name}${secret}`);
  }
}

/** The digest comes as text: bytes that are made outside the heap cost more than the digest. */
function bytesOf(mac: string): Buffer {
  return Buffer.from(mac, 'hex');
}

function nameOf(merchantId: string, userId: string): string {
  // Their lengths say where each ends, whatever is in them.
  return `${merchantId.length} ${userId.length} ${merchantId}${userId}`;
}
