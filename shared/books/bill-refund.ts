import { quantity, quantityText } from '../bill/quantity.ts';
import type { CashRounding } from '../cash/rounding.ts';
import type { EntryId } from '../ids/host-ids.ts';
import { leftOfRate, type NamedRate } from '../lines/steps.ts';
import { mostUnits } from '../lines/units.ts';
import { proportionOf } from '../money/apportion.ts';
import { add, type MoneyInteger, money, subtract, ZERO } from '../money/money.ts';
import { millionths, THOUSANDTH, thousandths } from '../money/units.ts';
import type { RefundedGoods } from '../terminal/sale/refunded-goods.ts';
import type { BookedMethod, BookLine } from './entry.ts';
import { type Coins, type ReturnedLine, roundingOfRefund } from './refunds.ts';

/*
 * Refunds of products of a bill that was paid in shares (D-572). A product is given back to the payments of the bill in
 * their order: each one gives at most what it has left, and of a tax rate at most what it has left of this rate. So no
 * payment gives back more of a rate than it has taken, and the bill, its receipts, the books and the ledger agree by rate.
 */

/** A payment of a bill, with what of it can still be given back. Minor units. */
export type ShareOfBill = {
  readonly receipt: EntryId;
  /** The number of its receipt. */
  readonly number: number;
  readonly method: BookedMethod;
  /** Without its tip. */
  readonly left: MoneyInteger;
  readonly rates: readonly NamedRate[];
  /** Of cash: what the rounding of a refund follows from, and the tip that is left. */
  readonly coins?: Coins & { readonly tip: MoneyInteger };
};

/** A bill that was paid in shares: its lines, its payments in their order, and what of the lines came back. */
export type SharedBill = {
  readonly lines: readonly BookLine[];
  readonly shares: readonly ShareOfBill[];
  readonly returned: readonly Pick<RefundedGoods, 'line' | 'quantity' | 'total'>[];
};

/** What a refund gives back to one payment. */
export type SharePart = {
  readonly share: ShareOfBill;
  readonly goods: readonly RefundedGoods[];
  readonly total: MoneyInteger;
};

export type BillRefundPlan =
  | { readonly ok: true; readonly parts: readonly SharePart[]; readonly total: MoneyInteger }
  | { readonly ok: false; readonly reason: 'nothing' | 'too_much' };

/** Units of a line that have not come back, in thousandths. */
export function unitsNotBack(
  { lines, returned }: Pick<SharedBill, 'lines' | 'returned'>,
  place: number,
): number {
  const back = returned
    .filter(({ line }) => line === place)
    .map((one) => thousandths(one.quantity));
  const sold = thousandths(lines[place]?.quantity ?? '0');
  return Math.max(0, sold - back.reduce<number>((sum, one) => sum + one, 0));
}

/**
 * What one refund can give back of each line together with `chosen`, in thousandths of its unit. A returned deposit goes
 * back with goods of its rate, so goods count with all deposits that are left. Of a bill that changed between its payments,
 * or of which amounts went back, the payments can have less of a rate than the lines (D-397). Then a line has the units that
 * they can give back.
 */
export function unitsOfBillLeft(
  bill: SharedBill,
  chosen: readonly ReturnedLine[] = [],
): readonly number[] {
  const rests = bill.lines.map((_, place) => unitsNotBack(bill, place));
  // If everything can go back, each part of it can, if need be together with the rest.
  if (planBillRefund(bill, allOfBill(bill)).ok) return rests;
  const isDeposit = (place: number) => (bill.lines[place]?.total ?? 0) < 0;
  const deposits = allOfBill(bill).filter(({ line }) => isDeposit(line));
  const left = bill.lines.map((line, place) => {
    const rest = rests[place] ?? 0;
    // A free line and a returned deposit go back together with others.
    if (rest === 0 || line.total <= 0) return rest;
    const others = chosen.filter((one) => one.line !== place);
    const goods = others.filter((one) => !isDeposit(one.line));
    const counted = (some: bigint) => Number(some / THOUSANDTH);
    const fits = (some: bigint) => {
      const own = { line: place, quantity: counted(some) };
      const choices = [
        [...others, own],
        [...goods, own, ...deposits],
      ];
      return some === 0n || choices.some((choice) => planBillRefund(bill, choice).ok);
    };
    const units = { all: millionths(line.quantity), rest: BigInt(rest) * THOUSANDTH };
    return counted(mostUnits(units, fits));
  });
  const isWorth = left.some((units, place) => units > 0 && (bill.lines[place]?.total ?? 0) > 0);
  return isWorth ? left : left.map(() => 0);
}

/** Everything that is left of the lines of a bill. */
export const allOfBill = (bill: SharedBill): readonly ReturnedLine[] =>
  bill.lines.flatMap((_, line) => {
    const units = unitsNotBack(bill, line);
    return units === 0 ? [] : [{ line, quantity: units }];
  });

/**
 * Divides these units of a bill over its payments. What a line gives back is the part of all its units that came back so
 * far, less what they gave before; so all refunds of a line give back exactly its total.
 */
export function planBillRefund(bill: SharedBill, wanted: readonly ReturnedLine[]): BillRefundPlan {
  const isOnce = new Set(wanted.map(({ line }) => line)).size === wanted.length;
  const isLeft = wanted.every(
    ({ line, quantity: units }) => units > 0 && units <= unitsNotBack(bill, line),
  );
  if (!isOnce || !isLeft) return { ok: false, reason: 'too_much' };
  const rests = bill.shares.map(({ left, rates }) => ({ left, rates, goods: [] as Part[] }));
  const items = wanted.flatMap((one) => itemOf(bill, one) ?? []);
  // A deposit that comes back makes room for goods at the same payment.
  for (const item of items.filter(({ total }) => total < 0)) {
    if (!give(item, rests)) return { ok: false, reason: 'too_much' };
  }
  const first = [...rests].sort((one, other) => other.goods.length - one.goods.length);
  for (const item of items.filter(({ total }) => total > 0)) {
    if (!give(item, first)) return { ok: false, reason: 'too_much' };
  }
  const paying = rests.find(({ goods }) => goods.length > 0);
  if (paying === undefined) return { ok: false, reason: 'nothing' };
  for (const item of items.filter(({ total }) => total === 0)) {
    paying.goods.push({ ...item, part: ZERO, units: item.all });
  }
  const parts = bill.shares.flatMap((share, place): readonly SharePart[] => {
    const goods = (rests[place]?.goods ?? []).map(goodsOf);
    const total = add(ZERO, ...goods.map((one) => one.total));
    return goods.length === 0 ? [] : [{ share, goods, total }];
  });
  // A payment cannot give back nothing, and nobody pays for deposits.
  if (parts.some(({ share, goods, total }) => total <= 0 || !isCovered(share, goods))) {
    return { ok: false, reason: 'too_much' };
  }
  return { ok: true, parts, total: add(ZERO, ...parts.map(({ total }) => total)) };
}

/** What coins change where a payment in cash gives `total` back; nothing for any other payment. */
export function roundingOfShare(
  { left, coins }: ShareOfBill,
  total: MoneyInteger,
  rounding: CashRounding | null,
): MoneyInteger {
  if (coins === undefined) return ZERO;
  const isRest = total === left && coins.tip === 0;
  return roundingOfRefund(coins, total, isRest ? 'rest' : rounding);
}

type Item = {
  readonly place: number;
  readonly line: BookLine;
  /** The units that come back, in thousandths, and their money. */
  readonly all: number;
  readonly total: MoneyInteger;
};

type Part = Item & { readonly part: MoneyInteger; readonly units: number };

/** What of a payment is left while a refund is divided. */
type Rest = { left: MoneyInteger; rates: readonly NamedRate[]; readonly goods: Part[] };

/** What these units of a line give back, whoever pays it. Minor units; negative for a returned deposit. */
export const moneyOfUnits = (bill: SharedBill, wanted: ReturnedLine): MoneyInteger =>
  itemOf(bill, wanted)?.total ?? ZERO;

function itemOf(bill: SharedBill, { line: place, quantity: units }: ReturnedLine): Item | null {
  const line = bill.lines[place];
  if (line === undefined) return null;
  const before = bill.returned.filter((one) => one.line === place);
  const sold = thousandths(line.quantity);
  const upToNow = sold - unitsNotBack(bill, place) + units;
  const given = add(ZERO, ...before.map(({ total }) => total));
  const total = subtract(proportionOf(line.total, upToNow, sold), given);
  return { place, line, all: units, total };
}

/** Gives an item back to payments in this order; false if they do not have so much left. */
function give(item: Item, rests: readonly Rest[]): boolean {
  let done: MoneyInteger = ZERO;
  let units = 0;
  for (const rest of rests) {
    const part = partIn(rest, item, subtract(item.total, done));
    if (part === 0) continue;
    done = add(done, part);
    const upToNow = Number(proportionOf(money(item.all), done, item.total));
    rest.goods.push({ ...item, part, units: upToNow - units });
    rest.left = subtract(rest.left, part);
    rest.rates = [...rest.rates, { vatRate: item.line.vatRate, total: subtract(ZERO, part) }];
    units = upToNow;
  }
  return done === item.total;
}

/** How much of what an item still gives back a payment can give. */
function partIn({ left, rates }: Rest, { line }: Item, still: MoneyInteger): MoneyInteger {
  const ofRate = leftOfRate(rates, line.vatRate);
  if (still > 0) return money(Math.min(still, Math.max(0, ofRate), Math.max(0, left)));
  // Goods of the same rate have to go back to this payment with it.
  if (ofRate > 0) return left > 0 ? still : ZERO;
  return money(Math.max(still, ofRate));
}

/** True if no rate of a payment gives back less than nothing, or than the deposits that it has. */
function isCovered({ rates }: ShareOfBill, goods: readonly RefundedGoods[]): boolean {
  return goods.every(({ vatRate }) => {
    const named = goods.map(({ vatRate: rate, total }) => ({ vatRate: rate, total }));
    return leftOfRate(named, vatRate) >= Math.min(0, leftOfRate(rates, vatRate));
  });
}

const goodsOf = ({ place, line, part, units }: Part): RefundedGoods => ({
  line: place,
  product: line.product,
  name: line.name,
  quantity: quantityText(quantity(units)),
  vatRate: line.vatRate,
  total: part,
});
