import { priceOf, type RawBill, readBill } from './bill.ts';
import { type Amount, sum } from './exact.ts';

/* Each decrease of an order is an entry of the books, with the amount by which the order became smaller. */

/** A command on a bill that took effect. */
export type BillChange = {
  readonly act: string;
  /** The line that it names. */
  readonly line: string | null;
  readonly before: RawBill;
  readonly after: RawBill;
};

/** By bill and act: what was taken away. */
type Decreases = Map<string, Amount>;

export function compareCorrections(
  till: string,
  lines: readonly string[],
  changes: readonly BillChange[],
  find: (finding: string) => void,
): void {
  const booked: Decreases = new Map();
  for (const line of lines) {
    const { fact } = JSON.parse(line);
    if (fact.kind === 'correction') note(booked, `${fact.act} ${fact.bill}`, BigInt(fact.amount));
  }
  const own: Decreases = new Map();
  for (const change of changes) {
    const [act, amount] = decrease(change);
    if (act !== null && amount > 0n) note(own, `${act} ${change.before.id}`, amount);
  }
  for (const name of new Set([...booked.keys(), ...own.keys()])) {
    const [one, other] = [booked.get(name) ?? 0n, own.get(name) ?? 0n];
    if (one !== other) find(`${till}, reader: corrections, ${name} are ${one} and ${other}`);
  }
}

const note = (of: Decreases, name: string, amount: Amount) =>
  of.set(name, (of.get(name) ?? 0n) + amount);

function decrease({ act, line, before, after }: BillChange): readonly [string | null, Amount] {
  // What was ordered: returned deposits of a bill that nobody paid took nothing from it (D-530).
  if (act === 'clear') return ['cleared', readBill(before).total - returnedOn(before)];
  if (act !== 'remove' && act !== 'set_quantity' && act !== 'options') return [null, 0n];
  const named = before.lines.find(({ id }) => id === line);
  // A return that is taken back takes nothing from an order.
  if (named === undefined || named.kind === 'deposit_return') return [null, 0n];
  const price = ({ lines }: RawBill) => sum(lines.map(priceOf));
  return [act === 'remove' ? 'removed' : 'reduced', price(before) - price(after)];
}

/** What its returned deposits are worth; negative. */
const returnedOn = ({ lines }: RawBill): Amount =>
  sum(lines.filter(({ kind }) => kind === 'deposit_return').map(priceOf));
