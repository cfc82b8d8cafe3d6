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
import type { RefundFacts } from './refund.ts';
import type { RefundClient } from './send.ts';

/** What of a payment can still be refunded, as the service and the open refunds of this till have it. */
export type Refundable = {
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
  readonly outcome: OutcomeAnswer & { readonly currency: string };
  readonly refundable: Refundable;
};

/** Reads what is left to refund of a payment. `lines` also reads its sold lines. */
export async function readRefundable(
  tid: string,
  lines: boolean,
  { client, settings, signal, refunds }: ReadDeps,
): Promise<ClientResult<ReadPayment>> {
  const options = { deadline: settings.readDeadline, signal };
  const openBefore = new Set([...refunds.values()].filter(isOpen).map(({ id }) => id));
  const read = await client.paymentOutcome(tid, {}, options);
  if (!read.ok) return read;
  const { currency } = read.value;
  const outcome = { ...outcomeOf(read.value), currency };
  const detail = lines ? await client.paymentRead(tid, options) : null;
  if (detail !== null && !detail.ok) return detail;
  const own = notShown(tid, outcome, refunds, openBefore);
  const refundable: Refundable = {
    currency,
    left: leftOf(outcome, own),
    items: detail === null ? [] : soldLines(detail.value.line_items, read.value),
    refunded: [...refundedLines(read.value), ...own.flatMap((one) => one.lines ?? [])],
  };
  return { ok: true, status: read.status, value: { outcome, refundable } };
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

/** True if the service has no payment of this id. */
export function isUnknown(read: ClientResult<unknown> | null): boolean {
  return read?.ok === false && read.error.kind === 'refused' && read.error.status === 404;
}
