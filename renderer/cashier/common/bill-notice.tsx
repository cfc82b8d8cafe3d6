import type { CashierWords } from '../../i18n/cashier.ts';
import type { Language } from '../../i18n/language.ts';
import type { BillNotice as Notice } from '../../state/bills/bills.ts';
import { X } from '../../ui/icons.ts';
import { useBills, useCashier } from './context.tsx';

/** Says what became of the bill: another screen has changed it, or the host has refused something. */
export function BillNotice() {
  const { till, words, language } = useCashier();
  const notice = useBills((state) => state.notice);
  if (notice === null) return null;
  const isRefusal = ['refused', 'not_saved', 'sold_out'].includes(notice.kind);
  return (
    <div className="problem" role={isRefusal ? 'alert' : 'status'}>
      <p>{noticeText(notice, words, language)}</p>
      <button type="button" aria-label={words.problemDismiss} onClick={till.bills.forgetNotice}>
        <X size={20} aria-hidden="true" />
      </button>
    </div>
  );
}

function noticeText(notice: Notice, words: CashierWords, language: Language): string {
  switch (notice.kind) {
    case 'refused':
      return [words.problems[notice.problem], ...notSaved(notice.goods, words)].join(' ');
    case 'not_saved':
      return [words.changeNotSaved, ...notSaved(notice.goods, words)].join(' ');
    case 'sold_out':
      return words.itemSoldOut(notice.product[language]);
    case 'changed':
      return words.billChanged(notice.name);
    case 'begun':
      return words.billBegun(notice.name);
  }
}

/** The goods that somebody has to order again. */
const notSaved = (goods: readonly string[], words: CashierWords): readonly string[] =>
  goods.length === 0 ? [] : [words.goodsNotSaved(goods.join(', '))];
