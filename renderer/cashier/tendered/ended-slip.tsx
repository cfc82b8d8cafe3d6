import { amountsOf } from '../../../shared/bill/amounts.ts';
import type { Bill, Tender } from '../../../shared/bill/bill.ts';
import { isPaid } from '../../../shared/bill/paid.ts';
import { useFormat } from '../../ui/format.tsx';
import { Check } from '../../ui/icons.ts';
import { YellowKey } from '../../ui/key.tsx';
import { EmptySlot } from '../../ui/slip.tsx';
import { useCashier } from '../common/context.tsx';
import { PaidSlip, useReceiptOfTender } from './paid-slip.tsx';

/**
 * The slip of a bill that ended at another screen: how it was paid, by whom and when. It stays until the person at this
 * screen goes on.
 */
export function EndedSlip({ bill }: { readonly bill: Bill }) {
  const { words } = useCashier();
  const paid = bill.tenders.findLast(({ state }) => state === 'paid');
  if (bill.closed || paid === undefined || !isPaid(bill)) {
    return (
      <EmptySlot>
        <span className="slip-ended" role="status">
          {words.billEnded(bill.name)} {words.billEndedNext}
        </span>
      </EmptySlot>
    );
  }
  return <PaidElsewhere bill={bill} paid={paid} />;
}

function PaidElsewhere({ bill, paid }: { readonly bill: Bill; readonly paid: Tender }) {
  const { words } = useCashier();
  const format = useFormat();
  const receipt = useReceiptOfTender(paid.id);
  const { tip, rounding, by } = paid;
  const { due: left } = amountsOf(bill);
  return (
    <PaidSlip bill={bill} tip={tip} rounding={rounding} left={left} receipt={receipt}>
      <p className="slip-ended" role="status">
        <Check size={20} aria-hidden="true" />
        <span>
          {words.billPaidElsewhere(by, format.time(bill.changedAt))} {words.billEndedNext}
        </span>
      </p>
    </PaidSlip>
  );
}

/** The one key of a bill that ended at another screen. */
export function EndedKeys() {
  const { till, words } = useCashier();
  return (
    <div className="entry-keys">
      <YellowKey bed={false} enter className="entry-yellow" onPress={() => till.bills.goOn()}>
        <Check size={34} aria-hidden="true" />
        <span className="entry-yellow-words">{words.newSale}</span>
      </YellowKey>
    </div>
  );
}
