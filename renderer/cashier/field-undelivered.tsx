import type { SaleView } from '../../shared/terminal/sale/state.ts';
import { YellowKey } from '../ui/key.tsx';
import { BigState } from './big-state.tsx';
import { useTillState, useTools } from './context.tsx';
import { ProblemNotice } from './problem.tsx';

/** Paid, and the machine did not deliver: it is given back, or someone must see to it. */
export function FieldUndelivered({ sale }: { readonly sale: SaleView }) {
  const { till, words } = useTools();
  const busy = useTillState((state) => state.asked !== null);
  return (
    <>
      <BigState sale={sale} />
      <ProblemNotice />
      {sale.actions.includes('settle') && (
        <div className="state-keys">
          <YellowKey
            className="state-yellow"
            disabled={busy}
            onPress={() => void till.act(sale.id, 'settle')}
          >
            {words.settleSale}
          </YellowKey>
        </div>
      )}
    </>
  );
}
