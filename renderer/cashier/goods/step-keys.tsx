import { money } from '../../../shared/money/money.ts';
import { dueOf } from '../../state/bills/bills.ts';
import type { GoodsStep } from '../../state/mode/mode.ts';
import { Check, Undo2 } from '../../ui/icons.ts';
import { Key, YellowKey } from '../../ui/key.tsx';
import { useAmountText, useBill, useCashier } from '../common/context.tsx';
import { DiscountKey } from './discount-step.tsx';
import { WeightKeys } from './weight-step.tsx';

/** The last row of the deck while the keypad types a price, a discount or a part of the bill. */
export function StepKeys({ step }: { readonly step: GoodsStep }) {
  switch (step.kind) {
    case 'price':
      return <PriceKeys typed={step.typed} />;
    case 'part':
      return <PartKeys typed={step.typed} />;
    case 'weight':
      return <WeightKeys step={step} back={<BackKey />} />;
    case 'discount':
      return (
        <div className="entry-keys">
          <DiscountKey step={step} />
          <BackKey />
        </div>
      );
  }
}

type Typed = { readonly typed: number };

function PriceKeys({ typed }: Typed) {
  const { till, words } = useCashier();
  const off = typed === 0;
  const { addAtPrice } = till.goods;
  return <TypedKeys word={words.addAtPrice} typed={typed} disabled={off} onPress={addAtPrice} />;
}

/** A part is at most what is due. */
function PartKeys({ typed }: Typed) {
  const { till, words } = useCashier();
  const due = dueOf(useBill());
  const off = typed === 0 || typed > due;
  const { takePart } = till.goods;
  return <TypedKeys word={words.partTake} typed={typed} disabled={off} onPress={takePart} />;
}

type TypedKeysProps = Typed & {
  readonly word: string;
  readonly disabled: boolean;
  readonly onPress: () => void;
};

function TypedKeys({ word, typed, disabled, onPress }: TypedKeysProps) {
  const amount = useAmountText();
  return (
    <div className="entry-keys">
      <YellowKey bed={false} enter disabled={disabled} className="entry-yellow" onPress={onPress}>
        <Check size={34} aria-hidden="true" />
        <span className="entry-yellow-words">
          <span>{word}</span>
          <span className="entry-yellow-amount">{amount(money(typed))}</span>
        </span>
      </YellowKey>
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
