import { LruMap } from '../../shared/limits/lru-map.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';

/** Number of hosts whose last attempt is remembered. */
const HOSTS_REMEMBERED = 10_000;

/**
 * Counts the attempts in flight and decides where one more may go. A host whose last answer was
 * late or missing is unhealthy: it gets one attempt at a time, and all unhealthy hosts together get
 * half of the places, so that unresponsive hosts never take the places of working ones.
 */
export class HostLoad {
  readonly #busy = new Map<string, number>();
  readonly #sick = new LruMap<string, true>(HOSTS_REMEMBERED);
  #total = 0;

  /** How many more attempts to this host may start. */
  room(host: string): number {
    const sick = this.#isSick(host);
    const own = this.#busy.get(host) ?? 0;
    const most = sick ? LIMITS.callbacksPerSickHost : LIMITS.callbacksPerHost;
    const places = sick
      ? LIMITS.callbacksToSickHosts - this.#toSickHosts()
      : LIMITS.callbacksAtOnce - this.#total;
    return Math.max(0, Math.min(most - own, places, LIMITS.callbacksAtOnce - this.#total));
  }

  begin(host: string): void {
    this.#busy.set(host, (this.#busy.get(host) ?? 0) + 1);
    this.#total += 1;
  }

  /** `well` is false when the answer was late or missing. */
  end(host: string, well: boolean): void {
    const left = (this.#busy.get(host) ?? 1) - 1;
    if (left > 0) this.#busy.set(host, left);
    else this.#busy.delete(host);
    this.#total -= 1;
    if (well) this.#sick.delete(host);
    else this.#sick.set(host, true);
  }

  #isSick(host: string): boolean {
    return this.#sick.get(host) === true;
  }

  #toSickHosts(): number {
    let count = 0;
    for (const [host, busy] of this.#busy) if (this.#isSick(host)) count += busy;
    return count;
  }
}
