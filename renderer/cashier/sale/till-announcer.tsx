import { add, type MoneyInteger } from '../../../shared/money/money.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import type { TenderDone } from '../../state/tenders.ts';
import { useAmountText, useCashier } from '../common/context.tsx';
import { useTenders } from '../tender/use-asked.ts';
import { SaleAnnouncer } from './sale-announcer.tsx';

/** Announces the current sale, and a payment in cash or by another tender. */
export function TillAnnouncer() {
  const { words } = useCashier();
  const amount = useAmountText();
  const done = useTenders((state) => state.done);
  return <SaleAnnouncer paidOtherwise={done && tenderText(done, words, amount)} />;
}

/** The change is what the cashier must not miss. */
function tenderText(
  { method, change, amount: part, rounding, left }: TenderDone,
  words: CashierWords,
  amount: (sum: MoneyInteger) => string,
): string {
  const gives = method.kind === 'cash' && change > 0;
  const text = gives
    ? words.announceChange(amount(change))
    : words.announceTender(amount(add(part, rounding)));
  return left > 0 ? `${text} ${words.announceLeft(amount(left))}` : text;
}
