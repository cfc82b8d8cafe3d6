import { type ReactNode, useEffect } from 'react';
import { takeable } from '../../../shared/device/scale/reading.ts';
import { NO_SCALE } from '../../../shared/device/scale/settings.ts';
import { measuresOf } from '../../../shared/format/measures.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import { isNet, isTaredToo, maySet, type WeightStep, weightNow } from '../../state/weigh.ts';
import { ring } from '../../ui/countdown.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Check } from '../../ui/icons.ts';
import { Key, YellowKey } from '../../ui/key.tsx';
import { useCashier, useShop } from '../common/context.tsx';

/** How often the scale is asked, in milliseconds. */
const READ_EVERY = 250;

/** The deck's window while goods are weighed: their weight, and why it cannot be taken yet. */
export function WeightWindow({ step }: { readonly step: WeightStep }) {
  const { till, words, language } = useCashier();
  const scale = useShop().settings.scale ?? NO_SCALE;
  const { typed } = step;
  const hasScale = scale.connection !== undefined;
  const { readScale, forgetWeight } = till.goods;
  useEffect(() => {
    if (!hasScale) return;
    void readScale();
    const stop = ring(READ_EVERY, true, () => void readScale());
    return () => {
      stop();
      // A list or the lock may cover the window for minutes.
      forgetWeight();
    };
  }, [hasScale, readScale, forgetWeight]);
  const { kilograms } = measuresOf(useFormat().locale);
  const { tare } = step.order.product;
  // The weight on the key is less than the one above it.
  const hasWeight = weightNow(step, scale) !== null;
  const isLess = tare !== null && hasWeight;
  const why = typed > 0 || !hasScale ? words.weightTyped : whyOf(step, hasWeight, words);
  const shown = step.shown.shown;
  const grams =
    typed > 0 ? typed : shown?.kind === 'stable' || shown?.kind === 'moving' ? shown.grams : 0;
  return (
    <div className="deck-window weight-window">
      <div>
        <h1 className="deck-label">
          {words.weightOf(step.order.product.name[language])}
          {hasScale && !scale.approved && ` (${words.scaleNotApproved})`}
        </h1>
        <p className="deck-hint" role="status">
          {isLess ? words.scaleBox(`${kilograms(tare)} kg`) : why}
        </p>
      </div>
      <p className="deck-amount">
        <bdi>{`${kilograms(grams)} kg`}</bdi>
      </p>
    </div>
  );
}

/** Why the weight on the pan cannot be taken, as the cashier reads it. */
function whyOf(step: WeightStep, hasWeight: boolean, words: CashierWords): string {
  const { shown } = step.shown;
  if (shown === null) return words.scaleStates.waits;
  if (shown.kind === 'fault') return words.scaleFaults[shown.why];
  if (shown.kind === 'underload' || (shown.kind === 'stable' && shown.grams < 0)) {
    return words.scaleStates.under_zero;
  }
  if (isTaredToo(step)) return words.scaleStates.tared;
  const units = takeable(step.shown);
  if (typeof units === 'string') return words.scaleStates[units];
  // The box of the item alone is nothing to sell.
  if (!hasWeight) return words.scaleStates.nothing;
  return isNet(shown) ? words.scaleStates.net : words.scaleStates.still;
}

type WeightKeysProps = { readonly step: WeightStep; readonly back: ReactNode };

/** The last row of the deck while goods are weighed. */
export function WeightKeys({ step, back }: WeightKeysProps) {
  const { till, words } = useCashier();
  const scale = useShop().settings.scale ?? NO_SCALE;
  const { typed } = step;
  const { kilograms } = measuresOf(useFormat().locale);
  const acts = (['zero', 'tare'] as const).filter((act) => maySet(act, step));
  const weight = weightNow(step, scale);
  return (
    <div className="entry-keys entry-discount">
      <YellowKey
        bed={false}
        enter
        disabled={weight === null}
        className="entry-yellow"
        onPress={till.goods.addWeighed}
      >
        <Check size={34} aria-hidden="true" />
        <span className="entry-yellow-words">
          <span>{words.addAtPrice}</span>
          <span className="entry-yellow-amount">
            {weight !== null && <bdi>{`${kilograms(weight.units)} kg`}</bdi>}
          </span>
        </span>
      </YellowKey>
      {scale.connection !== undefined && (
        <div className="entry-methods">
          {acts.map((act) => (
            <Key
              key={act}
              className="key-fn"
              disabled={typed > 0}
              onPress={() => void till.goods.setScale(act)}
            >
              {act === 'tare' ? words.scaleTare : words.scaleZero}
            </Key>
          ))}
        </div>
      )}
      {back}
    </div>
  );
}
