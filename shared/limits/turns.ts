import { LruMap } from './lru-map.ts';

/** Number of names, and of owners, whose last attempt is remembered. */
const REMEMBERED = 10_000;

/** What waits for an attempt: a receiver and whose it is. */
export type Waiting = { readonly name: string; readonly owner: string };

/** Places for attempts. */
export type TurnBounds = {
  readonly atOnce: number;
  /** Of one healthy name. */
  readonly perHealthy: number;
  /** Of one other name, and of all others together. */
  readonly perOther: number;
  readonly ofOthers: number;
};

/**
 * Counts the attempts in flight and decides which receivers may get one more. A receiver is healthy after an
 * answer in time. All others, also those without an attempt so far, get few attempts at a time, and together a part
 * of the places. Unresponsive receivers therefore never take the places of working ones. Owners get these places in
 * turn, and so do the receivers of an owner: an owner with any number of unresponsive receivers delays another owner
 * by at most one attempt.
 */
export class Turns {
  readonly #bounds: TurnBounds;
  readonly #busy = new Map<string, number>();
  readonly #healthy = new LruMap<string, true>(REMEMBERED);
  /** Names that wait for an attempt with their owners, the longest wait first. */
  #waiting = new Map<string, string>();
  /** The number of the last attempt for each owner. */
  readonly #served = new LruMap<string, number>(REMEMBERED);
  #attempts = 0;
  #total = 0;

  constructor(bounds: TurnBounds) {
    this.#bounds = bounds;
  }

  /** Names that wait in the order of their turns: an attempt moves its owner, and its name among the owner's, to the end. */
  inTurn(due: readonly Waiting[]): readonly string[] {
    const owners = new Map(due.map(({ name, owner }) => [name, owner]));
    const before = [...this.#waiting].filter(([name]) => owners.has(name));
    this.#waiting = new Map([...before, ...owners]);
    const rounds = new Map<string, number>();
    const turns = [...this.#waiting].map(([name, owner]) => {
      const round = rounds.get(owner) ?? 0;
      rounds.set(owner, round + 1);
      return { name, round, served: this.#served.get(owner) ?? 0 };
    });
    return turns
      .toSorted((one, other) => one.round - other.round || one.served - other.served)
      .map(({ name }) => name);
  }

  /** How many more attempts to this name may start. */
  room(name: string): number {
    const { atOnce, perHealthy, perOther, ofOthers } = this.#bounds;
    const healthy = this.#isHealthy(name);
    const own = this.#busy.get(name) ?? 0;
    const most = healthy ? perHealthy : perOther;
    const places = healthy ? atOnce - this.#total : ofOthers - this.#toOthers();
    return Math.max(0, Math.min(most - own, places, atOnce - this.#total));
  }

  begin(name: string): void {
    const owner = this.#waiting.get(name);
    this.#waiting.delete(name);
    this.#attempts += 1;
    if (owner !== undefined) this.#served.set(owner, this.#attempts);
    this.#busy.set(name, (this.#busy.get(name) ?? 0) + 1);
    this.#total += 1;
  }

  /** Ends an attempt; `well` is false if the answer was late or missing. */
  end(name: string, well: boolean): void {
    const left = (this.#busy.get(name) ?? 1) - 1;
    if (left > 0) this.#busy.set(name, left);
    else this.#busy.delete(name);
    this.#total -= 1;
    if (well) this.#healthy.set(name, true);
    else this.#healthy.delete(name);
  }

  #isHealthy(name: string): boolean {
    return this.#healthy.get(name) === true;
  }

  /** Attempts in flight to names that are not healthy. */
  #toOthers(): number {
    let count = 0;
    for (const [name, busy] of this.#busy) if (!this.#isHealthy(name)) count += busy;
    return count;
  }
}
