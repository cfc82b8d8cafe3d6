import { type Statement, statementOf } from '../../payment/statement.ts';
import type { Outcome } from '../../protocol/outcome.ts';
import { classOf } from '../../protocol/status-class.ts';
import { CODE } from '../../protocol/status-codes.ts';
import { bounded, outcomeOf } from '../engine/service-client.ts';
import { NOTHING, type Sums, sumOf } from '../sale/parts.ts';
import type { UnclaimedRecord } from '../sale/records.ts';

/**
 * The members of an unclaimed record that come from an outcome. Of a payment that is paid and whose captures the service
 * does not list, everything was captured.
 */
export function unclaimedFrom(outcome: Outcome): Omit<UnclaimedRecord, 'v' | 'at' | 'kind'> {
  const { tid, pos_tid: posTid, currency, status_code: code } = outcome;
  const { additional, authorised, captures, refunds } = outcomeOf(outcome);
  const asked = { amount: bounded(outcome.amount), additional };
  const all = classOf(code) === 'success' ? asked : NOTHING;
  const captured = captures?.length ? sumOf(captures) : all;
  const refunded = sumOf(refunds ?? []);
  return {
    tid,
    outcome: {
      posTid,
      currency,
      code,
      asked,
      authorised: authorised ?? NOTHING,
      captured,
      refunded,
    },
  };
}

/** The amounts of an unclaimed payment; null if only its id is known. */
export function unclaimedStatement({ outcome }: UnclaimedRecord): Statement | null {
  if (outcome === null) return null;
  const { code, asked, authorised, captured, refunded } = outcome;
  return statementOf({
    asked: sums(asked),
    approved: classOf(code) === 'success' || code === CODE.auth || code === CODE.authExpired,
    authorised: sums(authorised),
    captured: sums(captured),
    refunded: sums(refunded),
  });
}

function sums({ amount, additional }: Sums) {
  return { amount, additionalAmount: additional };
}
