import type { SaleView } from '../../shared/terminal/sale/state.ts';
import { useShop, useTools } from '../cashier/context.tsx';
import { ProblemNotice } from '../cashier/problem.tsx';
import { sayState } from '../cashier/say-state.ts';
import { saleTotal } from '../state/sums.ts';
import { Amount } from '../ui/amount.tsx';
import { YellowKey } from '../ui/key.tsx';
import { Seal } from '../ui/seal.tsx';
import { useDwell } from '../ui/use-dwell.ts';
import { useLeave } from './use-leave.ts';

type PaidFieldProps = { readonly sale: SaleView; readonly onClose: () => void };

/** Paid: large, and then it leaves by itself. */
export function PaidField({ sale, onClose }: PaidFieldProps) {
  const { words } = useTools();
  const { settings } = useShop();
  const leave = useLeave(sale, onClose);
  const left = useDwell(settings.paidDwellSeconds, false, leave);
  const { head, text } = sayState(sale, words);
  return (
    <>
      <Seal tone="paid" size={168} className="state-seal" />
      <h1 className="paid-word">{head}</h1>
      <p className="paid-amount">
        <Amount amount={saleTotal(sale)} currency={sale.currency} locale={settings.locale} />
      </p>
      <p className="state-text">{text}</p>
      <ProblemNotice />
      <div className="state-keys">
        <YellowKey className="state-yellow" label={words.newSale} onPress={leave}>
          <span>{words.newSale}</span>
          <span className="state-yellow-small">{words.opensIn(left)}</span>
        </YellowKey>
      </div>
    </>
  );
}
