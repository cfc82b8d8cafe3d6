import { quantity, quantityText, readQuantity } from '../bill/quantity.ts';
import { addRate, type RateAmounts, sortRates, sumRates } from '../bill/rates.ts';
import { type CashRounding, inCash } from '../cash/rounding.ts';
import { apportion, proportionOf } from '../money/apportion.ts';
import { add, type MoneyInteger, money, subtract, ZERO } from '../money/money.ts';
import { rateText, roundedRateOf } from '../money/vat.ts';
import { present } from '../objects/present.ts';
import { mostUnits } from '../payment/most-units.ts';
import type { RefundedLineRecord } from '../terminal/sale/records.ts';
import type { BookFact, BookLine } from './entry.ts';
import type { BookEvent } from './follow.ts';
import { movedBy, ratesOf } from './receipts.ts';

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

const unitsOf = (line: BookLine): number => readQuantity(line.quantity) ?? 1_000;

/** A refund notes which line it returned by its place, so that two lines of one product stay apart. */
function returnedUnits(refunds: readonly RefundFact[], line: BookLine, place: number): number {
  return refunds
    .flatMap(({ lines }) => lines)
    .reduce((sum, one) => (isPartOf(one, line, place) ? sum + unitsOf(one) : sum), 0);
}

const isPartOf = (one: BookLine, line: BookLine, place: number) =>
  one.of === undefined ? one.product === line.product && one.name === line.name : one.of === place;

/** What is left of a receipt after its refunds. */
export function leftOf(receipt: ReceiptFact, refunds: readonly RefundFact[]): LeftOfReceipt {
  const back = add(ZERO, ...refunds.map(({ total }) => total));
  const tips = add(ZERO, ...refunds.map(({ tip }) => tip));
  return {
    total: subtract(receipt.total, back),
    tip: subtract(receipt.tip, tips),
    lines: receipt.lines.map((line, place) =>
      Math.max(0, unitsOf(line) - returnedUnits(refunds, line, place)),
    ),
  };
}

/**
 * What one refund can give back of each line of a receipt, with its place there and its share of the VAT; lines of which
 * it can give nothing are left out. A refund of an amount belongs to no line, so less money than lines can be left, of the
 * receipt or of a VAT rate. Then a line has the units that this money pays for (D-397).
 */
export function linesLeft(
  receipt: ReceiptFact,
  refunds: readonly RefundFact[],
): readonly BookLine[] {
  const left = leftOf(receipt, refunds);
  const rests = left.lines.flatMap((units, line) => partOf(receipt, refunds, line, units) ?? []);
  const refunded = refundedRates(refunds);
  const lines = rests.flatMap((rest): readonly BookLine[] => {
    const { of: place = 0, vatRate } = rest;
    if (rest.total === 0) return [rest];
    const rate = receipt.vat.find((one) => one.vatRate === vatRate)?.total ?? ZERO;
    const most = Math.min(left.total, subtract(rate, refunded(vatRate).total));
    const ofUnits = (units: bigint) => partOf(receipt, refunds, place, Number(units));
    const sold = receipt.lines[place];
    const isPieces = sold !== undefined && unitsOf(sold) % 1_000 === 0;
    const units = mostUnits(
      BigInt(unitsOf(rest)),
      isPieces ? 1_000n : 1n,
      (some) => (ofUnits(some)?.total ?? ZERO) <= most,
    );
    const part = ofUnits(units);
    return part !== null && part.total > 0 ? [part] : [];
  });
  return lines.some(({ total }) => total > 0) ? lines : [];
}

export type RefundOrder = {
  readonly id: string;
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
  if (receipt.means.kind === 'phone') return { ok: false, reason: 'by_phone' };
  const left = leftOf(receipt, refunds);
  const lines = order.lines === null ? [] : returnedLines(receipt, refunds, order.lines);
  if (lines === null) return { ok: false, reason: 'too_much' };
  const total = order.lines === null ? order.amount : add(ZERO, ...lines.map((one) => one.total));
  const { tip } = order;
  if (total + tip === 0 || total < 0 || tip < 0) return { ok: false, reason: 'nothing' };
  if (total > left.total || tip > left.tip) return { ok: false, reason: 'too_much' };
  const { id, at, by, approvedBy, reason } = order;
  const rates = ratesOf(lines);
  if (exceedRates(receipt, refunds, rates)) return { ok: false, reason: 'too_much' };
  const vat =
    order.lines === null
      ? vatOfAmount(receipt, refunds, total)
      : vatOfLines(receipt, refunds, rates);
  const exact = add(total, tip);
  const isRest = total === left.total && tip === left.tip;
  const means =
    receipt.means.kind === 'cash'
      ? ({
          kind: 'cash',
          rounding: roundingOfRefund(receipt, refunds, exact, isRest ? 'rest' : rounding),
          received: ZERO,
        } as const)
      : receipt.means;
  const who = { id, at, by, kind: 'refund', of: receipt.id, approvedBy, reason } as const;
  return { ok: true, fact: { ...who, lines, total, vat, tip, means } };
}

/**
 * What coins change in a refund of `exact`. What all refunds so far give back is rounded, and each refund gives what is
 * new of it: so many small refunds together give back what was paid, and never more. The rest is not rounded again.
 */
function roundingOfRefund(
  receipt: ReceiptFact,
  refunds: readonly RefundFact[],
  exact: MoneyInteger,
  rounding: CashRounding | 'rest' | null,
): MoneyInteger {
  const paid = movedBy(receipt);
  const given = add(ZERO, ...refunds.map(movedBy));
  const back = add(exact, ...refunds.map(({ total, tip }) => add(total, tip)));
  const upToNow = rounding === 'rest' ? paid : Math.min(inCash(back, rounding), paid);
  return subtract(money(Math.max(0, upToNow - given)), exact);
}

/** The parts of lines that come back; null if a line does not have so many units left. */
function returnedLines(
  receipt: ReceiptFact,
  refunds: readonly RefundFact[],
  wanted: readonly ReturnedLine[],
): readonly BookLine[] | null {
  if (new Set(wanted.map(({ line }) => line)).size < wanted.length) return null;
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
  const before = returnedUnits(refunds, line, place);
  const all = unitsOf(line);
  if (units <= 0 || before + units > all) return null;
  const part = (amount: MoneyInteger) =>
    subtract(proportionOf(amount, before + units, all), proportionOf(amount, before, all));
  return {
    ...line,
    of: place,
    quantity: quantityText(quantity(units)),
    gross: part(line.gross),
    discount: subtract(part(line.gross), part(line.total)),
    total: part(line.total),
    vat: part(line.vat),
  };
}

/** What was refunded of each rate. */
function refundedRates(
  refunds: readonly Pick<RefundFact, 'vat'>[],
): (vatRate: string | null) => RateAmounts {
  const back = new Map<string | null, RateAmounts>();
  for (const rate of refunds.flatMap(({ vat }) => vat)) addRate(back, rate);
  return (vatRate) => back.get(vatRate) ?? { vatRate, total: ZERO, vat: ZERO };
}

/** True if an amount that was refunded before has left too little of a rate for these returned lines. */
function exceedRates(
  receipt: ReceiptFact,
  refunds: readonly RefundFact[],
  rates: readonly RateAmounts[],
): boolean {
  const left = ratesLeft(receipt, refundedRates(refunds));
  return rates.some(({ vatRate, total }) => total > left(vatRate).total);
}

/**
 * The rates of returned lines. The last of a rate has what is left of its VAT. Where an amount that was refunded before has
 * left less of a rate, the difference is taken off the other rates in their proportion, so that no rate gives back more
 * than was sold at it (D-435).
 */
function vatOfLines(
  receipt: ReceiptFact,
  refunds: readonly RefundFact[],
  rates: readonly RateAmounts[],
): readonly RateAmounts[] {
  const left = ratesLeft(receipt, refundedRates(refunds));
  const within = rates.flatMap(({ vatRate, total: wanted, vat: tax }): RateAmounts[] => {
    const rest = left(vatRate);
    const total = money(Math.min(wanted, rest.total));
    const vat = Math.min(proportionOf(tax, total, wanted), rest.vat);
    if (total === 0) return [];
    return [{ vatRate, total, vat: total === rest.total ? rest.vat : money(vat) }];
  });
  const more = subtract(totalOf(rates), totalOf(within));
  const others = vatOfAmount(receipt, [...refunds, { vat: within }], more);
  return sortRates(sumRates([...within, ...others]));
}

const totalOf = (rates: readonly RateAmounts[]) => add(ZERO, ...rates.map(({ total }) => total));

/** What is left of each rate of a receipt; nothing of a rate at which nothing was sold. */
function ratesLeft(
  { vat }: ReceiptFact,
  before: (vatRate: string | null) => RateAmounts,
): (vatRate: string | null) => RateAmounts {
  return (vatRate) => {
    const sold = vat.find((one) => one.vatRate === vatRate);
    const had = before(vatRate);
    return {
      vatRate,
      total: money(Math.max(0, (sold?.total ?? 0) - had.total)),
      vat: money(Math.max(0, (sold?.vat ?? 0) - had.vat)),
    };
  };
}

/** What of each rate goes back with an amount: its part of what is left of that rate. */
function vatOfAmount(
  receipt: ReceiptFact,
  refunds: readonly Pick<RefundFact, 'vat'>[],
  amount: MoneyInteger,
): readonly RateAmounts[] {
  const before = refundedRates(refunds);
  const left = receipt.vat.map(({ vatRate, total }) =>
    money(Math.max(0, total - before(vatRate).total)),
  );
  const parts = apportion(amount, left);
  return receipt.vat.flatMap(({ vatRate, total, vat }, place): RateAmounts[] => {
    const part = parts[place] ?? ZERO;
    const { total: had, vat: hadVat } = before(vatRate);
    const tax = Math.min(
      Math.max(0, proportionOf(vat, add(had, part), total) - hadVat),
      vat - hadVat,
    );
    return part === 0 ? [] : [{ vatRate, total: part, vat: money(tax) }];
  });
}

/** The entry of a refund that the service has made by phone; `receipt` is null if the books do not have it. */
export function phoneRefundFact(
  event: Extract<BookEvent, { kind: 'phone_refund' }>,
  receipt: ReceiptFact | null,
  refunds: readonly RefundFact[],
): RefundFact {
  const { id, at, by, tid, amount: total, tip, reason, otherReceipt } = event;
  const lines = event.lines.map((line) => bookLineOf(line, receipt));
  const vat =
    receipt === null
      ? lines.length === 0 && total > 0
        ? [{ vatRate: null, total, vat: ZERO }]
        : ratesOf(lines)
      : lines.length === 0
        ? vatOfAmount(receipt, refunds, total)
        : vatOfLines(receipt, refunds, ratesOf(lines));
  const means = { kind: 'phone', tid } as const;
  const who = { id, at, by, kind: 'refund', of: receipt?.id ?? null, approvedBy: by } as const;
  // A receipt of these books is none of another till, whatever the refund was called.
  const other = receipt === null ? present({ otherReceipt }) : {};
  return { ...who, ...other, reason, lines, total, vat: withRest(vat, total), tip, means };
}

/** Rates that add up to the total, also where a receipt had less left than the service refunded. */
function withRest(vat: readonly RateAmounts[], total: MoneyInteger): readonly RateAmounts[] {
  const rest = subtract(total, add(ZERO, ...vat.map((rate) => rate.total)));
  if (rest === 0) return vat;
  const rates = new Map(vat.map((rate) => [rate.vatRate, rate]));
  addRate(rates, { vatRate: null, total: rest, vat: ZERO });
  return sortRates(rates.values());
}

function bookLineOf(line: RefundedLineRecord, receipt: ReceiptFact | null): BookLine {
  const { index, product, name, quantity: units, total, vat } = line;
  const amounts = { gross: total, discount: ZERO, total, vat };
  return { product, name, of: index, quantity: units, vatRate: rateIn(receipt, line), ...amounts };
}

/**
 * The rate of a returned line as the receipt writes it. The record has hundredths of a per cent alone: zero stands for no
 * known rate and for 0 %, and a register can write 25 % in several ways.
 */
function rateIn(receipt: ReceiptFact | null, { index, rate }: RefundedLineRecord): string | null {
  const isIt = ({ vatRate }: Pick<BookLine, 'vatRate'>) => roundedRateOf(vatRate) === rate;
  const line = receipt?.lines[index];
  const known = line !== undefined && isIt(line) ? line : receipt?.vat.find(isIt);
  return known === undefined ? (rate === 0 ? null : rateText(rate)) : known.vatRate;
}
