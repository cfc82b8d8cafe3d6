import { amountsOf } from '../../shared/bill/amounts.ts';
import type { Bill } from '../../shared/bill/bill.ts';
import { type CashSum, cashSum, isPayable } from '../../shared/cash/cash-sum.ts';
import type { CashRounding } from '../../shared/cash/rounding.ts';
import { roundingOf } from '../../shared/cash/setting.ts';
import type { Snapshot } from '../../shared/device/bridge/contract.ts';
import { type MoneyInteger, money, ZERO } from '../../shared/money/money.ts';
import { amountToAsk, wholeBill } from './goods-state.ts';
import { type SaleEntry, tipChosen } from './sale-entry.ts';
import { keepsBooks } from './till-state.ts';

/** Why cash and other tenders are not offered now; null if they are. */
export type NotOffered =
  /** This till keeps no books. */
  | 'no_books'
  /** The host cannot be reached, or cannot save. */
  | 'no_host'
  /** A payment by phone of this bill is not decided. */
  | 'phone_open'
  | 'nothing';

/** What the deck asks for, in cash and otherwise. */
export type Asked = {
  /** What is due on the bill with the typed amount. */
  readonly due: MoneyInteger;
  /** The part that is paid now. */
  readonly part: MoneyInteger;
  /** What the customer chose for this part before its payment by phone ended without one (D-343). */
  readonly tip: MoneyInteger;
  readonly cash: CashSum;
};

/** Why another payment than by phone is not possible now. */
export function notOffered(
  snapshot: Snapshot | null,
  link: boolean,
  bill: Bill | null,
): NotOffered | null {
  if (!keepsBooks(snapshot)) return 'no_books';
  if (!link || snapshot.view.notReady === 'journal_full') return 'no_host';
  if (bill?.tenders.some(({ state }) => state === 'open') === true) return 'phone_open';
  return null;
}

/** What is asked for: the bill on the slip with the typed amount, or the part whose turn it is. */
export function askedNow(
  goods: Parameters<typeof amountToAsk>[0],
  bill: Bill | null,
  entry: Pick<SaleEntry, 'amount' | 'tip'>,
  rule: CashRounding | null,
): Asked {
  const typed = entry.amount;
  const whole = wholeBill(bill, typed, 'en', goods);
  const due = whole === null ? ZERO : amountsOf(whole).due;
  const part = amountToAsk(goods, bill, typed);
  const chosen = tipChosen(entry, bill?.id ?? null, part) ?? 'none';
  const tip = chosen === 'none' ? ZERO : chosen.amount;
  return { due, part, tip, cash: cashSum(part, due, rule, tip) };
}

/** What typed cash does: nothing yet, it pays with change, it pays a part, or coins cannot pay it. */
export type Received =
  | { readonly kind: 'none' | 'no_coins' }
  /** It pays what is due and not the tip. */
  | { readonly kind: 'no_tip' }
  | { readonly kind: 'pays'; readonly change: MoneyInteger }
  | { readonly kind: 'part'; readonly left: MoneyInteger };

export function receivedOf(typed: number, asked: Asked, rule: CashRounding | null): Received {
  if (typed === 0) return { kind: 'none' };
  if (!isPayable(typed, rule)) return { kind: 'no_coins' };
  const over = typed - asked.cash.toPay;
  if (over >= 0) return { kind: 'pays', change: money(over) };
  const left = asked.due - typed;
  return left > 0 ? { kind: 'part', left: money(left) } : { kind: 'no_tip' };
}

/** What a typed payment by another tender does: it pays, with the tip or a part without one, or it cannot be taken. */
export type OtherPaid =
  | { readonly kind: 'pays'; readonly amount: MoneyInteger; readonly tip: MoneyInteger }
  /** It pays what is due and not the tip. */
  | { readonly kind: 'no_tip' }
  | { readonly kind: 'too_much' };

export function otherPaidOf(typed: number, { due, part, tip }: Asked): OtherPaid {
  if (typed === 0 || typed === part + tip) return { kind: 'pays', amount: part, tip };
  if (typed > due) return { kind: typed < due + tip ? 'no_tip' : 'too_much' };
  if (typed === due && tip > 0) return { kind: 'no_tip' };
  return { kind: 'pays', amount: money(typed), tip: ZERO };
}

/** How the till rounds cash; null if it does not. */
export const cashRuleOf = (snapshot: Snapshot | null): CashRounding | null =>
  snapshot === null ? null : roundingOf(snapshot.settings);
