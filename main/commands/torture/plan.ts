import { createHash } from 'node:crypto';

/** A sale that the till is told to make. Amounts are minor units of the currency. */
export type Sale = {
  readonly id: string;
  /** Counted from 1; the number that `--only-sale` names. */
  readonly number: number;
  /** No two sales of a run have the same amount, so that a payment request names its sale. */
  readonly amount: number;
};

/** What a request to the service does, as far as faults and the auditor distinguish it. */
export const OPERATIONS = ['create', 'read', 'capture', 'release', 'abort', 'change'] as const;
export type Operation = (typeof OPERATIONS)[number];

export const FAULTS = [
  'lose the request',
  'lose the reply',
  'cut the reply',
  'delay the request',
  'delay the reply',
  'repeat the request',
  'deliver later',
  'cut the events',
  'kill before',
  'kill after',
] as const;
export type FaultName = (typeof FAULTS)[number];

/** What happens to one exchange; `delay` is in milliseconds. */
export type Fault = { readonly name: FaultName | 'none'; readonly delay: number };

/**
 * `late` approves when the till has reported that the sale is not paid; `at abort` approves in the
 * moment in which the service gets the till's abort. Both approve at the end at the latest.
 */
export const CUSTOMERS = ['approves', 'rejects', 'slow', 'late', 'at abort', 'never'] as const;
export type CustomerName = (typeof CUSTOMERS)[number];

/** What the people of one sale do. Times are in milliseconds. */
export type People = {
  readonly customer: CustomerName;
  /** Time between the request and the answer of the customer. */
  readonly thinks: number;
  /** Time between the first request of the sale and the cashier's cancellation; null for none. */
  readonly cancelAfter: number | null;
};

/** Parts of a hundred; exchanges without a part have no fault. */
const FAULT_SHARES: readonly (readonly [FaultName, number])[] = [
  ['lose the request', 7],
  ['lose the reply', 8],
  ['cut the reply', 4],
  ['delay the request', 4],
  ['delay the reply', 4],
  ['repeat the request', 5],
  ['deliver later', 4],
  ['cut the events', 2],
  ['kill before', 1],
  ['kill after', 1.5],
];

const CUSTOMER_SHARES: readonly (readonly [CustomerName, number])[] = [
  ['approves', 60],
  ['rejects', 8],
  ['slow', 8],
  ['late', 8],
  ['at abort', 8],
  ['never', 8],
];

/** Exchanges of one kind of one sale that can have a fault. Later ones pass, so that a sale ends. */
const FAULTY_EXCHANGES = 6;
const DELAY_MAX = 400;

/** A number from 0 up to 1 that depends on the arguments alone. */
export function fraction(...parts: readonly (string | number)[]): number {
  const digest = createHash('sha256').update(parts.join('/')).digest();
  return digest.readUInt32BE(0) / 2 ** 32;
}

function choose<T>(shares: readonly (readonly [T, number])[], at: number): T | null {
  let left = at * 100;
  for (const [name, share] of shares) {
    left -= share;
    if (left < 0) return name;
  }
  return null;
}

/** The sale of a number. Neighbouring amounts differ by 6 at least. */
export function saleOf(seed: number, number: number): Sale {
  const last = 3 + Math.floor(fraction(seed, number, 'amount') * 5);
  return { id: `s${number}`, number, amount: 1_600 + 10 * number + last };
}

/**
 * The fault of an exchange. `occurrence` counts the exchanges of this operation and sale from 0. The
 * result depends on the arguments alone: neither on the clock nor on other sales.
 */
export function faultOf(
  seed: number,
  sale: number,
  operation: Operation,
  occurrence: number,
): Fault {
  const key = [seed, sale, operation, occurrence] as const;
  const delay = 20 + Math.floor(fraction(...key, 'delay') * DELAY_MAX);
  if (occurrence >= FAULTY_EXCHANGES) return { name: 'none', delay };
  return { name: choose(FAULT_SHARES, fraction(...key, 'fault')) ?? 'none', delay };
}

/** What customer and cashier do in a sale. */
export function peopleOf(seed: number, sale: number): People {
  const customer = choose(CUSTOMER_SHARES, fraction(seed, sale, 'customer')) ?? 'never';
  const chance = fraction(seed, sale, 'cancel');
  const time = 50 + Math.floor(fraction(seed, sale, 'cancel time') * 450);
  const waits = customer === 'late' || customer === 'at abort' || customer === 'never';
  const thinks = Math.floor(fraction(seed, sale, 'thinks') * 200);
  return {
    customer,
    thinks: customer === 'slow' ? 3_000 + thinks : thinks,
    // Without a cancellation these sales would wait until the request expires.
    cancelAfter: waits || (customer === 'approves' && chance < 0.1) ? time : null,
  };
}
