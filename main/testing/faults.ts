import { createListeners } from '../../shared/objects/listeners.ts';
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

/** The calls of the payment API that a fault of a request can be limited to. */
const CALLS = ['create', 'outcome', 'update'] as const;
export type PaymentCall = (typeof CALLS)[number];

type AllOptions = {
  /** How many times it happens: 1 unless given; `Infinity` until `clear`. */
  readonly times: number;
  /** Only this call of the payment API. By default each of the three, and no other request. */
  readonly of: PaymentCall;
  /** Seconds of the shop's clock. */
  readonly seconds: number;
  /** The status of the answer. */
  readonly status: number;
};

/** The faults that have an option. Every fault has `times`. */
const FAULTS_WITH = {
  of: {
    response: ['lose', 'cut', 'delay', 'repeat', 'status'],
    kill: ['before_request', 'after_request'],
  },
  seconds: { response: ['delay'] },
  status: { response: ['status'] },
} as const satisfies Partial<
  Record<keyof AllOptions, { readonly [P in FaultPart]?: readonly FaultOf<P>[] }>
>;
type FaultsWith = typeof FAULTS_WITH;

/** The name of an option if this fault has it. */
type IfIn<O, P, F> = O extends keyof FaultsWith
  ? P extends keyof FaultsWith[O]
    ? [F] extends [Extract<FaultsWith[O][P], readonly unknown[]>[number]]
      ? O
      : never
    : never
  : O;

/** The options of a fault. */
export type FaultOptions<P extends FaultPart, F extends FaultOf<P>> = {
  readonly [O in keyof AllOptions as IfIn<O, P, F>]?: AllOptions[O];
};

/** A fault that happens now. */
export type DueFault<P extends FaultPart> = Partial<AllOptions> & { readonly fault: FaultOf<P> };

/** The faults of a shop. */
export interface Faults {
  /**
   * Causes a fault the next time its part works, such as `next('response', 'lose')`. Faults of one part
   * happen in the order of these calls. Throws for a fault that is not in `FAULTS`, and for an option that
   * the fault does not have.
   */
  next<P extends FaultPart, F extends FaultOf<P>>(
    part: P,
    fault: F,
    options?: FaultOptions<P, F>,
  ): void;
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
  /** The fault that waits longest for this part; null without one. */
  peek<P extends FaultPart>(part: P): FaultOf<P> | null;
  /** Calls `listener` after every `next` and every `clear`. */
  onChange(listener: (change: FaultChange) => void): void;
};

/** A call of `next` or `clear`. `part` is null if the faults of all parts were removed. */
export type FaultChange =
  | { readonly kind: 'set'; readonly part: FaultPart }
  | { readonly kind: 'cleared'; readonly part: FaultPart | null };

type Waiting = {
  readonly part: FaultPart;
  readonly fault: string;
  readonly options: Partial<AllOptions>;
  left: number;
};

/** Every fault of a part. */
function possible<P extends FaultPart>(part: P): readonly FaultOf<P>[] {
  return Object.keys(FAULTS[part]) as FaultOf<P>[];
}

/** Throws for an option that this fault does not have, and for a value without a meaning. */
function checkOptions(part: FaultPart, fault: string, options: Partial<AllOptions>): void {
  const others = Object.entries<{ readonly [P in FaultPart]?: readonly string[] }>(FAULTS_WITH)
    .filter(([, faults]) => faults[part]?.includes(fault))
    .map(([name]) => name);
  const known = ['times', ...others];
  const wrong = Object.keys(options).find((name) => !known.includes(name));
  if (wrong !== undefined) {
    const has = known.join(', ');
    throw new Error(`The fault "${part}", "${fault}" has no option "${wrong}"; it has: ${has}.`);
  }
  const { times = 1, of } = options;
  if (!(times >= 1)) throw new Error('A fault happens at least one time.');
  if (of !== undefined && !CALLS.includes(of)) {
    throw new Error(`There is no call "${of}"; there are: ${CALLS.join(', ')}.`);
  }
}

export function createFaults(timeline: Timeline): FaultBox {
  let waiting: Waiting[] = [];
  const listeners = createListeners<[change: FaultChange]>();

  return {
    next(part: FaultPart, fault: string, options: Partial<AllOptions> = {}) {
      const known: Readonly<Record<string, string>> | undefined = FAULTS[part];
      if (known?.[fault] === undefined) {
        const names = Object.keys(known ?? FAULTS).join(', ');
        throw new Error(`There is no fault "${part}", "${fault}"; there are: ${names}.`);
      }
      checkOptions(part, fault, options);
      const { times = 1 } = options;
      waiting.push({ part, fault, options, left: times });
      timeline.add('fault', `set: ${part} ${fault}${times === 1 ? '' : `, ${times} times`}`);
      listeners.tell({ kind: 'set', part });
    },
    clear(part) {
      waiting = waiting.filter((one) => part !== undefined && one.part !== part);
      timeline.add('fault', `cleared: ${part ?? 'all'}`);
      listeners.tell({ kind: 'cleared', part: part ?? null });
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
    peek<P extends FaultPart>(part: P): FaultOf<P> | null {
      const first = waiting.find((one) => one.part === part);
      return first === undefined ? null : (first.fault as FaultOf<P>);
    },
    onChange: listeners.subscribe,
  };
}
