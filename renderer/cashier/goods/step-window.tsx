import { money } from '../../../shared/money/money.ts';
import type { GoodsStep } from '../../state/goods-state.ts';
import { Amount } from '../../ui/amount.tsx';
import { useCashier, useGoods, useShop } from '../common/context.tsx';

/** The deck's window while the keypad types a price or a discount. */
export function StepWindow({ step }: { readonly step: GoodsStep }) {
  const { words } = useCashier();
  const { settings } = useShop();
  const typed = useGoods((state) => state.typed);
  const hint = useGoods((state) => state.hint);
  const discount = step.kind === 'discount' ? words.discountHint : '';
  return (
    <div className="deck-window">
      <div>
        <h1 className="deck-label">{useStepHead(step)}</h1>
        <p className="deck-hint" role="status">
          {hint === 'full' ? words.itemsFull : discount}
        </p>
      </div>
      <p className="deck-amount">
        <Amount amount={money(typed)} currency={settings.currency} />
      </p>
    </div>
  );
}

function useStepHead(step: GoodsStep): string {
  const { words, language } = useCashier();
  const { basket, selected } = useGoods((state) => state);
  if (step.kind === 'price') return words.priceOf(step.product.name[language]);
  const line = selected === null ? undefined : basket.lines[selected];
  return step.of === 'line' && line !== undefined
    ? words.discountOn(line.name)
    : words.discountOnAll;
}
