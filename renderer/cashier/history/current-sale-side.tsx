import type { ReactNode } from 'react';
import type { HistorySale } from '../../../shared/device/history/history.ts';
import {
  isFinal,
  type RefundView,
  type SaleAction,
  type SaleView,
} from '../../../shared/terminal/sale/state.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import { toneOf } from '../../state/tone.ts';
import { Field } from '../../ui/field.tsx';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { Seal } from '../../ui/seal.tsx';
import { useAmountText, useBusy, useCashier } from '../common/context.tsx';
import { ProblemNotice } from '../common/problem.tsx';
import { StatusStrip } from '../common/strip.tsx';
import { EmailKey, useEmailNote } from '../email/email-key.tsx';
import { PrintKey, usePrintNote } from '../sale/print-key.tsx';
import { pastText } from '../sale/state-text.ts';
import type { RefundDraft } from './refund-draft.ts';
import { RefundKey } from './refund-key.tsx';

type CurrentSaleSideProps = {
  readonly sale: SaleView;
  /** The same sale with all its known refunds. */
  readonly historySale: HistorySale | null;
  readonly refunds: readonly RefundView[];
  /** The number of its receipt; null if none is known. */
  readonly receipt: number | null;
  readonly onRefund: (draft: RefundDraft) => void;
};

/**
 * The state of the selected sale and the actions that it allows. The terminal still holds this
 * sale.
 */
export function CurrentSaleSide(props: CurrentSaleSideProps) {
  const { sale, historySale, refunds, receipt, onRefund } = props;
  const { words } = useCashier();
  const amount = useAmountText();
  const { head, text } = pastText(sale, words, amount);
  return (
    <Field tone={toneOf(sale)} className="till-right list-field" label={head}>
      <StatusStrip />
      <div className="field-body">
        <Seal tone={toneOf(sale)} size={120} className="state-seal" />
        <h2 className="list-word">{head}</h2>
        <p className="state-text">{text}</p>
        {!isFinal(sale.state) && <p className="state-note">{words.salesOpenHint}</p>}
        <ProblemNotice />
        <SideKeys sale={sale} receipt={receipt}>
          {historySale !== null && (
            <RefundKey sale={historySale} refunds={refunds} onRefund={onRefund} />
          )}
        </SideKeys>
      </div>
    </Field>
  );
}

type SideKeysProps = Pick<CurrentSaleSideProps, 'sale' | 'receipt'> & {
  readonly children: ReactNode;
};

function SideKeys({ sale, receipt, children }: SideKeysProps) {
  const { till, words } = useCashier();
  const busy = useBusy();
  const of = { kind: 'sale', id: sale.id } as const;
  const ordered = useEmailNote(of);
  const note = usePrintNote(sale.id) ?? ordered;
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
      {hasReceipt(sale) && (
        <PrintKey key={sale.id} saleId={sale.id} refunded={sale.state.kind === 'refunded'} />
      )}
      {sale.state.kind === 'paid' && receipt !== null && (
        <EmailKey of={of} amount={sale.money.captured} />
      )}
      {note !== null && (
        <p className="print-note" role="status">
          {note}
        </p>
      )}
    </div>
  );
}

const hasReceipt = ({ state }: SaleView) => state.kind === 'paid' || state.kind === 'refunded';

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
