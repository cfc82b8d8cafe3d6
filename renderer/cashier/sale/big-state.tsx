import type { ReactNode } from 'react';
import type { SaleView } from '../../../shared/terminal/sale/state.ts';
import { isBusy, toneOf } from '../../state/tone.ts';
import { Rail } from '../../ui/rail.tsx';
import { Seal } from '../../ui/seal.tsx';
import { useCashier } from '../common/context.tsx';
import { railStops } from './rail-stops.ts';
import { stateText } from './state-text.ts';

type BigStateProps = {
  readonly sale: SaleView;
  /** Shown next to the seal: the time left or the end of a reservation. */
  readonly aside?: ReactNode;
  readonly size?: number;
};

/** The state in large type: shape, headline and one sentence. */
export function BigState({ sale, aside, size = 168 }: BigStateProps) {
  const { words } = useCashier();
  const { head, text } = stateText(sale, words);
  return (
    <>
      <div className="state-top">
        <Seal tone={toneOf(sale)} size={size} busy={isBusy(sale.state)} className="state-seal" />
        {aside !== undefined && <div className="state-aside">{aside}</div>}
      </div>
      <h1 className="state-word">{head}</h1>
      <p className="state-text">{text}</p>
    </>
  );
}

/** The four steps of a payment. */
export function SaleRail({ sale }: { readonly sale: SaleView }) {
  const { words } = useCashier();
  return <Rail stops={railStops(sale, words)} label={words.railLabel} />;
}
