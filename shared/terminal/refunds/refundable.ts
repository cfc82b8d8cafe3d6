import { z } from 'zod';
import type { ClientResult } from '../../client/result.ts';
import type { MoneyInteger } from '../../money/money.ts';
import { money } from '../../money/money.ts';
import type { RefundLine } from '../../payment/refund-lines.ts';
import { type LineItem, lineItem, totalOf as totalOfLines } from '../../protocol/line-items.ts';
import type { Outcome } from '../../protocol/outcome.ts';
import { outcomeOf } from '../engine/service-client.ts';
import type { OutcomeAnswer } from '../sale/events.ts';
import { restOf, type Sums, sumOf } from '../sale/parts.ts';
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
};

/** The outcome of a payment as a refund reads it. */
export type ReadPayment = {
  readonly outcome: OutcomeAnswer;
  readonly refundable: Refundable;
};

/** A payment of the till's currency, or why its refund cannot begin. */
type ReadAnswer = { readonly ok: true; readonly value: ReadPayment } | RefusedRefund;
type RefusedRefund = Extract<RefundAnswer, { readonly ok: false }>;

/**
 * Reads what is left to refund of a payment. `lines` also reads its sold lines. A payment in another currency than the
 * till's is refused (D-406): screens, books and approvals of a till have amounts of one currency. Never rejects.
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
  const detail = lines ? await client.paymentRead(tid, options).catch(() => null) : undefined;
  if (detail?.ok === false || detail === null) return notRead(detail);
  const own = notShown(tid, outcome, refunds, openBefore);
  const refundable: Refundable = {
    currency,
    left: leftOf(outcome, own),
    items: detail === undefined ? [] : soldLines(detail.value.line_items, read.value),
    refunded: [...refundedLines(read.value), ...own.flatMap((one) => one.lines ?? [])],
  };
  return { ok: true, value: { outcome, refundable } };
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
function soldLines(given: readonly unknown[], { captures }: Outcome): readonly LineItem[] {
  const items = z.array(lineItem).safeParse(given);
  if (!items.success) return [];
  const captured: MoneyInteger = money(captures.reduce((sum, { amount }) => sum + amount, 0));
  return totalOfLines(items.data) === captured ? items.data : [];
}

/** Why a payment could not be read; null: the request failed without an answer. */
function notRead(read: ClientResult<unknown> | null): RefusedRefund {
  const isUnknown =
    read?.ok === false && read.error.kind === 'refused' && read.error.status === 404;
  return problem(isUnknown ? 'unknown_payment' : 'service_away');
}
