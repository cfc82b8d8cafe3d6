import { money } from '../../../shared/money/money.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import { SHOP_REASONS } from '../../i18n/reasons.ts';
import { dueOf } from '../../state/bills/bills.ts';
import type { DiscountKind, GoodsStep } from '../../state/mode/mode.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Check, Tag, Undo2 } from '../../ui/icons.ts';
import { Ghost, Key, YellowKey } from '../../ui/key.tsx';
import { useAmountText, useBill, useCashier, useGoods, useShop } from '../common/context.tsx';
import { useTotal } from '../common/due.ts';
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
        <>
          <DiscountKeys of={step.of} typed={step.typed} />
          {step.asked !== null && <WhyDiscount asked={step.asked} typed={step.typed} />}
        </>
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
        <Check size={46} aria-hidden="true" />
        <span className="entry-yellow-words">
          <span>{word}</span>
          <span className="entry-yellow-amount">{amount(money(typed))}</span>
        </span>
      </YellowKey>
      <BackKey />
    </div>
  );
}

function DiscountKeys({ of, typed }: Typed & { readonly of: 'line' | 'all' }) {
  const { till, words } = useCashier();
  const selected = useGoods((state) => state.selected);
  const bill = useBill();
  const line = bill?.lines.find(({ id }) => id === selected);
  const has =
    of === 'all'
      ? bill !== null && (bill.percent !== null || bill.discounts.length > 0)
      : line?.discounts.some(({ id }) => id !== bill?.percent?.id) === true;
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
        onPress={() => till.goods.askReason('amount')}
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
          onPress={() => till.goods.askReason('percent')}
        >
          {words.takeOffPercent(percent)}
        </Key>
      )}
      <BackKey />
    </div>
  );
}

const REASONS: readonly (keyof CashierWords['discountReasons'])[] = [
  'regular',
  'offer',
  'quality',
  'staff',
  'other',
];

/** Asks why the discount is given. The day reports the reason in the shop's language. */
function WhyDiscount({ asked, typed }: Typed & { readonly asked: DiscountKind }) {
  const { till, words } = useCashier();
  const { settings } = useShop();
  const amount = useAmountText();
  const format = useFormat();
  const off = asked === 'percent' ? format.percent(typed * 100) : amount(money(typed));
  const due = `${words.slipTotal} ${amount(useTotal())}`;
  const back = () => till.goods.askReason(null);
  return (
    <Dialog head={words.discountWhy} text={off} due={due} onClose={back}>
      {REASONS.map((reason) => (
        <Ghost
          key={reason}
          onPress={() =>
            till.goods.discount(SHOP_REASONS[settings.language].discountReasons[reason])
          }
        >
          {words.discountReasons[reason]}
        </Ghost>
      ))}
    </Dialog>
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
