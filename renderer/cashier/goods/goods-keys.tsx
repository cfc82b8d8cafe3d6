import { discountable } from '../../../shared/bill/amounts.ts';
import { Key } from '../../ui/key.tsx';
import { useBill, useCashier, useTillState } from '../common/context.tsx';

/** The keypad's keys for lines: quantity, discount, add a line. */
export function GoodsKeys() {
  const { till, words } = useCashier();
  const amount = useTillState((state) => state.entry.amount);
  const bill = useBill();
  return (
    <>
      <Key
        className="key-fn key-at-qty"
        label={words.keyQuantityLabel}
        disabled={amount === 0}
        onPress={till.takeQuantity}
      >
        {words.keyQuantity}
      </Key>
      <Key
        className="key-fn key-at-discount"
        disabled={bill === null || discountable(bill) === 0}
        onPress={() => till.goods.askDiscount('all')}
      >
        {words.keyDiscount}
      </Key>
      <Key className="key-fn key-at-add" disabled={amount === 0} onPress={till.addTyped}>
        {words.keyAddLine}
      </Key>
    </>
  );
}
