import { money } from '../../../shared/money/money.ts';
import type { GoodsStep } from '../../state/goods-state.ts';
import { useFormat } from '../../ui/format.tsx';
import { Check, Tag, Undo2 } from '../../ui/icons.ts';
import { Key, YellowKey } from '../../ui/key.tsx';
import { useAmountText, useCashier, useGoods } from '../common/context.tsx';

/** The last row of the deck while the keypad types a price or a discount. */
export function StepKeys({ step }: { readonly step: GoodsStep }) {
  return step.kind === 'price' ? <PriceKeys /> : <DiscountKeys of={step.of} />;
}

function PriceKeys() {
  const { till, words } = useCashier();
  const typed = useGoods((state) => state.typed);
  const amount = useAmountText();
  return (
    <div className="entry-keys">
      <YellowKey
        bed={false}
        enter
        disabled={typed === 0}
        className="entry-yellow"
        onPress={till.goods.addAtPrice}
      >
        <Check size={46} aria-hidden="true" />
        <span className="entry-yellow-words">
          <span>{words.addAtPrice}</span>
          <span className="entry-yellow-amount">{amount(money(typed))}</span>
        </span>
      </YellowKey>
      <BackKey />
    </div>
  );
}

function DiscountKeys({ of }: { readonly of: 'line' | 'all' }) {
  const { till, words } = useCashier();
  const typed = useGoods((state) => state.typed);
  const has = useGoods(({ basket, selected }) => {
    const one = of === 'all' ? basket : basket.lines[selected ?? -1];
    return (one?.discount ?? null) !== null;
  });
  const amount = useAmountText();
  const format = useFormat();
  const percent = format.percent(Math.min(typed, 100) * 100);
  return (
    <div className="entry-keys entry-discount">
      <YellowKey
        bed={false}
        enter
        disabled={typed === 0}
        className="entry-yellow"
        onPress={() => till.goods.discount('amount')}
      >
        <Tag size={46} aria-hidden="true" />
        <span className="entry-yellow-words">
          <span>{words.takeOff}</span>
          <span className="entry-yellow-amount">{amount(money(typed))}</span>
        </span>
      </YellowKey>
      {typed === 0 && has ? (
        <Key className="key-fn key-tall" onPress={till.goods.noDiscount}>
          {words.noDiscount}
        </Key>
      ) : (
        <Key
          className="key-fn key-tall"
          disabled={typed === 0 || typed > 100}
          onPress={() => till.goods.discount('percent')}
        >
          {words.takeOffPercent(percent)}
        </Key>
      )}
      <BackKey />
    </div>
  );
}

function BackKey() {
  const { till, words } = useCashier();
  return (
    <Key className="key-fn key-tall key-back" onPress={till.goods.leaveStep}>
      <Undo2 size={26} aria-hidden="true" />
      {words.backToItems}
    </Key>
  );
}
