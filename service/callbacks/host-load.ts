import { LruMap } from '../../shared/limits/lru-map.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';

/** Number of hosts whose last attempt is remembered. */
const HOSTS_REMEMBERED = 10_000;

/**
 * Counts the attempts in flight and decides which hosts may get one more. A host is healthy after an
 * answer in time. All other hosts, also those without an attempt so far, get one attempt at a time,
 * and together half of the places. Unresponsive hosts therefore never take the places of working
 * hosts. They get their places in turn, so that a host with a long queue delays another host by at
 * most one attempt.
 */
export class HostLoad {
  readonly #busy = new Map<string, number>();
  readonly #healthy = new LruMap<string, true>(HOSTS_REMEMBERED);
  /** Hosts that wait for an attempt, the longest wait first. */
  #waiting = new Set<string>();
  #total = 0;

  /** Hosts with due deliveries in the order of their turns: an attempt moves its host to the end. */
  inTurn(due: readonly string[]): readonly string[] {
    const hosts = new Set(due);
    const before = [...this.#waiting].filter((host) => hosts.has(host));
    this.#waiting = new Set([...before, ...due]);
    return [...this.#waiting];
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
    this.#waiting.delete(host);
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
