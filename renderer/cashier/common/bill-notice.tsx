import type { CashierWords } from '../../i18n/cashier.ts';
import type { BillNotice as Notice } from '../../state/bills/bills.ts';
import { X } from '../../ui/icons.ts';
import { useBills, useCashier } from './context.tsx';

/** Says what became of the bill: another screen has changed it, or the host has refused something. */
export function BillNotice() {
  const { till, words } = useCashier();
  const notice = useBills((state) => state.notice);
  if (notice === null) return null;
  return (
    <div className="problem" role={notice.kind === 'refused' ? 'alert' : 'status'}>
      <p>
        {notice.kind === 'refused' && <strong>{words.problemHead}.</strong>}{' '}
        {noticeText(notice, words)}
      </p>
      <button type="button" aria-label={words.problemDismiss} onClick={till.bills.forgetNotice}>
        <X size={20} aria-hidden="true" />
      </button>
    </div>
  );
}

function noticeText(notice: Notice, words: CashierWords): string {
  switch (notice.kind) {
    case 'refused':
      return words.problems[notice.problem];
    case 'changed':
      return words.billChanged(notice.name);
    case 'ended':
      return words.billEnded(notice.name);
  }
}
