import { isBare } from '../../../shared/basket/basket.ts';
import { Key } from '../../ui/key.tsx';
import { useGoods, useTillState, useTools } from '../context.tsx';

/** The keypad's keys for lines: how many of the next thing, something off, one line more. */
export function GoodsKeys() {
  const { till, words } = useTools();
  const amount = useTillState((state) => state.entry.amount);
  const bare = useGoods((state) => isBare(state.basket));
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
        disabled={bare}
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
