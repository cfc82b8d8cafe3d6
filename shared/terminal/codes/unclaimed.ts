import { ZERO } from '../../money/money.ts';
import { present } from '../../objects/present.ts';
import { type Statement, statementOf } from '../../payment/statement.ts';
import type { Outcome } from '../../protocol/outcome.ts';
import { classOf } from '../../protocol/status-class.ts';
import { CODE } from '../../protocol/status-codes.ts';
import { bounded, outcomeOf } from '../engine/service-client.ts';
import { NOTHING, type Sums, sumOf } from '../sale/parts.ts';
import type { UnclaimedRecord } from '../sale/records.ts';

/** The members of an unclaimed record that come from an outcome. */
export function unclaimedFrom(outcome: Outcome): Omit<UnclaimedRecord, 'v' | 'at' | 'kind'> {
  const { tid, pos_tid: posTid, currency, status_code: code } = outcome;
  const { additional, authorised, captures, refunds } = outcomeOf(outcome);
  return {
    tid,
    posTid,
    amount: bounded(outcome.amount),
    currency,
    code,
    additional,
    authorised: authorised ?? NOTHING,
    ...present({ captured: captures?.length ? sumOf(captures) : null }),
    refunded: sumOf(refunds ?? []),
  };
}

/**
 * The amounts of an unclaimed payment; null if only its id is known. A record of an older till has the
 * requested amount alone, which was captured if the payment is paid.
 */
export function unclaimedStatement(record: UnclaimedRecord): Statement | null {
  const { amount, additional = ZERO, code } = record;
  if (amount === null || code === null) return null;
  const asked: Sums = { amount, additional };
  const isPaid = classOf(code) === 'success';
  const isAuthorised = code === CODE.auth;
  const captured = record.captured ?? (isPaid ? asked : NOTHING);
  return statementOf({
    asked: sums(asked),
    approved: isPaid || isAuthorised || code === CODE.authExpired,
    authorised: sums(record.authorised ?? (isAuthorised ? asked : NOTHING)),
    captured: sums(captured),
    refunded: sums(record.refunded ?? NOTHING),
  });
}

function sums({ amount, additional }: Sums) {
  return { amount, additionalAmount: additional };
}
