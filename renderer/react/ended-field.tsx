import { useState } from 'react';
import type { SaleView } from '../../shared/terminal/sale/state.ts';
import { useAmountText, usePayment, useShop, useTillState } from '../cashier/common/context.tsx';
import { ProblemNotice } from '../cashier/common/problem.tsx';
import { BigState } from '../cashier/sale/big-state.tsx';
import { ReceiptCode, ReceiptKey, useReceiptLink } from '../cashier/sale/receipt-code.tsx';
import type { EndedState } from '../cashier/sale/state-field.tsx';
import { stateText } from '../cashier/sale/state-text.ts';
import { Amount } from '../ui/amount.tsx';
import { useDwell } from '../ui/countdown.tsx';
import { Ghost, YellowKey } from '../ui/key.tsx';
import { Seal } from '../ui/seal.tsx';
import { useEmbedded } from './context.ts';

type EndedFieldProps = { readonly sale: SaleView; readonly state: EndedState };

/** A sale that ended without a payment: what happened, and the way back to the page. */
export function EndedField({ sale, state }: EndedFieldProps) {
  const { words } = usePayment();
  const busy = useTillState((current) => current.pending !== null);
  const leave = useLeave(sale);
  const again = useAgain(sale);
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
        {again !== null && mayAskAgain(state) ? (
          <>
            <YellowKey className="state-yellow" disabled={busy} onPress={again}>
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
  return <Amount amount={sale.money.asked} currency={sale.currency} />;
}

/** Paid. The field closes after a few seconds unless the person shows the code of the receipt. */
export function PaidField({ sale }: { readonly sale: SaleView }) {
  const { words } = usePayment();
  const amount = useAmountText();
  const { settings } = useShop();
  const leave = useLeave(sale);
  const [staying, setStaying] = useState(false);
  const left = useDwell(sale.id, settings.paidDwellSeconds, staying, leave);
  const link = useReceiptLink(sale.id);
  const [showsCode, setShowsCode] = useState(false);
  const code = showsCode ? link : null;
  const { head, text } = stateText(sale, words, amount);
  return (
    <>
      {code === null && <Seal tone="paid" size={168} className="state-seal" />}
      <h1 className="paid-word">{head}</h1>
      <p className="paid-amount">
        <Amount amount={sale.money.captured} currency={sale.currency} />
      </p>
      {code === null ? <p className="state-text">{text}</p> : <ReceiptCode link={code} />}
      <ProblemNotice />
      <div className="state-keys">
        <YellowKey className="state-yellow" label={words.newSale} onPress={leave}>
          <span>{words.newSale}</span>
          {!staying && <span className="state-yellow-small">{words.opensIn(left)}</span>}
        </YellowKey>
        {link !== null && (
          <ReceiptKey
            shown={showsCode}
            onPress={() => {
              setStaying(true);
              setShowsCode(!showsCode);
            }}
          />
        )}
      </div>
    </>
  );
}

/** Removes a final sale from the screen. */
function useLeave(sale: SaleView): () => void {
  const { till } = usePayment();
  return () => void till.act(sale.id, 'dismiss');
}

/**
 * Removes a final sale and starts the same sale again. Null for a sale that this page did not start,
 * because its request is not known. The page learns that the screen is free only if no sale starts.
 */
function useAgain(sale: SaleView): (() => void) | null {
  const { till } = usePayment();
  const { repeats, news } = useEmbedded();
  const repeat = repeats.get(sale.id);
  if (repeat === undefined) return null;
  const again = async () => {
    // A second press before the sale has left the screen must not start a second sale.
    if (!news.defer(sale.id)) return;
    const gone = await till.act(sale.id, 'dismiss');
    const next = gone ? await repeat() : null;
    if (next === null) news.release(sale.id);
  };
  return () => void again();
}
