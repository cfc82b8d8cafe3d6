import { z } from 'zod';
import type { ClientResult } from '../../client/result.ts';
import { soldItem } from '../../lines/line-item.ts';
import {
  type NamedRate,
  namedRates,
  ratesOfLast,
  type Step,
  unnamedRates,
} from '../../lines/steps.ts';
import { type MoneyInteger, money } from '../../money/money.ts';
import { present } from '../../objects/present.ts';
import type { RefundLine } from '../../payment/refund-lines.ts';
import { type LineItem, lineItem, totalOf as totalOfLines } from '../../protocol/line-items.ts';
import type { Outcome } from '../../protocol/outcome.ts';
import { outcomeOf } from '../engine/service-client.ts';
import type { OutcomeAnswer } from '../sale/events.ts';
import { restOf, type Sums, sumOf } from '../sale/parts.ts';
import type { RefundEndedRecord } from '../sale/records.ts';
import type { TerminalSettings } from '../sale/settings.ts';
import { problem, type RefundAnswer, type RefundFacts } from './refund.ts';
import type { RefundClient } from './send.ts';

/** What of a payment can still be refunded, as the service and the open refunds of this till have it. */
export type Refundable = {
  /** Of every amount here, from the service's answer. It is the till's own: {@link readRefundable} refuses any other. */
  readonly currency: string;
  /** Captured, not refunded, and not part of an open refund of this till. */
  readonly left: Sums;
  /** The sold lines, in their order; none if the payment cannot be refunded by line (D-250). */
  readonly items: readonly LineItem[];
  /** The lines that were refunded, also by other tills, and those of open refunds of this till. */
  readonly refunded: readonly RefundLine[];
  /** What can still be named of each tax rate; none if the payment was not captured completely (D-572). */
  readonly rates: readonly NamedRate[];
};

/** The outcome of a payment as a refund reads it. */
export type ReadPayment = {
  readonly outcome: OutcomeAnswer;
  readonly refundable: Refundable;
  /** All lines that the payment asked for, also where a part was captured; null if they could not be read. */
  readonly asked: readonly LineItem[] | null;
  /** The refunds so far, without additional amounts: those of the service, and those of this till that it does not show. */
  readonly steps: readonly Step[];
};

/** A payment of the till's currency, or why its refund cannot begin. */
type ReadAnswer = { readonly ok: true; readonly value: ReadPayment } | RefusedRefund;
type RefusedRefund = Extract<RefundAnswer, { readonly ok: false }>;

/**
 * Reads what is left to refund of a payment. With `lines` its sold lines must be read too. A payment in another currency
 * than the till's is refused (D-406): screens, books and approvals of a till have amounts of one currency. Never rejects.
 */
export async function readRefundable(
  tid: string,
  lines: boolean,
  { client, settings, signal, refunds }: ReadDeps,
): Promise<ReadAnswer> {
  const options = { deadline: settings.readDeadline, signal };
  const openBefore = new Set([...refunds.values()].filter(isOpen).map(({ id }) => id));
  const read = await client.paymentOutcome(tid, {}, options).catch(() => null);
  if (read?.ok !== true) return notRead(read);
  const { currency } = read.value;
  if (currency !== settings.currency) return problem('other_currency');
  const outcome = outcomeOf(read.value);
  const detail = await client.paymentRead(tid, options).catch(() => null);
  if (lines && detail?.ok !== true) return notRead(detail);
  const asked = detail?.ok === true ? itemsIn(detail.value.line_items) : null;
  const own = notShown(tid, outcome, refunds, openBefore);
  const steps = [...stepsIn(read.value), ...own.map(stepOf)];
  const sold = lines && asked !== null ? soldLines(asked, read.value) : [];
  const refundable: Refundable = {
    currency,
    left: leftOf(outcome, own),
    // After a refund of goods the service takes no line: they are a part of a rate of the lines.
    items: steps.some(({ rates = [] }) => rates.length > 0) ? [] : sold,
    refunded: [...refundedLines(read.value), ...own.flatMap((one) => one.lines ?? [])],
    rates: unnamedRates(sold.map(soldItem), steps),
  };
  return { ok: true, value: { outcome, refundable, asked, steps } };
}

/** The refunds of a payment in the order in which the service has made them. */
const stepsIn = ({ refunds }: Outcome): readonly Step[] =>
  refunds.map(({ amount, line_items, rates }) => ({
    amount: money(amount),
    ...present({ lines: line_items, rates: rates?.map(namedRate) }),
  }));

const namedRate = ({ vat_rate: vatRate, total }: { vat_rate: string | null; total: number }) => ({
  vatRate,
  total: money(total),
});

const stepOf = ({ part, lines, goods }: RefundFacts): Step => ({
  amount: part.amount,
  ...present({ lines, rates: goods === undefined ? undefined : namedRates(goods) }),
});

/** What a refund gives back of each rate, as the service divides it; undefined for a payment without lines (D-472). */
export function ratesOf(asked: readonly LineItem[], steps: readonly Step[]): Rates | undefined {
  return asked.length === 0 ? undefined : ratesOfLast(asked.map(soldItem), steps);
}
type Rates = NonNullable<RefundEndedRecord['rates']>;

/** A refund that the service has made: the payment's outcome, and its rates after the refunds before it. */
export type MadeRefund = { readonly outcome: OutcomeAnswer; readonly rates: Rates | undefined };

/**
 * Reads what a refund gave back after the service has made it. Its place among the refunds of the payment is known then,
 * also if other tills refund at the same time (D-571). Null: no answer. Never rejects.
 */
export async function readMade(
  tid: string,
  refund: string,
  { client, settings, signal }: Omit<ReadDeps, 'refunds'>,
): Promise<MadeRefund | null> {
  const options = { deadline: settings.readDeadline, signal };
  const read = await client.paymentOutcome(tid, {}, options).catch(() => null);
  const detail = await client.paymentRead(tid, options).catch(() => null);
  if (read?.ok !== true) return null;
  const outcome = outcomeOf(read.value);
  const place = read.value.refunds.findIndex(({ id }) => id === refund);
  const asked = detail?.ok === true ? itemsIn(detail.value.line_items) : null;
  const steps = stepsIn(read.value).slice(0, place + 1);
  return { outcome, rates: place < 0 ? undefined : ratesOf(asked ?? [], steps) };
}

function itemsIn(given: readonly unknown[]): readonly LineItem[] | null {
  return z.array(lineItem).safeParse(given).data ?? null;
}

type ReadDeps = {
  readonly client: RefundClient;
  readonly settings: TerminalSettings;
  readonly signal: AbortSignal;
  readonly refunds: ReadonlyMap<string, RefundFacts>;
};

const isOpen = ({ end }: RefundFacts) => end === null;

/**
 * Refunds of this till that the outcome does not show. One that was open before the outcome was read can be
 * done now: the outcome may still be the one from before it.
 */
function notShown(
  tid: string,
  { refunds: shown = [] }: OutcomeAnswer,
  refunds: ReadonlyMap<string, RefundFacts>,
  openBefore: ReadonlySet<string>,
): readonly RefundFacts[] {
  return [...refunds.values()].filter((one) => {
    if (one.tid !== tid || shown.some(({ id }) => id === one.id)) return false;
    return isOpen(one) || (one.end?.how === 'done' && openBefore.has(one.id));
  });
}

function leftOf(outcome: OutcomeAnswer, own: readonly RefundFacts[]): Sums {
  const gone = sumOf([...(outcome.refunds ?? []), ...own.map((one) => one.part)]);
  return restOf(sumOf(outcome.captures ?? []), gone);
}

function refundedLines({ refunds }: Outcome): readonly RefundLine[] {
  return refunds
    .flatMap(({ line_items = [] }) => line_items)
    .map(({ index, quantity, total }) => ({ index, quantity, total }));
}

/** The lines of a payment that was captured completely. Of a part it is not known which lines it is. */
function soldLines(asked: readonly LineItem[], { captures }: Outcome): readonly LineItem[] {
  const captured: MoneyInteger = money(captures.reduce((sum, { amount }) => sum + amount, 0));
  return totalOfLines(asked) === captured ? asked : [];
}

/** Why a payment could not be read; null: the request failed without an answer. */
function notRead(read: ClientResult<unknown> | null): RefusedRefund {
  const isUnknown =
    read?.ok === false && read.error.kind === 'refused' && read.error.status === 404;
  return problem(isUnknown ? 'unknown_payment' : 'service_away');
}
