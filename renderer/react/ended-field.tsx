import type { SaleView } from '../../shared/terminal/sale/state.ts';
import { BigState } from '../cashier/big-state.tsx';
import { useShop, useTillState, useTools } from '../cashier/context.tsx';
import { ProblemNotice } from '../cashier/problem.tsx';
import type { EndedState } from '../cashier/state-field.tsx';
import { askedFor } from '../state/sums.ts';
import { Amount } from '../ui/amount.tsx';
import { Ghost, YellowKey } from '../ui/key.tsx';
import { useEmbedded } from './context.ts';
import { useStartSale } from './hooks.ts';
import { useLeave } from './use-leave.ts';

type EndedFieldProps = {
  readonly sale: SaleView;
  readonly state: EndedState;
  readonly onClose: () => void;
};

/** Over without a payment: what happened, and the way back to whatever the page was selling. */
export function EndedField({ sale, state, onClose }: EndedFieldProps) {
  const { words } = useTools();
  const busy = useTillState((current) => current.asked !== null);
  const { start, pending } = useStartSale();
  // Only what was asked for on this page is known well enough to be asked for again.
  const request = useEmbedded().requests.get(sale.id);
  const leave = useLeave(sale, onClose);
  const again = useLeave(sale, () => {
    if (request !== undefined) void start(request);
  });
  const back = (
    <Ghost className="ghost-tall" disabled={busy} onPress={leave}>
      {words.backToSale}
    </Ghost>
  );
  return (
    <>
      <BigState sale={sale} />
      <ProblemNotice />
      <div className="state-keys">
        {request !== undefined && mayAskAgain(state) ? (
          <>
            <YellowKey className="state-yellow" disabled={busy || pending} onPress={again}>
              {state.kind === 'expired' ? words.newCode : words.tryAgain}
              <SaleAmount sale={sale} />
            </YellowKey>
            {back}
          </>
        ) : (
          <YellowKey className="state-yellow" disabled={busy} onPress={leave}>
            {words.backToSale}
          </YellowKey>
        )}
      </div>
    </>
  );
}

/** Nothing was taken, and the same request can end otherwise the next time. */
function mayAskAgain(state: EndedState): boolean {
  if (state.kind === 'expired') return state.what === 'request';
  return state.kind === 'declined' || state.kind === 'failed';
}

function SaleAmount({ sale }: { readonly sale: SaleView }) {
  const { settings } = useShop();
  return <Amount amount={askedFor(sale)} currency={sale.currency} locale={settings.locale} />;
}
