import type { MerchantClient } from '../../client/client.ts';
import { type ClientResult, failureOf } from '../../client/result.ts';
import { namedRates } from '../../lines/steps.ts';
import {
  type ServiceRefusal,
  type ServiceReply,
  serviceRefusal,
} from '../../refusals/service-refusal.ts';
import { outcomeOf } from '../engine/service-client.ts';
import type { OutcomeAnswer } from '../sale/events.ts';
import { type Part, sameSums } from '../sale/parts.ts';
import type { TerminalSettings } from '../sale/settings.ts';
import type { RefundFacts } from './refund.ts';

/** A client that signs with a key: refunds need one (specification, Authentication). */
export type RefundClient = Pick<MerchantClient, 'paymentUpdate' | 'paymentOutcome' | 'paymentRead'>;

/** Result of one attempt. */
export type Attempt =
  | { readonly kind: 'done' }
  /** The service refused, and the outcome shows no refund with this id. */
  | { readonly kind: 'refused'; readonly sentence: string; readonly reason: ServiceRefusal }
  /** The till must try again. `silent`: the attempt may have arrived. */
  | { readonly kind: 'again'; readonly silent: boolean; readonly retryAfter: number | null };

type Refused = Extract<Attempt, { readonly kind: 'refused' }>;

/** Sends a refund once. Every repeat has the same id (D-96). */
export async function attemptRefund(
  refund: RefundFacts,
  doubtful: boolean,
  client: RefundClient,
  settings: TerminalSettings,
  signal: AbortSignal,
): Promise<Attempt> {
  const { tid, part, currency, text } = refund;
  const numbers = { amount: part.amount, additional_amount: part.additional, currency };
  const draft = {
    action: 'refund',
    refund_id: part.id,
    ...numbers,
    text,
    ...linesOf(refund),
    ...ratesOf(refund),
  };
  const sent = await client.paymentUpdate(tid, draft, {
    deadline: settings.commandDeadline,
    signal,
  });
  if (sent.ok) return { kind: 'done' };
  const error = failureOf(sent.error);
  if (error.kind === 'no_answer') {
    return { kind: 'again', silent: true, retryAfter: error.retryAfter };
  }
  if (error.kind === 'unexpected') {
    if (error.status !== null) return { kind: 'again', silent: true, retryAfter: null };
    // This attempt sent nothing: the key or the address is wrong.
    if (doubtful) return { kind: 'again', silent: false, retryAfter: null };
    return { kind: 'refused', sentence: error.description, reason: 'settings' };
  }
  if (error.kind === 'too_many')
    return { kind: 'again', silent: false, retryAfter: error.retryAfter };
  const isNamed = refund.lines !== undefined || refund.goods !== undefined;
  const reason = isNamed ? reasonOfLines(error) : serviceRefusal(error);
  const refusal: Refused = { kind: 'refused', sentence: error.description, reason };
  // A failed authentication says nothing about an earlier attempt.
  const notLetIn = error.status === 401 || error.status === 403;
  if (notLetIn) {
    if (doubtful) return { kind: 'again', silent: false, retryAfter: null };
    return refusal;
  }
  return judgeRefused(refund, refusal, client, settings, signal);
}

/** The sold lines that a refund returns, as the service wants them (D-250). */
function linesOf({ lines }: RefundFacts) {
  if (lines === undefined) return {};
  return {
    line_items: lines.map(({ index, product: product_id, quantity, total }) => {
      return { product_id, index, quantity, total };
    }),
  };
}

/** What a refund of goods gives back of each tax rate (D-572). */
function ratesOf({ goods }: RefundFacts) {
  if (goods === undefined) return {};
  return {
    rates: namedRates(goods).map(({ vatRate: vat_rate, total }) => ({ vat_rate, total })),
  };
}

/** The service names a line that another till has refunded meanwhile. */
function reasonOfLines(reply: ServiceReply): ServiceRefusal {
  const named = Object.keys(reply.details ?? {}).some((name) => /^(line_items|rates)/.test(name));
  return named ? 'lines_gone' : serviceRefusal(reply);
}

/** The service can refuse a repeat of a refund that it made. The outcome shows the refund. */
async function judgeRefused(
  refund: RefundFacts,
  refusal: Refused,
  client: RefundClient,
  settings: TerminalSettings,
  signal: AbortSignal,
): Promise<Attempt> {
  const seen = await readOutcome(refund.tid, client, settings, signal);
  if (!seen.ok) {
    const gone = seen.error.kind === 'refused' && seen.error.status === 404;
    if (gone) return refusal;
    return { kind: 'again', silent: false, retryAfter: null };
  }
  // The same id with other amounts is the refund of another request.
  const isIt = (one: Part) => one.id === refund.id && sameSums(one, refund.part);
  const made = seen.value.refunds?.some(isIt) === true;
  return made ? { kind: 'done' } : refusal;
}

export async function readOutcome(
  tid: string,
  client: RefundClient,
  settings: TerminalSettings,
  signal: AbortSignal,
): Promise<ClientResult<OutcomeAnswer>> {
  const read = await client.paymentOutcome(tid, {}, { deadline: settings.readDeadline, signal });
  return read.ok ? { ok: true, status: read.status, value: outcomeOf(read.value) } : read;
}
