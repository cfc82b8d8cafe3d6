import type { ReactNode } from 'react';
import type { HistorySale } from '../../shared/history/history.ts';
import {
  isFinal,
  type RefundView,
  type SaleAction,
  type SaleView,
} from '../../shared/terminal/sale/state.ts';
import type { CashierWords } from '../i18n/cashier.ts';
import { toneOf } from '../state/tone.ts';
import { Field } from '../ui/field.tsx';
import { Ghost, YellowKey } from '../ui/key.tsx';
import { Seal } from '../ui/seal.tsx';
import { useTillState, useTools } from './context.tsx';
import { PrintKey, usePrintNote } from './print-key.tsx';
import { ProblemNotice } from './problem.tsx';
import type { RefundDraft } from './refund-draft.ts';
import { RefundKey } from './refund-key.tsx';
import { sayState } from './say-state.ts';
import { StatusStrip } from './strip.tsx';

type SalesSideProps = {
  readonly sale: SaleView;
  /** The same sale with everything that is known to have gone back of it. */
  readonly past: HistorySale | null;
  readonly refunds: readonly RefundView[];
  readonly onRefund: (draft: RefundDraft) => void;
};

/** The state of the picked sale, and what may be done with it now. */
export function SalesSide({ sale, past, refunds, onRefund }: SalesSideProps) {
  const { words } = useTools();
  const { head, text } = sayState(sale, words);
  return (
    <Field tone={toneOf(sale)} className="till-right list-field" label={head}>
      <StatusStrip />
      <div className="field-body">
        <Seal tone={toneOf(sale)} size={120} className="state-seal" />
        <h2 className="list-word">{head}</h2>
        <p className="state-text">{text}</p>
        {!isFinal(sale.state) && <p className="state-note">{words.salesOpenHint}</p>}
        <ProblemNotice />
        <SideKeys sale={sale}>
          {past !== null && <RefundKey sale={past} {...{ refunds, onRefund }} />}
        </SideKeys>
      </div>
    </Field>
  );
}

function SideKeys(props: { readonly sale: SaleView; readonly children: ReactNode }) {
  const { sale, children } = props;
  const { till, words } = useTools();
  const busy = useTillState((state) => state.asked !== null);
  const note = usePrintNote(sale);
  const [first, ...others] = sale.actions.filter((action) => action in LABELS);
  const act = (action: SaleAction) => () => void till.act(sale.id, action);
  return (
    <div className="state-keys">
      {first !== undefined && (
        <YellowKey className="state-yellow" disabled={busy} onPress={act(first)}>
          {labelOf(first, words)}
        </YellowKey>
      )}
      {others.map((action) => (
        <Ghost key={action} className="ghost-tall" disabled={busy} onPress={act(action)}>
          {labelOf(action, words)}
        </Ghost>
      ))}
      {isFinal(sale.state) && children}
      {sale.state.kind === 'paid' && <PrintKey key={sale.id} sale={sale} />}
      {note !== null && (
        <p className="print-note" role="status">
          {note}
        </p>
      )}
    </div>
  );
}

type Doable = Exclude<SaleAction, 'set_aside' | 'dismiss'>;
const LABELS: Readonly<Record<Doable, true>> = {
  capture: true,
  ask_again: true,
  renew: true,
  settle: true,
  release: true,
  cancel: true,
  bring_to_front: true,
};

function labelOf(action: SaleAction, words: CashierWords): string {
  switch (action) {
    case 'capture':
      return words.takePayment;
    case 'release':
      return words.giveBack;
    case 'ask_again':
      return words.askAgain;
    case 'cancel':
      return words.cancelThisSale;
    case 'renew':
      return words.renewReservation;
    case 'settle':
      return words.settleSale;
    case 'bring_to_front':
      return words.bringToFront;
    case 'set_aside':
      return words.setAside;
    case 'dismiss':
      return words.close;
  }
}
