import { hash, timingSafeEqual } from 'node:crypto';
import { LruMap } from '../../shared/limits/lru-map.ts';
import { WorkQueue } from '../../shared/limits/work-queue.ts';
import { peerName } from '../../shared/node/http/peer-address.ts';
import { NOBODYS_HASH, verifySecret } from '../../shared/node/password-hash.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { Clock, Instant } from '../../shared/time/clock.ts';
import type { User } from '../store/store.ts';

export type SecretVerdict = 'right' | 'wrong' | 'busy';

/** Compares a secret with its stored hash, slowly. */
export type VerifySecret = (secret: string, hash: string) => Promise<boolean>;

/** A secret that somebody shows. */
export type Shown = {
  readonly merchantId: string;
  readonly userId: string;
  /** Null for a user that there is not. */
  readonly user: User | null;
  readonly secret: string;
  /** Address of the peer. */
  readonly address: string;
};

type Remembered = {
  /** The digest's bytes. */
  readonly mac: Buffer;
  readonly version: number;
  /** A user that was removed and made anew counts its versions from the start again. */
  readonly stored: string;
  /** Moves on with each use. */
  until: Instant;
};

/**
 * Checks secrets: the first time slowly against the stored hash, then by a keyed digest that lives
 * in this process alone, as long as it is used. Only successes are remembered, and only for the
 * version of the credentials they were checked against, so a changed secret counts at once.
 */
export class SecretCheck {
  readonly #clock: Clock;
  readonly #key: string;
  readonly #verify: VerifySecret;
  /** Apart, so that strangers who fill their lane keep nobody out who is known. */
  readonly #lanes = { known: newLane(), strangers: newLane() };
  readonly #remembered = new LruMap<string, Remembered>(LIMITS.secretCacheEntries);
  readonly #running = new Map<string, Promise<SecretVerdict>>();

  /** `key` is random and never leaves the process. */
  constructor(clock: Clock, key: Uint8Array, verify: VerifySecret = verifySecret) {
    this.#clock = clock;
    this.#verify = verify;
    this.#key = Buffer.from(key).toString('hex');
  }

  /** True when this very secret was found right before, and used since. */
  known({ merchantId, user, secret }: Shown): boolean {
    if (user === null) return false;
    const name = nameOf(merchantId, user.id);
    const entry = this.#remembered.get(name);
    if (entry === undefined) return false;
    const same = entry.version === user.version && entry.stored === user.secretHash;
    if (!same || this.#clock.now() >= entry.until) {
      this.#remembered.delete(name);
      return false;
    }
    if (!timingSafeEqual(entry.mac, bytesOf(this.#mac(name, secret)))) return false;
    entry.until = this.#clock.now() + LIMITS.secretCacheLife;
    return true;
  }

  /**
   * The check of this very question that is under way for the same peer, or null. Several
   * connections of one till ask it together after a restart; that is one try.
   */
  underWay(shown: Shown): Promise<SecretVerdict> | null {
    return this.#running.get(this.#question(shown)) ?? null;
  }

  /**
   * The slow check. A user that is unknown or has no secret (null) costs the same as others. `known`:
   * this user has logged in from this address before.
   */
  check(shown: Shown, known: boolean): Promise<SecretVerdict> {
    const question = this.#question(shown);
    const verdict = this.#work(shown, known).finally(() => {
      this.#running.delete(question);
    });
    this.#running.set(question, verdict);
    return verdict;
  }

  #question({ merchantId, userId, user, secret, address }: Shown): string {
    const mac = this.#mac(nameOf(merchantId, userId), secret);
    const credentials = user === null ? 'none' : `${user.version} ${user.secretHash}`;
    return `${mac} ${peerName(address)} ${credentials}`;
  }

  async #work(shown: Shown, known: boolean): Promise<SecretVerdict> {
    const { merchantId, userId, user, secret, address } = shown;
    const name = nameOf(merchantId, userId);
    const stored = user?.secretHash ?? NOBODYS_HASH;
    const lane = known ? this.#lanes.known : this.#lanes.strangers;
    const done = await lane.run(() => this.#verify(secret, stored), peerName(address));
    if (done === null) return 'busy';
    if (!done.result || user === null) return 'wrong';
    const until = this.#clock.now() + LIMITS.secretCacheLife;
    const mac = bytesOf(this.#mac(name, secret));
    this.#remembered.set(name, { mac, version: user.version, stored, until });
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

function newLane(): WorkQueue {
  const { secretChecksAtOnce, secretChecksWaitingMax: waiting } = LIMITS;
  return new WorkQueue(secretChecksAtOnce, waiting, waiting / 2);
}

function nameOf(merchantId: string, userId: string): string {
  // Their lengths say where each ends, whatever is in them.
  return `${merchantId.length} ${userId.length} ${merchantId}${userId}`;
}
