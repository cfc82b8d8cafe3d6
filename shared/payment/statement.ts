import { type MoneyInteger, money, subtract, ZERO } from '../money/money.ts';
import { CODE } from '../protocol/status-codes.ts';
import { authorised, type Sums, sumOf, total } from './amounts.ts';
import type { Payment } from './payment.ts';

/**
 * Every amount that may be stated about a payment, in minor units. Each one includes the additional amount
 * (cash back or a tip). All screens, papers, exports and APIs take their amounts from here.
 *
 * For a payment that the customer has approved, `authorised`, `captured`, `held` and `released` add up to
 * `asked`.
 */
export type Statement = {
  /** What the request asks for, with the additional amount as the customer has set it. */
  readonly asked: MoneyInteger;
  /** What is reserved and can still be captured. */
  readonly authorised: MoneyInteger;
  /** What was captured, before refunds. */
  readonly captured: MoneyInteger;
  /** What stays reserved after the authorisation has ended, until the merchant releases it (D-100). */
  readonly held: MoneyInteger;
  /** What the customer had approved, and was released without a capture. */
  readonly released: MoneyInteger;
  readonly refunded: MoneyInteger;
  /** Captured less refunded: what the customer has paid in the end. */
  readonly net: MoneyInteger;
  /** The part of these amounts that is additional. It contains no VAT. */
  readonly additional: {
    readonly asked: MoneyInteger;
    readonly captured: MoneyInteger;
    readonly refunded: MoneyInteger;
  };
};

/** The facts that a statement follows from. */
export type StatementFacts = {
  readonly asked: Sums;
  /** Whether the customer has approved the payment, now or before. */
  readonly approved: boolean;
  /** What can still be captured. */
  readonly authorised: Sums;
  /** What stays reserved after the authorisation has ended; nothing when left out. */
  readonly held?: Sums;
  readonly captured: Sums;
  readonly refunded: Sums;
};

/** The amounts of a payment from its facts. */
export function statementOf(facts: StatementFacts): Statement {
  const { asked, captured, refunded } = facts;
  const held = facts.held === undefined ? ZERO : total(facts.held);
  const rest = total(asked) - total(captured) - total(facts.authorised) - held;
  return {
    asked: total(asked),
    authorised: total(facts.authorised),
    captured: total(captured),
    held,
    released: facts.approved ? money(Math.max(0, rest)) : ZERO,
    refunded: total(refunded),
    net: subtract(total(captured), total(refunded)),
    additional: {
      asked: asked.additionalAmount,
      captured: captured.additionalAmount,
      refunded: refunded.additionalAmount,
    },
  };
}

/** The amounts of a payment of the service. They agree with its lines in the ledger. */
export function statementOfPayment(payment: Payment): Statement {
  const { request, additionalAmount, captures, refunds } = payment;
  return statementOf({
    asked: { amount: request.amount, additionalAmount },
    approved: wasApproved(payment),
    authorised: authorised(payment),
    ...(payment.held ? { held: payment.held } : {}),
    captured: sumOf(captures),
    refunded: sumOf(refunds),
  });
}

/**
 * Whether the customer has approved a payment. An aborted one does not say so, but every move except a
 * refund has an event, and the first event of an approved payment is its authorisation.
 */
function wasApproved({ code, seqno }: Payment): boolean {
  switch (code) {
    case CODE.auth:
    case CODE.ok:
    case CODE.authExpired:
      return true;
    case CODE.aborted:
      return seqno > 1;
    default:
      return false;
  }
}

/** True if everything that was captured is refunded, and nothing more can be captured. */
export function isRefunded({ captured, refunded, authorised: rest }: Statement): boolean {
  return refunded > 0 && refunded >= captured && rest === 0;
}

/**
 * What a list states: as `statedOf`, and of a payment that was refunded what is left of it. If nothing is
 * left, it is what was refunded.
 */
export function listedOf(statement: Statement): MoneyInteger {
  if (isRefunded(statement)) return statement.refunded;
  const { what, amount } = statedOf(statement);
  return what === 'captured' ? statement.net : amount;
}

/** An amount with the word for it. */
export type Stated = {
  readonly what: 'asked' | 'authorised' | 'captured' | 'released';
  readonly amount: MoneyInteger;
};

/**
 * The one amount that a row or a headline states: what is reserved as long as something is, then what was
 * captured, then what was released without a capture. Before the approval it is what the request asks for.
 */
export function statedOf({ asked, authorised: rest, captured, released }: Statement): Stated {
  if (rest > 0) return { what: 'authorised', amount: rest };
  if (captured > 0) return { what: 'captured', amount: captured };
  if (released > 0) return { what: 'released', amount: released };
  return { what: 'asked', amount: asked };
}
