import { money } from '../../../shared/money/money.ts';
import type { GoodsStep } from '../../state/mode/mode.ts';
import { Amount } from '../../ui/amount.tsx';
import { useCashier, useShop } from '../common/context.tsx';
import { DiscountWindow } from './discount-step.tsx';
import { WeightWindow } from './weight-step.tsx';

/** The deck's window while the keypad types a price, a discount or a part of the bill. */
export function StepWindow({ step }: { readonly step: GoodsStep }) {
  const { words, language } = useCashier();
  const { settings } = useShop();
  if (step.kind === 'discount') return <DiscountWindow step={step} />;
  if (step.kind === 'weight') return <WeightWindow step={step} />;
  return (
    <div className="deck-window">
      <div>
        <h1 className="deck-label">
          {step.kind === 'part' ? words.partHead : words.priceOf(step.order.product.name[language])}
        </h1>
      </div>
      <p className="deck-amount">
        <Amount amount={money(step.typed)} currency={settings.currency} />
      </p>
    </div>
  );
}
