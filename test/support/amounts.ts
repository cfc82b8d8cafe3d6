import { type MoneyInteger, money } from '../../shared/money/money.ts';
import { type Statement, statementOf } from '../../shared/payment/statement.ts';
import type { SaleState } from '../../shared/terminal/sale/state.ts';

type Amounts = {
  readonly [K in 'asked' | 'additional' | 'authorised' | 'captured' | 'refunded']?: number;
} & { readonly approved?: boolean };

/**
 * The amounts of a payment, in minor units. Without `asked` nothing is released. `additional` is part of
 * what was asked for, and is captured last.
 */
export function amounts(given: Amounts = {}): Statement {
  const { additional = 0, authorised = 0, captured = 0, refunded = 0 } = given;
  const asked = given.asked ?? (authorised + captured || 12_500);
  const price = asked - additional;
  const split = (sum: number) => ({
    amount: money(Math.min(sum, price)),
    additionalAmount: money(Math.max(0, sum - price)),
  });
  return statementOf({
    asked: split(asked),
    approved: given.approved ?? authorised + captured > 0,
    authorised: { amount: money(authorised), additionalAmount: money(0) },
    captured: split(captured),
    refunded: split(refunded),
  });
}

/** The amounts that a sale of this price usually has in a state. */
export function amountsIn(
  { kind }: SaleState,
  price: MoneyInteger,
  additional: MoneyInteger = money(0),
): Statement {
  const asked = price + additional;
  switch (kind) {
    case 'authorised':
    case 'capturing':
    case 'releasing':
    case 'vending':
      return amounts({ asked, additional, authorised: asked });
    case 'paid':
    case 'undelivered':
      return amounts({ asked, additional, captured: asked });
    case 'refunded':
      return amounts({ asked, additional, captured: asked, refunded: asked });
    case 'released':
      return amounts({ asked, additional, approved: true });
    default:
      return amounts({ asked, additional });
  }
}
