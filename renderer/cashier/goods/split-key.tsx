import { ArrowRightLeft } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { useBill, useCashier } from '../common/context.tsx';

/** Opens the ways to divide the bill: lines to another bill, equal shares, an amount. */
export function SplitKey() {
  const { till, words } = useCashier();
  const bill = useBill();
  if (bill === null) return null;
  return (
    <Ghost
      onPress={() => {
        till.addTyped();
        till.show('tables');
        till.tables.pick(bill.id);
      }}
    >
      <ArrowRightLeft size={20} aria-hidden="true" />
      {words.splitBill}
    </Ghost>
  );
}
