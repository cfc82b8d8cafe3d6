import type { SaleView } from '../../shared/terminal/sale/state.ts';
import { toneOf } from '../state/tone.ts';
import { BigState, SaleRail } from './big-state.tsx';
import { CancelKey } from './cancel-key.tsx';

/** The till waits for an answer to something it did: the field stays, the ring turns. */
export function FieldBusy({ sale }: { readonly sale: SaleView }) {
  return (
    <>
      <BigState sale={sale} size={toneOf(sale) === 'phone' ? 196 : 168} />
      <div className="state-rail">
        <SaleRail sale={sale} />
      </div>
      <div className="state-foot">
        <span />
        <CancelKey sale={sale} />
      </div>
    </>
  );
}
