import { type MoneyInteger, money } from '../money/money.ts';

/*
 * The three-way close: what the till booked of each payment, what the service's ledger has, and what was settled. The
 * ledger is what the other two are compared with, because money moves there (D-314).
 */

/** A capture or a refund as one of the three has it. Tips are part of the amount. */
export type Movement = {
  readonly tid: string;
  readonly kind: 'capture' | 'refund';
  /** Business day, `YYYY-MM-DD`. */
  readonly day: string;
  readonly amount: MoneyInteger;
};

export type Place = 'till' | 'service' | 'settlement';

/** What is wrong with a payment. The amounts are sums; null where a place has nothing of it. */
export type Difference = {
  readonly tid: string;
  readonly kind: Movement['kind'];
  readonly what: 'missing' | 'doubled' | 'other_amount' | 'other_day';
  /** Where it is missing, doubled or other than the service has it. */
  readonly place: Place;
  /** The first day on which one of the two has it. */
  readonly day: string;
  readonly service: MoneyInteger | null;
  /** What the till or the settlement has. */
  readonly other: MoneyInteger | null;
};

/** Every difference of one place to the ledger, by day and payment. */
export function differencesOf(
  place: Exclude<Place, 'service'>,
  ledger: readonly Movement[],
  other: readonly Movement[],
): readonly Difference[] {
  const [known, found] = [byPayment(ledger), byPayment(other)];
  const keys = [...new Set([...known.keys(), ...found.keys()])];
  return keys
    .flatMap((key) => differenceOf(place, known.get(key) ?? [], found.get(key) ?? []))
    .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
}

const orderOf = ({ day, tid, kind }: Difference) => `${day} ${tid} ${kind}`;

function byPayment(movements: readonly Movement[]): ReadonlyMap<string, readonly Movement[]> {
  const found = new Map<string, Movement[]>();
  for (const movement of movements) {
    const key = `${movement.tid} ${movement.kind}`;
    const own = found.get(key);
    if (own === undefined) found.set(key, [movement]);
    else own.push(movement);
  }
  return found;
}

/** Of one payment and kind; nothing if both have the same sum on each day. */
function differenceOf(
  place: Exclude<Place, 'service'>,
  service: readonly Movement[],
  other: readonly Movement[],
): readonly Difference[] {
  const [first] = [...service, ...other].sort((a, b) => (a.day < b.day ? -1 : 1));
  if (first === undefined || inDays(service) === inDays(other)) return [];
  const { tid, kind, day } = first;
  const sums = { service: sumOf(service), other: sumOf(other) };
  const found = (what: Difference['what'], where: Place): readonly Difference[] => [
    { tid, kind, what, place: where, day, ...sums },
  ];
  if (other.length === 0) return found('missing', place);
  if (service.length === 0) return found('missing', 'service');
  if (sums.service === sums.other) return found('other_day', place);
  if (isDoubleOf(other, service)) return found('doubled', place);
  if (isDoubleOf(service, other)) return found('doubled', 'service');
  return found('other_amount', place);
}

function sumOf(movements: readonly Movement[]): MoneyInteger | null {
  if (movements.length === 0) return null;
  return money(movements.reduce((sum, { amount }) => sum + amount, 0));
}

/** The sum of each day as text that can be compared. */
function inDays(movements: readonly Movement[]): string {
  const sums = new Map<string, number>();
  for (const { day, amount } of movements) sums.set(day, (sums.get(day) ?? 0) + amount);
  return JSON.stringify([...sums].filter(([, sum]) => sum !== 0).sort());
}

/** Whether `more` has one movement a second time, and nothing else beside `once`. */
function isDoubleOf(more: readonly Movement[], once: readonly Movement[]): boolean {
  const repeated = (sumOf(more) ?? 0) - (sumOf(once) ?? 0);
  return more.filter(({ amount }) => amount === repeated).length > 1;
}
