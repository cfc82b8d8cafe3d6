import { type HistorySale, refundableOf } from '../../../shared/device/history/history.ts';
import { money } from '../../../shared/money/money.ts';
import type { RefundView } from '../../../shared/terminal/sale/state.ts';
import { supervisors } from '../../state/staff.ts';
import { Undo2 } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { useBusy, useCashier, useShop, useTillState } from '../common/context.tsx';
import { newRefund, type RefundDraft } from './refund-draft.ts';
import { refundsOf, sumOf } from './use-history.ts';

type RefundKeyProps = {
  readonly sale: HistorySale;
  readonly refunds: readonly RefundView[];
  readonly onRefund: (draft: RefundDraft) => void;
};

/** Starts a refund, or says why none is possible. Renders nothing if nothing is left to refund. */
export function RefundKey({ sale, refunds, onRefund }: RefundKeyProps) {
  const { words } = useCashier();
  const { settings } = useShop();
  const backOffice = useTillState((state) => state.snapshot?.backOffice);
  const busy = useBusy();
  const left = leftOf(sale, refunds);
  if (backOffice === undefined || left === 0) return null;
  const because =
    backOffice.refunds === 'no_key'
      ? words.refundNoKey
      : sale.currency !== settings.currency
        ? words.problems.other_currency
        : supervisors(backOffice).length === 0
          ? words.refundNobody
          : null;
  return (
    <>
      <Ghost
        className="ghost-tall"
        disabled={busy || because !== null}
        onPress={() => onRefund(newRefund(sale.id, left))}
      >
        <Undo2 size={22} aria-hidden="true" />
        {words.refund}
      </Ghost>
      {because !== null && <p className="state-note">{because}</p>}
    </>
  );
}

/** Amount left to refund: captured, minus refunded, minus refunds under way. */
export function leftOf(sale: HistorySale, refunds: readonly RefundView[]) {
  const onTheWay = refundsOf(sale.tid, refunds).filter(({ state }) => state === 'under_way');
  return money(Math.max(0, refundableOf(sale) - sumOf(onTheWay)));
}
