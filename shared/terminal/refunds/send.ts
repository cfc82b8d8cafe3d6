import type { MerchantClient } from '../../client/client.ts';
import type { ClientResult } from '../../client/result.ts';
import { outcomeOf } from '../engine/service-client.ts';
import type { OutcomeAnswer } from '../sale/events.ts';
import type { TerminalSettings } from '../sale/settings.ts';
import type { RefundFacts } from './refund.ts';

/** A client that signs with a key: refunds need one (specification, Authentication). */
export type RefundClient = Pick<MerchantClient, 'paymentUpdate' | 'paymentOutcome'>;

/** What one attempt came to. */
export type Attempt =
  | { readonly kind: 'done' }
  /** The service looked at it, did nothing, and shows no refund by this id. */
  | { readonly kind: 'refused'; readonly sentence: string }
  /** It is to be tried again; `silent`: nobody knows whether it arrived. */
  | { readonly kind: 'again'; readonly silent: boolean; readonly retryAfter: number | null };

/** Sends a refund once, under the id that every repeat of it carries (D-96). */
export async function attemptRefund(
  refund: RefundFacts,
  doubtful: boolean,
  client: RefundClient,
  settings: TerminalSettings,
  signal: AbortSignal,
): Promise<Attempt> {
  const { tid, part, currency, text } = refund;
  const numbers = { amount: part.amount, additional_amount: part.additional, currency };
  const draft = { action: 'refund', refund_id: part.id, ...numbers, text };
  const sent = await client.paymentUpdate(tid, draft, {
    deadline: settings.commandDeadline,
    signal,
  });
  if (sent.ok) return { kind: 'done' };
  const { error } = sent;
  if (error.kind === 'no_answer') {
    return { kind: 'again', silent: true, retryAfter: error.retryAfter };
  }
  if (error.kind === 'unexpected') {
    if (error.status !== null) return { kind: 'again', silent: true, retryAfter: null };
    // Nothing can have been sent in this attempt: the key or the address is wrong.
    if (doubtful) return { kind: 'again', silent: false, retryAfter: null };
    return { kind: 'refused', sentence: error.description };
  }
  if (error.status === 429) return { kind: 'again', silent: false, retryAfter: error.retryAfter };
  // Whoever is not let in has not been told what became of an earlier attempt.
  const notLetIn = error.status === 401 || error.status === 403;
  if (notLetIn) {
    if (doubtful) return { kind: 'again', silent: false, retryAfter: null };
    return { kind: 'refused', sentence: error.description };
  }
  return judgeRefused(refund, error.description, client, settings, signal);
}

/** A refused repeat may have been carried out the first time; the outcome says so. */
async function judgeRefused(
  refund: RefundFacts,
  sentence: string,
  client: RefundClient,
  settings: TerminalSettings,
  signal: AbortSignal,
): Promise<Attempt> {
  const seen = await readOutcome(refund.tid, client, settings, signal);
  if (!seen.ok) {
    const gone = seen.error.kind === 'refused' && seen.error.status === 404;
    if (gone) return { kind: 'refused', sentence };
    return { kind: 'again', silent: false, retryAfter: null };
  }
  const made = seen.value.refunds?.some(({ id }) => id === refund.id) === true;
  return made ? { kind: 'done' } : { kind: 'refused', sentence };
}

export async function readOutcome(
  tid: string,
  client: RefundClient,
  settings: TerminalSettings,
  signal: AbortSignal,
): Promise<ClientResult<OutcomeAnswer & { readonly currency: string }>> {
  const read = await client.paymentOutcome(tid, {}, { deadline: settings.readDeadline, signal });
  if (!read.ok) return read;
  const { currency } = read.value;
  return { ok: true, status: read.status, value: { ...outcomeOf(read.value), currency } };
}
