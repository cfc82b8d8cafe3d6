import { amountsOf, linesOf } from '../../../shared/bill/amounts.ts';
import { type MoneyInteger, money, ZERO } from '../../../shared/money/money.ts';
import { SHOP_REASONS } from '../../i18n/reasons.ts';
import { DISCOUNT_REASONS, type GoodsStep } from '../../state/mode/mode.ts';
import { Amount } from '../../ui/amount.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Check } from '../../ui/icons.ts';
import { keepFocus, YellowKey } from '../../ui/key.tsx';
import { useAmountText, useBill, useCashier, useGoods, useShop } from '../common/context.tsx';
import { useDiscounted } from '../common/due.ts';

export type DiscountStep = Extract<GoodsStep, { readonly kind: 'discount' }>;
type StepProps = { readonly step: DiscountStep };

/** The deck's window while a discount is typed: what it is for, what it does, and what is typed. */
export function DiscountWindow({ step }: StepProps) {
  const { words } = useCashier();
  const { settings } = useShop();
  const format = useFormat();
  const line = useSelectedLine();
  const selected = useGoods((state) => state.selected);
  const bill = useBill();
  const after = useDiscounted();
  const sumOf = (of: typeof bill): MoneyInteger => {
    if (of === null) return ZERO;
    if (step.of === 'all') return amountsOf(of).total;
    return linesOf(of)[of.lines.findIndex(({ id }) => id === selected)]?.total ?? ZERO;
  };
  const figures = (amount: MoneyInteger) => format.figures(amount, settings.currency);
  return (
    <div className="deck-window">
      <div>
        <h1 className="deck-label">
          {step.of === 'line' && line !== undefined
            ? words.discountOn(line.name)
            : words.discountOnAll}
        </h1>
        <p className="deck-hint" role="status">
          {after !== null && words.discountNow(figures(sumOf(bill)), figures(sumOf(after)))}
        </p>
      </div>
      <p className="deck-amount">
        {step.by === 'percent' ? (
          <bdi>{format.percent(step.typed * 100)}</bdi>
        ) : (
          <Amount amount={money(step.typed)} currency={settings.currency} />
        )}
      </p>
    </div>
  );
}

function useSelectedLine() {
  const selected = useGoods((state) => state.selected);
  return useBill()?.lines.find(({ id }) => id === selected);
}

/** The per cents that are given most. */
const USUAL = [5, 10, 20];

/** Beside the digits: per cent or money, the usual per cents, and the reason, which the day reports. */
export function DiscountHelp({ step }: StepProps) {
  const { till, words } = useCashier();
  const { currency } = useShop().settings;
  const format = useFormat();
  const { goods } = till;
  const sign = format.amountParts(ZERO, currency).find(({ kind }) => kind === 'currency')?.text;
  return (
    <div className="deck-help">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, these are keys */}
      <div className="deck-switch" role="group" aria-label={words.keyDiscount}>
        <Pick pressed={step.by === 'percent'} onPress={() => goods.discountBy('percent')}>
          %
        </Pick>
        <Pick
          className="off-money"
          pressed={step.by === 'amount'}
          onPress={() => goods.discountBy('amount')}
        >
          {sign ?? currency}
        </Pick>
      </div>
      <div className="deck-quick">
        {USUAL.map((percent) => (
          <Pick
            key={percent}
            className="off-percent"
            pressed={step.by === 'percent' && step.typed === percent}
            onPress={() => goods.discountOf(percent)}
          >
            {format.percent(percent * 100)}
          </Pick>
        ))}
      </div>
      <Reasons step={step} />
    </div>
  );
}

function Reasons({ step }: StepProps) {
  const { till, words } = useCashier();
  const line = useSelectedLine();
  const bill = useBill();
  const has =
    step.of === 'all'
      ? bill !== null && (bill.percent !== null || bill.discounts.length > 0)
      : line?.discounts.some(({ id }) => id !== bill?.percent?.id) === true;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form, these are keys
    <div className="deck-reasons" role="group" aria-label={words.discountWhy}>
      {DISCOUNT_REASONS.map((reason) => (
        <Pick
          key={reason}
          className="off-reason"
          pressed={step.reason === reason}
          onPress={() => till.goods.discountFor(reason)}
        >
          {words.discountReasons[reason]}
        </Pick>
      ))}
      {has && (
        <button
          type="button"
          className="deck-pick"
          onMouseDown={keepFocus}
          onClick={till.goods.noDiscount}
        >
          {words.noDiscount}
        </button>
      )}
    </div>
  );
}

type PickProps = {
  readonly pressed: boolean;
  readonly className?: string;
  readonly onPress: () => void;
  readonly children: string;
};

/** One of several: the chosen one is light. */
function Pick({ pressed, className = '', onPress, children }: PickProps) {
  return (
    <button
      type="button"
      className={`deck-pick ${className}`}
      aria-pressed={pressed}
      onMouseDown={keepFocus}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

/** Gives what is typed, once it has a reason. */
export function DiscountKey({ step }: StepProps) {
  const { till, words } = useCashier();
  const { language } = useShop().settings;
  const amount = useAmountText();
  const format = useFormat();
  const { by, typed, reason } = step;
  const label =
    by === 'percent'
      ? words.takeOffPercent(format.percent(typed * 100))
      : `${words.takeOff} ${amount(money(typed))}`;
  return (
    <YellowKey
      bed={false}
      enter
      disabled={typed === 0 || reason === null}
      className="entry-yellow"
      onPress={() => {
        if (reason !== null) till.goods.discount(SHOP_REASONS[language].discountReasons[reason]);
      }}
    >
      <Check size={34} aria-hidden="true" />
      <span className="entry-yellow-words">
        <span>{typed === 0 ? words.takeOff : label}</span>
        {reason === null && <small>{words.discountWhy}</small>}
      </span>
    </YellowKey>
  );
}
