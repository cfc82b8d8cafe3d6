import type { ReactNode } from 'react';
import type { SaleView } from '../../shared/terminal/sale/state.ts';
import { isBusy, toneOf } from '../state/tone.ts';
import { Rail } from '../ui/rail.tsx';
import { Seal } from '../ui/seal.tsx';
import { useTools } from './context.tsx';
import { railStops } from './rail-stops.ts';
import { sayState } from './say-state.ts';

type BigStateProps = {
  readonly sale: SaleView;
  /** Beside the seal: time left, or the end of a reservation. */
  readonly aside?: ReactNode;
  readonly size?: number;
};

/** The state as it is read from the door: its shape, its word, its one sentence. */
export function BigState({ sale, aside, size = 168 }: BigStateProps) {
  const { words } = useTools();
  const { head, text } = sayState(sale, words);
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

/** The payment's four steps. */
export function SaleRail({ sale }: { readonly sale: SaleView }) {
  const { words } = useTools();
  return <Rail stops={railStops(sale, words)} label={words.railLabel} />;
}
