import { type Statement, statementOf } from '../../payment/statement.ts';
import { CODE } from '../../protocol/status-codes.ts';
import { isNothing, type Sums } from './parts.ts';
import { authorisedOf, isPaid, paidOf, type SaleFacts } from './sale.ts';

/** The amounts of a sale, as the last outcome and this till's own refunds show them. */
export function saleStatement(facts: SaleFacts): Statement {
  const { body, additional, approved, seen } = facts;
  const captured = isPaid(facts) ? paidOf(facts) : facts.captured;
  // An outcome can say that all is refunded without a list of refunds.
  const refunded = seen?.refunded === true && isPaid(facts) ? captured : facts.refunded;
  return statementOf({
    asked: sums({ amount: body.amount, additional }),
    approved: approved || !isNothing(captured) || seen?.code === CODE.authExpired,
    authorised: sums(authorisedOf(facts)),
    captured: sums(captured),
    refunded: sums(refunded),
  });
}

function sums({ amount, additional }: Sums) {
  return { amount, additionalAmount: additional };
}
