import { hash, timingSafeEqual } from 'node:crypto';
import { LruMap } from '../../shared/limits/lru-map.ts';
import { WorkQueue } from '../../shared/limits/work-queue.ts';
import { peerName } from '../../shared/node/http/client-address.ts';
import { NOBODYS_HASH, verifySecret } from '../../shared/node/password-hash.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { isReached, type Stopwatch, type Ticks, ticksAfter } from '../../shared/time/clock.ts';
import type { User } from '../store/store.ts';

export type SecretVerdict = 'right' | 'wrong' | 'busy';

/** Compares a secret with its stored hash, slowly. */
export type VerifySecret = (secret: string, hash: string) => Promise<boolean>;

/** A secret to check. */
export type CandidateSecret = {
  readonly merchantId: string;
  readonly userId: string;
  /** Null for an unknown user. */
  readonly user: User | null;
  readonly secret: string;
  /** Address of the peer. */
  readonly address: string;
};

type Remembered = {
  /** The digest's bytes. */
  readonly mac: Buffer;
  readonly version: number;
  /**
   * Identifies the stored hash, because a user that was removed and created again restarts its
   * versions.
   */
  readonly stored: string;
  /** Extended with each use. */
  until: Ticks;
};

/**
 * Checks secrets: the first time slowly against the stored hash, then by a keyed digest in the
 * memory of this process. Only successes are cached, and only for the version of the credentials
 * that was checked, so a changed secret takes effect at once.
 */
export class SecretCheck {
  readonly #clock: Stopwatch;
  readonly #key: string;
  readonly #verify: VerifySecret;
  /** Separate queues, so that strangers who fill theirs do not delay known users. */
  readonly #lanes = { known: newLane(), strangers: newLane() };
  readonly #remembered = new LruMap<string, Remembered>(LIMITS.secretCacheEntries);
  readonly #running = new Map<string, Promise<SecretVerdict>>();

  /** `key` is random and never leaves the process. */
  constructor(clock: Stopwatch, key: Uint8Array, verify: VerifySecret = verifySecret) {
    this.#clock = clock;
    this.#verify = verify;
    this.#key = Buffer.from(key).toString('hex');
  }

  /** True if this secret was found right before and is still cached. */
  known({ merchantId, user, secret }: CandidateSecret): boolean {
    if (user === null) return false;
    const name = nameOf(merchantId, user.id);
    const entry = this.#remembered.get(name);
    if (entry === undefined) return false;
    const same = entry.version === user.version && entry.stored === user.secretHash;
    if (!same || isReached(entry.until, this.#clock.ticks())) {
      this.#remembered.delete(name);
      return false;
    }
    if (!timingSafeEqual(entry.mac, bytesOf(this.#mac(name, secret)))) return false;
    entry.until = ticksAfter(this.#clock.ticks(), LIMITS.secretCacheLife);
    return true;
  }

  /**
   * The pending check of the same secret for the same peer, or null. Several connections of one
   * till check it together after a restart, which counts as one try.
   */
  underWay(candidate: CandidateSecret): Promise<SecretVerdict> | null {
    return this.#running.get(this.#question(candidate)) ?? null;
  }

  /**
   * The slow check. An unknown user or a user without a secret (null) takes the same time as
   * others. `known`: this user has logged in from this address before.
   */
  check(candidate: CandidateSecret, known: boolean): Promise<SecretVerdict> {
    const question = this.#question(candidate);
    const verdict = this.#work(candidate, known).finally(() => {
      this.#running.delete(question);
    });
    this.#running.set(question, verdict);
    return verdict;
  }

  #question({ merchantId, userId, user, secret, address }: CandidateSecret): string {
    const mac = this.#mac(nameOf(merchantId, userId), secret);
    const credentials = user === null ? 'none' : `${user.version} ${user.secretHash}`;
    return `${mac} ${peerName(address)} ${credentials}`;
  }

  async #work(candidate: CandidateSecret, known: boolean): Promise<SecretVerdict> {
    const { merchantId, userId, user, secret, address } = candidate;
    const name = nameOf(merchantId, userId);
    const stored = user?.secretHash ?? NOBODYS_HASH;
    const lane = known ? this.#lanes.known : this.#lanes.strangers;
    const done = await lane.run(() => this.#verify(secret, stored), peerName(address));
    if (done === null) return 'busy';
    if (!done.result || user === null) return 'wrong';
    const until = ticksAfter(this.#clock.ticks(), LIMITS.secretCacheLife);
    const mac = bytesOf(this.#mac(name, secret));
    this.#remembered.set(name, { mac, version: user.version, stored, until });
    return 'right';
  }

  #mac(name: string, secret: string): string {
    // A plain hash with the key as prefix. The digest is only compared here and never leaves the
    // process, so a length-extension attack is not possible. It costs a tenth of an HMAC on every
    // request.
    return hash('sha256', `${this.#key}${name}${secret}`);
  }
}

/**
 * The digest is text, because bytes that are allocated outside the heap cost more than the digest.
 */
function bytesOf(mac: string): Buffer {
  return Buffer.from(mac, 'hex');
}

function newLane(): WorkQueue {
  const { secretChecksAtOnce, secretChecksWaitingMax: waiting } = LIMITS;
  return new WorkQueue(secretChecksAtOnce, waiting, waiting / 2);
}

function nameOf(merchantId: string, userId: string): string {
  // The lengths mark the end of each part, so that the combination is unambiguous.
  return `${merchantId.length} ${userId.length} ${merchantId}${userId}`;
}
