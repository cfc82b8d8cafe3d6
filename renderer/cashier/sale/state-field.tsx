import type { ReactNode } from 'react';
import type { SaleState, SaleView } from '../../../shared/terminal/sale/state.ts';
import { YellowKey } from '../../ui/key.tsx';
import { useCashier, useTillState } from '../common/context.tsx';
import { ProblemNotice } from '../common/problem.tsx';
import { BigState } from './big-state.tsx';
import { FieldApprove, FieldBusy } from './field-in-progress.tsx';
import { FieldReserved } from './field-reserved.tsx';
import { FieldUnclear } from './field-unclear.tsx';

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

type Of<K extends SaleState['kind']> = Extract<SaleState, { kind: K }>;

/** The states of a sale that ended without a payment. */
export type EndedState = Of<
  'declined' | 'expired' | 'aborted' | 'released' | 'refunded' | 'refused' | 'failed'
>;

type StateFieldProps = {
  readonly sale: SaleView;
  /** The parts that differ between the till and an embedded payment. */
  readonly waiting: (state: Of<'waiting_scan'>) => ReactNode;
  readonly paid: () => ReactNode;
  readonly ended: (state: EndedState) => ReactNode;
};

/** The content of the field for the sale's state. */
export function StateField({ sale, waiting, paid, ended }: StateFieldProps) {
  const { state } = sale;
  switch (state.kind) {
    case 'creating':
    case 'capturing':
    case 'aborting':
    case 'releasing':
    case 'vending':
      return <FieldBusy sale={sale} />;
    case 'undelivered':
      return <FieldUndelivered sale={sale} />;
    case 'waiting_scan':
      return waiting(state);
    case 'waiting_sticker':
    case 'waiting_approval':
      return <FieldApprove sale={sale} expires={state.expires} />;
    case 'authorised':
      return <FieldReserved sale={sale} expires={state.expires} because={state.because} />;
    case 'unclear':
      return <FieldUnclear sale={sale} state={state} />;
    case 'paid':
      return paid();
    case 'declined':
    case 'expired':
    case 'aborted':
    case 'released':
    case 'refunded':
    case 'refused':
    case 'failed':
      return ended(state);
  }
}
