import type { FullClient, MerchantClient } from '../../client/client.ts';
import { type ClientResult, failureOf } from '../../client/result.ts';
import { createServiceTime, type ServiceTime } from '../../client/service-time.ts';
import { MONEY_MAX, type MoneyInteger, money } from '../../money/money.ts';
import type { Outcome } from '../../protocol/outcome.ts';
import { serviceRefusal } from '../../refusals/service-refusal.ts';
import type { DeviceClock } from '../../time/clock.ts';
import { parseDateTime } from '../../time/date-time.ts';
import type { CallAnswer, OutcomeAnswer } from '../sale/events.ts';
import type { Part } from '../sale/parts.ts';
import type { Call, SaleFacts } from '../sale/sale.ts';
import type { TerminalSettings } from '../sale/settings.ts';

/** The calls that a terminal makes. */
export type TerminalClient = Pick<
  MerchantClient,
  'paymentCreate' | 'paymentUpdate' | 'paymentOutcome' | 'statusCodeRead'
> &
  // Used while a code of this device waits for a scan.
  Partial<Pick<MerchantClient, 'shortlinkLastScan'>> &
  // What the service states as a time is compared with the service's time (D-215).
  Partial<Pick<FullClient, 'serviceTime'>>;

/** The service's time as the client knows it; the device's time if the client does not learn it. */
export function serviceTimeOf(
  { serviceTime }: Pick<TerminalClient, 'serviceTime'>,
  clock: DeviceClock,
): ServiceTime {
  return serviceTime ?? createServiceTime(clock);
}

/** Whether a call reached the service; null if the call does not show that. */
export type Reached = boolean | null;

/** Code of a refunded payment. It is in the catalogue, but this service never sends it. */
const REFUNDED = 2400;

/** Makes one call of a sale. */
export async function makeCall(
  call: Call,
  facts: SaleFacts,
  client: TerminalClient,
  settings: TerminalSettings,
  signal: AbortSignal,
): Promise<{ readonly answer: CallAnswer; readonly reached: Reached }> {
  const commanding = { deadline: settings.commandDeadline, signal };
  const tid = facts.created?.tid ?? '';
  switch (call) {
    case 'create': {
      const result = await client.paymentCreate(facts.body, commanding);
      if (!result.ok) return failed(result);
      const { id, uri } = result.value;
      return {
        answer: { kind: 'created', tid: id, uri, existed: result.status === 200 },
        reached: true,
      };
    }
    case 'read': {
      const reading = { deadline: settings.readDeadline, signal };
      const result = await client.paymentOutcome(tid, {}, reading);
      return result.ok ? { answer: outcomeOf(result.value), reached: true } : failed(result);
    }
    case 'capture':
    case 'abort':
    case 'reauth':
    case 'release': {
      const part = call === 'capture' ? numbersOf(facts) : {};
      const result = await client.paymentUpdate(tid, { action: call, ...part }, commanding);
      return result.ok ? { answer: { kind: 'accepted' }, reached: true } : failed(result);
    }
  }
}

/** The four members of a partial capture (D-94); none for a full capture. */
function numbersOf({ pending, body }: SaleFacts) {
  if (pending === null) return {};
  return {
    capture_id: pending.id,
    amount: pending.amount,
    additional_amount: pending.additional,
    currency: body.currency,
  };
}

/** The members of an outcome that a sale uses. */
export function outcomeOf(outcome: Outcome): OutcomeAnswer {
  const captured = sum(outcome.captures);
  const refunded = outcome.status_code === REFUNDED || sum(outcome.refunds) === captured;
  return {
    kind: 'outcome',
    code: outcome.status_code,
    expires: parseDateTime(outcome.date_expires),
    additional: bounded(outcome.additional_amount),
    refunded: refunded && outcome.refunds.length > 0,
    authorised: {
      amount: bounded(outcome.auth_amount),
      additional: bounded(outcome.auth_additional_amount),
    },
    captures: outcome.captures.map(partOf),
    refunds: outcome.refunds.map(partOf),
  };
}

/** Limits an amount of the service to what a journal record can hold. */
export function bounded(amount: number): MoneyInteger {
  return money(Math.min(Math.max(0, amount), MONEY_MAX));
}

function partOf(part: Outcome['captures'][number]): Part {
  return { id: part.id, amount: bounded(part.amount), additional: bounded(part.additional_amount) };
}

function sum(parts: Outcome['captures']): number {
  return parts.reduce((total, part) => total + part.amount + part.additional_amount, 0);
}

function failed(result: Extract<ClientResult<unknown>, { ok: false }>): {
  readonly answer: CallAnswer;
  readonly reached: Reached;
} {
  const error = failureOf(result.error);
  switch (error.kind) {
    case 'too_many':
      return { answer: { kind: 'later', retryAfter: error.retryAfter }, reached: true };
    case 'refused': {
      const { status, description: sentence } = error;
      const reason = serviceRefusal(error);
      return { answer: { kind: 'refused', status, sentence, reason }, reached: true };
    }
    case 'no_answer': {
      const reached = error.cause === 'cancelled' ? null : false;
      return { answer: { kind: 'silence', retryAfter: error.retryAfter }, reached };
    }
    case 'unexpected': {
      // Without a status nothing was sent: the configuration of the till is wrong.
      if (error.status !== null) {
        return { answer: { kind: 'silence', retryAfter: null }, reached: false };
      }
      const answer = { kind: 'refused', status: 0, sentence: error.description } as const;
      return { answer: { ...answer, reason: 'settings' }, reached: null };
    }
  }
}
