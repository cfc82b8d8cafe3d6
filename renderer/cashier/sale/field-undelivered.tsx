import type { SaleView } from '../../../shared/terminal/sale/state.ts';
import { YellowKey } from '../../ui/key.tsx';
import { useCashier, useTillState } from '../common/context.tsx';
import { ProblemNotice } from '../common/problem.tsx';
import { BigState } from './big-state.tsx';

/** Paid, but the machine did not deliver: a refund is under way, or a person must resolve it. */
export function FieldUndelivered({ sale }: { readonly sale: SaleView }) {
  const { till, words } = useCashier();
  const busy = useTillState((state) => state.pending !== null);
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
