import type { SaleView } from '../../shared/terminal/sale/state.ts';
import { useCashier, useShop, useTillState } from '../cashier/common/context.tsx';
import { ProblemNotice } from '../cashier/common/problem.tsx';
import { BigState } from '../cashier/sale/big-state.tsx';
import type { EndedState } from '../cashier/sale/state-field.tsx';
import { stateText } from '../cashier/sale/state-text.ts';
import { requestedAmount, saleTotal } from '../state/sales.ts';
import { Amount } from '../ui/amount.tsx';
import { useDwell } from '../ui/countdown.tsx';
import { Ghost, YellowKey } from '../ui/key.tsx';
import { Seal } from '../ui/seal.tsx';
import { useEmbedded } from './context.ts';
import { useStartSale } from './hooks.ts';

type EndedFieldProps = {
  readonly sale: SaleView;
  readonly state: EndedState;
  readonly onClose: () => void;
};

/** A sale that ended without a payment: what happened, and the way back to the page. */
export function EndedField({ sale, state, onClose }: EndedFieldProps) {
  const { words } = useCashier();
  const busy = useTillState((current) => current.pending !== null);
  const { start, pending } = useStartSale();
  // Only a sale that this page started can be repeated, because its request is known.
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

/** True if nothing was charged and a second attempt may succeed. */
function mayAskAgain(state: EndedState): boolean {
  if (state.kind === 'expired') return state.what === 'request';
  return state.kind === 'declined' || state.kind === 'failed';
}

function SaleAmount({ sale }: { readonly sale: SaleView }) {
  return <Amount amount={requestedAmount(sale)} currency={sale.currency} />;
}

type PaidFieldProps = { readonly sale: SaleView; readonly onClose: () => void };

/** Paid. The field closes after a few seconds. */
export function PaidField({ sale, onClose }: PaidFieldProps) {
  const { words } = useCashier();
  const { settings } = useShop();
  const leave = useLeave(sale, onClose);
  const left = useDwell(settings.paidDwellSeconds, false, leave);
  const { head, text } = stateText(sale, words);
  return (
    <>
      <Seal tone="paid" size={168} className="state-seal" />
      <h1 className="paid-word">{head}</h1>
      <p className="paid-amount">
        <Amount amount={saleTotal(sale)} currency={sale.currency} />
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

/** Dismisses a final sale and then calls `after`. */
export function useLeave(sale: SaleView, after: () => void): () => void {
  const { till } = useCashier();
  return () => {
    void till.act(sale.id, 'dismiss').then((gone) => {
      if (gone) after();
    });
  };
}
