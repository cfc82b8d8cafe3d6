import type { ReactNode } from 'react';
import type { SaleState, SaleView } from '../../../shared/terminal/sale/state.ts';
import type { Instant } from '../../../shared/time/clock.ts';
import { toneOf } from '../../state/tone.ts';
import { Countdown } from '../../ui/countdown.tsx';
import { YellowKey } from '../../ui/key.tsx';
import { useBusy, usePayment } from '../common/context.tsx';
import { ProblemNotice } from '../common/problem.tsx';
import { BigState, SaleRail } from './big-state.tsx';
import { FieldReserved } from './field-reserved.tsx';
import { FieldUnclear } from './field-unclear.tsx';
import { OtherAfter } from './other-after.tsx';
import { CancelKey, HoldKey } from './sale-keys.tsx';

/** Paid, but the machine did not deliver: a refund is under way, or a person must resolve it. */
export function FieldUndelivered({ sale }: { readonly sale: SaleView }) {
  const { till, words } = usePayment();
  const busy = useBusy();
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

type FieldApproveProps = { readonly sale: SaleView; readonly expires: Instant };

/** The customer decides on the phone. */
export function FieldApprove({ sale, expires }: FieldApproveProps) {
  const { words } = usePayment();
  return (
    <>
      <BigState
        sale={sale}
        size={196}
        aside={<Countdown label={words.timeLeft} until={expires} />}
      />
      <div className="state-rail">
        <SaleRail sale={sale} />
      </div>
      <ProblemNotice />
      <div className="state-foot">
        <p className="state-note">
          {words.cancelMayLose} <OtherAfter />
        </p>
        <div className="state-choices">
          <HoldKey sale={sale} />
          <CancelKey sale={sale} />
        </div>
      </div>
    </>
  );
}

/** The till waits for the result of its own request. */
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
