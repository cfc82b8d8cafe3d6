import type { Timeline } from './timeline.ts';

/**
 * Every fault that a test can cause: the part that fails, how it fails, and what then happens. Types, the
 * checks of a call and the table in docs/guides/test-your-till.md derive from this list.
 */
export const FAULTS = {
  response: {
    lose: 'the service carries out the request, and its reply is lost',
    cut: 'the connection breaks before the request reaches the service',
    delay: 'the service carries out the request, and the reply arrives `seconds` later (20)',
    repeat: 'the network delivers the request twice',
    status: 'the service answers with `status` (503) and does nothing else',
  },
  push: {
    cut: 'the connection for events breaks, and the till connects again',
    away: 'the connection for events breaks and stays away until `clear`',
  },
  callback: {
    refuse: 'the receiver answers 500',
    hang: 'the receiver does not answer until the clock moves, and then closes the connection',
    lose: 'the receiver handles the callback, and its answer is lost',
  },
  printer: {
    no_paper: 'the printer reports that it has no paper',
    offline: 'the printer reports that it is offline',
  },
  machine: {
    fails: 'the vending machine reports that it could not deliver',
    silent: 'the vending machine delivers nothing and answers nothing about the order',
  },
  disk: {
    full: 'the disk has no space for the next write of the journal',
    broken: 'the disk reports an error for the next write of the journal',
  },
  kill: {
    before_write: 'the till is killed before its next journal record is written',
    after_write: 'the till is killed after its next journal record is durable',
    before_request: 'the till is killed before its next request is sent',
    after_request: 'the till is killed after the service has carried out its next request',
  },
} as const;

export type FaultPart = keyof typeof FAULTS;
export type FaultOf<P extends FaultPart> = keyof (typeof FAULTS)[P] & string;

/** The calls of the payment API that a fault of `response` or `kill` can be limited to. */
export type PaymentCall = 'create' | 'outcome' | 'update';

export type FaultOptions = {
  /** How many times it happens: 1 unless given; `Infinity` until `clear`. */
  readonly times?: number;
  /** Only this call of the payment API. By default each of the three, and no other request. */
  readonly of?: PaymentCall;
  /** Of `delay`: seconds of the shop's clock. */
  readonly seconds?: number;
  /** Of `status`: the status of the answer. */
  readonly status?: number;
};

/** A fault that happens now. */
export type DueFault<P extends FaultPart> = FaultOptions & { readonly fault: FaultOf<P> };

/** The faults of a shop. */
export interface Faults {
  /**
   * Causes a fault the next time its part works, such as `next('response', 'lose')`. Faults of one part
   * happen in the order of these calls. Throws for a fault that is not in `FAULTS`.
   */
  next<P extends FaultPart>(part: P, fault: FaultOf<P>, options?: FaultOptions): void;
  /** Removes the faults that have not happened, of one part or of all. */
  clear(part?: FaultPart): void;
}

export type FaultBox = Faults & {
  /**
   * The fault that happens to this part now, or null. It counts as happened. `among` are the faults that
   * are possible at this point.
   */
  take<P extends FaultPart>(
    part: P,
    call?: PaymentCall | null,
    among?: readonly FaultOf<P>[],
  ): DueFault<P> | null;
  /** Calls `listener` after every `next` and every `clear`. */
  onChange(listener: (part: FaultPart | null) => void): void;
};

type Waiting = {
  readonly part: FaultPart;
  readonly fault: string;
  readonly options: FaultOptions;
  left: number;
};

/** Every fault of a part. */
function possible<P extends FaultPart>(part: P): readonly FaultOf<P>[] {
  return Object.keys(FAULTS[part]) as FaultOf<P>[];
}

export function createFaults(timeline: Timeline): FaultBox {
  let waiting: Waiting[] = [];
  const listeners: ((part: FaultPart | null) => void)[] = [];
  const changed = (part: FaultPart | null) => {
    for (const listener of listeners) listener(part);
  };

  return {
    next(part, fault, options = {}) {
      const known: Readonly<Record<string, string>> | undefined = FAULTS[part];
      if (known?.[fault] === undefined) {
        const names = Object.keys(known ?? FAULTS).join(', ');
        throw new Error(`There is no fault "${part}", "${fault}"; there are: ${names}.`);
      }
      const { times = 1 } = options;
      if (!(times >= 1)) throw new Error('A fault happens at least one time.');
      waiting.push({ part, fault, options, left: times });
      timeline.add('fault', `set: ${part} ${fault}${times === 1 ? '' : `, ${times} times`}`);
      changed(part);
    },
    clear(part) {
      waiting = waiting.filter((one) => part !== undefined && one.part !== part);
      timeline.add('fault', `cleared: ${part ?? 'all'}`);
      changed(part ?? null);
    },
    take<P extends FaultPart>(
      part: P,
      call: PaymentCall | null = null,
      among: readonly FaultOf<P>[] = possible(part),
    ): DueFault<P> | null {
      const found = waiting.find(
        (one) =>
          one.part === part &&
          among.some((fault) => fault === one.fault) &&
          (one.options.of === undefined || one.options.of === call),
      );
      if (found === undefined) return null;
      found.left -= 1;
      if (found.left <= 0) waiting = waiting.filter((one) => one !== found);
      timeline.add('fault', `${part} ${found.fault}`);
      return { ...found.options, fault: found.fault as FaultOf<P> };
    },
    onChange(listener) {
      listeners.push(listener);
    },
  };
}
