import { LruMap } from '../../shared/limits/lru-map.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import type { DueHost } from '../store/delivery-store.ts';

/** Number of hosts, and of merchants, whose last attempt is remembered. */
const REMEMBERED = 10_000;

/**
 * Counts the attempts in flight and decides which hosts may get one more. A host is healthy after an
 * answer in time. All other hosts, also those without an attempt so far, get one attempt at a time,
 * and together half of the places. Unresponsive hosts therefore never take the places of working
 * hosts. Merchants get these places in turn, and so do the hosts of a merchant: a merchant with any
 * number of unresponsive hosts delays another merchant by at most one attempt.
 */
export class HostLoad {
  readonly #busy = new Map<string, number>();
  readonly #healthy = new LruMap<string, true>(REMEMBERED);
  /** Hosts that wait for an attempt with their merchants, the longest wait first. */
  #waiting = new Map<string, string>();
  /** The number of the last attempt for each merchant. */
  readonly #served = new LruMap<string, number>(REMEMBERED);
  #attempts = 0;
  #total = 0;

  /**
   * Hosts with due deliveries in the order of their turns: an attempt moves its merchant, and its host
   * among those of the merchant, to the end.
   */
  inTurn(due: readonly DueHost[]): readonly string[] {
    const merchants = new Map(due.map(({ host, merchantId }) => [host, merchantId]));
    const before = [...this.#waiting].filter(([host]) => merchants.has(host));
    this.#waiting = new Map([...before, ...merchants]);
    const rounds = new Map<string, number>();
    const turns = [...this.#waiting].map(([host, merchantId]) => {
      const round = rounds.get(merchantId) ?? 0;
      rounds.set(merchantId, round + 1);
      return { host, round, served: this.#served.get(merchantId) ?? 0 };
    });
    return turns
      .toSorted((one, other) => one.round - other.round || one.served - other.served)
      .map(({ host }) => host);
  }

  /** How many more attempts to this host may start. */
  room(host: string): number {
    const healthy = this.#isHealthy(host);
    const own = this.#busy.get(host) ?? 0;
    const most = healthy ? LIMITS.callbacksPerHost : LIMITS.callbacksPerSickHost;
    const places = healthy
      ? LIMITS.callbacksAtOnce - this.#total
      : LIMITS.callbacksToSickHosts - this.#toOthers();
    return Math.max(0, Math.min(most - own, places, LIMITS.callbacksAtOnce - this.#total));
  }

  begin(host: string): void {
    const merchantId = this.#waiting.get(host);
    this.#waiting.delete(host);
    this.#attempts += 1;
    if (merchantId !== undefined) this.#served.set(merchantId, this.#attempts);
    this.#busy.set(host, (this.#busy.get(host) ?? 0) + 1);
    this.#total += 1;
  }

  /** Ends an attempt; `well` is false if the answer was late or missing. */
  end(host: string, well: boolean): void {
    const left = (this.#busy.get(host) ?? 1) - 1;
    if (left > 0) this.#busy.set(host, left);
    else this.#busy.delete(host);
    this.#total -= 1;
    if (well) this.#healthy.set(host, true);
    else this.#healthy.delete(host);
  }

  #isHealthy(host: string): boolean {
    return this.#healthy.get(host) === true;
  }

  /** Attempts in flight to hosts that are not healthy. */
  #toOthers(): number {
    let count = 0;
    for (const [host, busy] of this.#busy) if (!this.#isHealthy(host)) count += busy;
    return count;
  }
}
