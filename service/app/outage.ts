import type { Closing } from '../../shared/node/closing.ts';
import { type CancelTimer, type Clock, SECOND } from '../../shared/time/clock.ts';
import { StoreBusy, StoreUnavailable } from '../store/store-errors.ts';

/** How often the service looks during an outage whether the database works again. */
const LOOK_EVERY = SECOND;

export const OUTAGE_BEGAN =
  'the database cannot be used; work that needs it is refused and counted until it can';
export const OUTAGE_ENDED = 'the database can be used again';
export const OUTAGE_LEFT = 'the service stops while the database cannot be used';

/** Writes one line. The error is written with its stack. */
export type OutageLog = {
  readonly error: (details: object, message: string) => void;
  readonly info: (details: object, message: string) => void;
};

/** What an outage needs once the store is open. */
type OutageDeps = {
  readonly log: OutageLog;
  readonly wall: Clock;
  /** Rejects while the store cannot write. */
  readonly check: () => Promise<void>;
};

/**
 * The log of an outage of the database: one line with the error when it begins, and one with the number of
 * refused requests and other work when it ends. Without it, each refused request would have its own stack.
 */
export class Outage {
  #deps: OutageDeps | null = null;
  #refused = 0;
  #lasts = false;
  #begun = 0;
  #cancel: CancelTimer = () => {};

  /** From now on, errors of the store begin an outage; the end of `closing` ends that. */
  watch(deps: OutageDeps, closing: Closing): void {
    this.#deps = deps;
    closing.add(() => {
      this.#cancel();
      this.#deps = null;
      if (this.#lasts) deps.log.error(this.#sum(), OUTAGE_LEFT);
      this.#lasts = false;
    });
  }

  /**
   * Counts work that failed with this error. Returns true if the error is a part of an outage, so that it
   * gets no line of its own.
   */
  refused(error: unknown): boolean {
    const isPart = this.noticed(error) || (this.#lasts && error instanceof StoreBusy);
    if (isPart) this.#refused += 1;
    return isPart;
  }

  /** Begins an outage with an error that refused nobody, such as that of the readiness check. */
  noticed(error: unknown): boolean {
    const deps = this.#deps;
    if (deps === null || !(error instanceof StoreUnavailable)) return false;
    if (!this.#lasts) {
      this.#lasts = true;
      this.#refused = 0;
      this.#begun = performance.now();
      deps.log.error({ error }, OUTAGE_BEGAN);
      this.#lookLater(deps);
    }
    return true;
  }

  #lookLater(deps: OutageDeps): void {
    this.#cancel = deps.wall.after(LOOK_EVERY, () => {
      deps.check().then(
        () => this.#ended(deps),
        () => {
          if (this.#lasts) this.#lookLater(deps);
        },
      );
    });
  }

  #ended({ log }: OutageDeps): void {
    if (!this.#lasts) return;
    this.#lasts = false;
    log.info(this.#sum(), OUTAGE_ENDED);
  }

  #sum() {
    return {
      refused: this.#refused,
      seconds: Math.round((performance.now() - this.#begun) / SECOND),
    };
  }
}
