import type { SaleView } from '../../../shared/terminal/sale/state.ts';
import type { Instant } from '../../../shared/time/clock.ts';
import { toneOf } from '../../state/tone.ts';
import { Countdown } from '../../ui/countdown.tsx';
import { useCashier } from '../common/context.tsx';
import { ProblemNotice } from '../common/problem.tsx';
import { BigState, SaleRail } from './big-state.tsx';
import { CancelKey } from './sale-keys.tsx';

type FieldApproveProps = { readonly sale: SaleView; readonly expires: Instant };

/** The customer decides on the phone. */
export function FieldApprove({ sale, expires }: FieldApproveProps) {
  const { words } = useCashier();
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
        <p className="state-note">{words.cancelMayLose}</p>
        <CancelKey sale={sale} />
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
