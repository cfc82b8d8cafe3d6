import { money } from '../../../shared/money/money.ts';
import type { GoodsStep } from '../../state/mode/mode.ts';
import { Amount } from '../../ui/amount.tsx';
import { useBill, useCashier, useGoods, useShop } from '../common/context.tsx';
import { WeightWindow } from './weight-step.tsx';

/** The deck's window while the keypad types a price, a discount or a part of the bill. */
export function StepWindow({ step }: { readonly step: GoodsStep }) {
  const { words } = useCashier();
  const { settings } = useShop();
  const head = useStepHead(step);
  if (step.kind === 'weight') return <WeightWindow step={step} />;
  return (
    <div className="deck-window">
      <div>
        <h1 className="deck-label">{head}</h1>
        <p className="deck-hint" role="status">
          {step.kind === 'discount' ? words.discountHint : ''}
        </p>
      </div>
      <p className="deck-amount">
        <Amount amount={money(step.typed)} currency={settings.currency} />
      </p>
    </div>
  );
}

function useStepHead(step: GoodsStep): string {
  const { words, language } = useCashier();
  const selected = useGoods((state) => state.selected);
  const line = useBill()?.lines.find(({ id }) => id === selected);
  if (step.kind === 'price') return words.priceOf(step.order.product.name[language]);
  if (step.kind === 'part') return words.partHead;
  if (step.kind === 'weight') return words.weightOf(step.order.product.name[language]);
  return step.of === 'line' && line !== undefined
    ? words.discountOn(line.name)
    : words.discountOnAll;
}
