import { add, type MoneyInteger } from '../../../shared/money/money.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import { doneIn, type TenderDone } from '../../state/mode/mode.ts';
import { useAmountText, useCashier, useTillState } from '../common/context.tsx';
import { SaleAnnouncer } from './sale-announcer.tsx';

/** Announces the current sale, and a payment in cash or by another tender. */
export function TillAnnouncer() {
  const { words } = useCashier();
  const amount = useAmountText();
  const done = useTillState(({ mode }) => doneIn(mode));
  return <SaleAnnouncer paidOtherwise={done && tenderText(done, words, amount)} />;
}

/** The change is what the cashier must not miss. */
function tenderText(
  { method, change, amount: part, rounding, left }: TenderDone,
  words: CashierWords,
  amount: (sum: MoneyInteger) => string,
): string {
  if (part < 0) return words.announcePayout(amount(change));
  const gives = method.kind === 'cash' && change > 0;
  const text = gives
    ? words.announceChange(amount(change))
    : words.announceTender(amount(add(part, rounding)));
  return left > 0 ? `${text} ${words.announceLeft(amount(left))}` : text;
}
