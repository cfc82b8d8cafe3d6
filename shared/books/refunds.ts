import { quantity, quantityText } from '../bill/quantity.ts';
import { type CashRounding, inCash } from '../cash/rounding.ts';
import type { EntryId } from '../ids/host-ids.ts';
import { byRate, type RatedAmount, sumOf } from '../lines/divide.ts';
import {
  type NamedRate,
  ratesOfLast,
  type SoldLine,
  type Step,
  unnamedRates,
} from '../lines/steps.ts';
import { partOfUnits, payable } from '../lines/units.ts';
import { proportionOf } from '../money/apportion.ts';
import { add, type MoneyInteger, money, subtract, ZERO } from '../money/money.ts';
import { millionths, THOUSANDTH, thousandths } from '../money/units.ts';
import { isSameRate, rateText, roundedRateOf } from '../money/vat.ts';
import { present } from '../objects/present.ts';
import type { RefundedLineRecord } from '../terminal/sale/records.ts';
import type { RefundedGoods } from '../terminal/sale/refunded-goods.ts';
import type { BookFact, BookLine } from './entry.ts';
import type { BookEvent } from './follow.ts';
import { movedBy, type RefundedSale } from './receipts.ts';

/*
 * What of a receipt was refunded, and what a further refund gives back. The steps of a refund are differences, so all
 * of them together give back exactly the receipt, with its VAT.
 */

export type ReceiptFact = Extract<BookFact, { kind: 'receipt' }>;
export type RefundFact = Extract<BookFact, { kind: 'refund' }>;

/** Units of a line of a receipt, by its place there; in thousandths. */
export type ReturnedLine = { readonly line: number; readonly quantity: number };

/** What is left of a receipt. */
export type LeftOfReceipt = {
  readonly total: MoneyInteger;
  readonly tip: MoneyInteger;
  /** Units of each line that were not returned yet, in thousandths. */
  readonly lines: readonly number[];
};

/** A refund notes which line it returned by its place, so that two lines of one product stay apart. */
const returnedUnits = (refunds: readonly RefundFact[], place: number): number =>
  refunds
    .flatMap(({ lines }) => lines)
    .reduce((sum, { of, quantity: units }) => (of === place ? sum + thousandths(units) : sum), 0);

/** What is left of a receipt after its refunds. */
export function leftOf(receipt: ReceiptFact, refunds: readonly RefundFact[]): LeftOfReceipt {
  // A payout has given back already.
  if (receipt.total < 0) return { total: ZERO, tip: ZERO, lines: receipt.lines.map(() => 0) };
  const back = add(ZERO, ...refunds.map(({ total }) => total));
  const tips = add(ZERO, ...refunds.map(({ tip }) => tip));
  return {
    total: subtract(receipt.total, back),
    tip: subtract(receipt.tip, tips),
    lines: receipt.lines.map((line, place) =>
      Math.max(0, thousandths(line.quantity) - returnedUnits(refunds, place)),
    ),
  };
}

/**
 * What one refund can give back of each line of a receipt, with its place there and its share of the VAT; lines of which
 * it can give nothing are left out. A refund of an amount belongs to no line, so less money than lines can be left. Then a
 * line has the units that this money pays for (D-397).
 */
export function linesLeft(
  receipt: ReceiptFact,
  refunds: readonly RefundFact[],
): readonly BookLine[] {
  // Products of the bill were refunded: they are a part of a rate of the lines, as the service has it (D-572).
  if (refunds.some(isOfGoods)) return [];
  const left = leftOf(receipt, refunds);
  const lines = receipt.lines.flatMap((line, place) => {
    const rest = left.lines[place] ?? 0;
    if (rest === 0) return [];
    const units = { all: millionths(line.quantity), rest: BigInt(rest) * THOUSANDTH };
    const before = returnedUnits(refunds, place);
    return (
      payable(units, left.total, (some) =>
        partAt({ line, place, before, units: Number(some / THOUSANDTH) }),
      ) ?? []
    );
  });
  return lines.some(({ total }) => total > 0) ? lines : [];
}

const isOfGoods = ({ lines }: Pick<RefundFact, 'lines'>) =>
  lines.some(({ ofBill }) => ofBill !== undefined);

export type RefundOrder = {
  readonly id: EntryId;
  readonly at: number;
  readonly by: string;
  readonly approvedBy: string;
  readonly reason: string | null;
  /** The lines that come back; null for a refund of an amount. */
  readonly lines: readonly ReturnedLine[] | null;
  /** Of a refund of an amount. */
  readonly amount: MoneyInteger;
  readonly tip: MoneyInteger;
};

export type RefundFault = 'by_phone' | 'nothing' | 'too_much';

/** Decides a refund in cash or by another tender; refuses more than is left of the receipt. */
export function decideRefund(
  receipt: ReceiptFact,
  refunds: readonly RefundFact[],
  order: RefundOrder,
  rounding: CashRounding | null,
):
  | { readonly ok: true; readonly fact: RefundFact }
  | { readonly ok: false; readonly reason: RefundFault } {
  if (receipt.method.kind === 'phone') return { ok: false, reason: 'by_phone' };
  const left = leftOf(receipt, refunds);
  const lines = order.lines === null ? [] : returnedLines(receipt, refunds, order.lines);
  if (lines === null) return { ok: false, reason: 'too_much' };
  const total = order.lines === null ? order.amount : add(ZERO, ...lines.map((one) => one.total));
  const { tip } = order;
  if (total + tip === 0 || total < 0 || tip < 0) return { ok: false, reason: 'nothing' };
  if (total > left.total || tip > left.tip) return { ok: false, reason: 'too_much' };
  const { id, at, by, approvedBy, reason } = order;
  const vat = ratesOfRefund(soldOf(receipt), refunds, { total, lines });
  const exact = add(total, tip);
  const isRest = total === left.total && tip === left.tip;
  const method =
    receipt.method.kind === 'cash'
      ? ({
          kind: 'cash',
          rounding: roundingOfRefund(coinsOf(receipt, refunds), exact, isRest ? 'rest' : rounding),
          received: ZERO,
        } as const)
      : receipt.method;
  const who = { id, at, by, kind: 'refund', of: receipt.id, approvedBy, reason } as const;
  return { ok: true, fact: { ...who, lines, total, vat, tip, method } };
}

/**
 * What coins change in a refund of `exact`. What all refunds so far give back is rounded, and each refund gives what is
 * new of it: so many small refunds together give back what was paid, and never more. The rest is not rounded again.
 */
export function roundingOfRefund(
  { paid, given, back }: Coins,
  exact: MoneyInteger,
  rounding: CashRounding | 'rest' | null,
): MoneyInteger {
  const upToNow = rounding === 'rest' ? paid : Math.min(inCash(add(back, exact), rounding), paid);
  return subtract(money(Math.max(0, upToNow - given)), exact);
}

/** What the rounding of a further refund in cash follows from, in minor units. */
export type Coins = {
  /** What the customer paid, in coins. */
  readonly paid: MoneyInteger;
  /** What the refunds so far gave back in coins, and before their rounding. */
  readonly given: MoneyInteger;
  readonly back: MoneyInteger;
};

export const coinsOf = (receipt: ReceiptFact, refunds: readonly RefundFact[]): Coins => ({
  paid: movedBy(receipt),
  given: add(ZERO, ...refunds.map(movedBy)),
  back: add(ZERO, ...refunds.map(({ total, tip }) => add(total, tip))),
});

/** The parts of lines that come back; null if a line does not have so many units left. */
function returnedLines(
  receipt: ReceiptFact,
  refunds: readonly RefundFact[],
  wanted: readonly ReturnedLine[],
): readonly BookLine[] | null {
  if (new Set(wanted.map(({ line }) => line)).size < wanted.length) return null;
  if (refunds.some(isOfGoods)) return null;
  const lines = wanted.map((one) => partOf(receipt, refunds, one.line, one.quantity));
  return lines.every((line) => line !== null) ? lines : null;
}

/** The part of a line that comes back; null if the line does not have so many units left. */
function partOf(
  receipt: ReceiptFact,
  refunds: readonly RefundFact[],
  place: number,
  units: number,
): BookLine | null {
  const line = receipt.lines[place];
  if (line === undefined) return null;
  const before = returnedUnits(refunds, place);
  if (units <= 0 || before + units > thousandths(line.quantity)) return null;
  return partAt({ line, place, before, units });
}

type Units = {
  readonly line: BookLine;
  readonly place: number;
  /** Units that came back before, and those that come back now; in thousandths. */
  readonly before: number;
  readonly units: number;
};

function partAt({ line, place, before, units }: Units): BookLine {
  const all = thousandths(line.quantity);
  const part = (one: RatedAmount) =>
    partOfUnits(one, [BigInt(before), BigInt(before + units)], BigInt(all));
  const { total, vat } = part(line);
  const gross = part({ ...line, total: line.gross }).total;
  const discount = subtract(gross, total);
  return {
    ...line,
    of: place,
    quantity: quantityText(quantity(units)),
    gross,
    discount,
    total,
    vat,
  };
}

/** What a refund gives back of each tax rate of what was sold, after the refunds before it (D-213, D-250). */
const ratesOfRefund = (
  sold: readonly SoldLine[],
  refunds: readonly Refunded[],
  refund: Refunded,
): readonly RatedAmount[] => ratesOfLast(sold, [...refunds, refund].map(stepOf));

type Refunded = Pick<RefundFact, 'total' | 'lines'>;

const stepOf = ({ total, lines }: Refunded): Step => ({
  amount: total,
  lines: lines.flatMap(({ of: index, quantity: units }) =>
    index === undefined ? [] : [{ index, quantity: units }],
  ),
  rates: lines.filter(({ ofBill }) => ofBill !== undefined),
});

/** What the service divides a refund of a receipt over: what was asked for, where less was captured. */
const soldOf = ({ asked, lines }: ReceiptFact): readonly SoldLine[] =>
  asked === undefined ? lines : asked.map((rate) => ({ ...rate, quantity: '1' }));

/** What can still be named of each tax rate of a receipt (D-572). Of one that was not captured completely nothing. */
export const ratesLeft = (
  receipt: ReceiptFact,
  refunds: readonly RefundFact[],
): readonly NamedRate[] =>
  receipt.asked === undefined ? unnamedRates(receipt.lines, refunds.map(stepOf)) : [];

/** The sale of a receipt. */
export const saleOfReceipt = (receipt: ReceiptFact): RefundedSale => ({
  id: receipt.id,
  sold: soldOf(receipt),
});

/**
 * The entry of a refund that the service has made by phone. `sale` is null if the books do not have it. `refunds` are those
 * before it. Its rates are those that the till has read from the service (D-472), because the books do not know the refunds
 * of other tills.
 */
export function phoneRefundFact(
  event: Extract<BookEvent, { kind: 'phone_refund' }>,
  sale: RefundedSale | null,
  refunds: readonly RefundFact[],
): RefundFact {
  const { id, at, by, approvedBy, tid, amount: total, tip, reason, otherReceipt } = event;
  const sold = event.lines.map((line) => bookLineOf(line, sale));
  const { goods = [] } = event;
  const unsettled = [...sold, ...goods.map(goodsLine)];
  // A line of a sale that the books do not have knows its own VAT.
  const own = sale === null && sold.length > 0 ? byRate(sold) : undefined;
  const refunded = { total, lines: unsettled };
  const vat = event.rates ?? own ?? ratesOfRefund(sale?.sold ?? [], refunds, refunded);
  const lines = [...sold, ...goodsLines(goods, vat)];
  const method = { kind: 'phone', tid } as const;
  const who = { id, at, by, kind: 'refund', of: sale?.id ?? null, approvedBy } as const;
  // A sale of these books is none of another till, whatever the refund was called.
  const other = sale === null ? present({ otherReceipt }) : {};
  return { ...who, ...other, reason, lines, total, vat, tip, method };
}

/**
 * The entry of what a refund of products of a bill gave back in cash or by another tender. `receipt` is that of the payment;
 * null if the books do not have it any more.
 */
export function shareRefundFact(
  { id, at, by, approvedBy, reason, receipt: of, goods, method }: ShareRefund,
  receipt: ReceiptFact | null,
  refunds: readonly RefundFact[],
): RefundFact {
  const unsettled = goods.map(goodsLine);
  const total = add(ZERO, ...goods.map((one) => one.total));
  const sold = receipt === null ? unsettled : soldOf(receipt);
  const vat = ratesOfRefund(sold, refunds, { total, lines: unsettled });
  const lines = goodsLines(goods, vat);
  const who = { id, at, by, kind: 'refund', of, approvedBy, reason } as const;
  return { ...who, lines, total, vat, tip: ZERO, method };
}

type ShareRefund = Extract<BookEvent, { kind: 'share_refund' }>;

/** A part of a line of a bill, without its VAT. */
const goodsLine = ({ line, product, name, quantity: units, vatRate, total }: RefundedGoods) => {
  const amounts = { gross: total, discount: ZERO, total, vat: ZERO };
  return { product, name, ofBill: line, quantity: units, vatRate, ...amounts } satisfies BookLine;
};

/** The same with its part of the VAT that the refund states at its rate. */
function goodsLines(
  goods: readonly RefundedGoods[],
  rates: readonly RatedAmount[],
): readonly BookLine[] {
  return goods.map((one, place) => {
    const isSame = ({ vatRate }: Pick<RatedAmount, 'vatRate'>) => isSameRate(vatRate, one.vatRate);
    const stated = sumOf(rates.filter(isSame));
    const upTo = (end: number) => {
      const before = add(
        ZERO,
        ...goods
          .slice(0, end)
          .filter(isSame)
          .map(({ total }) => total),
      );
      return proportionOf(stated.vat, before, stated.total);
    };
    return { ...goodsLine(one), vat: subtract(upTo(place + 1), upTo(place)) };
  });
}

function bookLineOf(line: RefundedLineRecord, sale: RefundedSale | null): BookLine {
  const { index, product, name, quantity: units, total, vat } = line;
  const amounts = { gross: total, discount: ZERO, total, vat };
  return { product, name, of: index, quantity: units, vatRate: rateIn(sale, line), ...amounts };
}

/**
 * The rate of a returned line as the sale writes it. The record has hundredths of a per cent alone: zero stands for no
 * known rate and for 0 %, and a register can write 25 % in several ways.
 */
function rateIn(sale: RefundedSale | null, { index, rate }: RefundedLineRecord): string | null {
  const isIt = ({ vatRate }: RatedAmount) => roundedRateOf(vatRate) === rate;
  const line = sale?.sold[index];
  const known = line !== undefined && isIt(line) ? line : sale?.sold.find(isIt);
  return known === undefined ? (rate === 0 ? null : rateText(rate)) : known.vatRate;
}
