import type { AuthorisedBecause, SaleView } from '../../../shared/terminal/sale/state.ts';
import type { Instant } from '../../../shared/time/clock.ts';
import { Amount } from '../../ui/amount.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Archive, LockOpen } from '../../ui/icons.ts';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { useAmountText, useBusy, usePayment } from '../common/context.tsx';
import { ProblemNotice } from '../common/problem.tsx';
import { BigState, SaleRail } from './big-state.tsx';

type FieldReservedProps = {
  readonly sale: SaleView;
  readonly expires: Instant;
  readonly because: AuthorisedBecause;
};

/** The amount is reserved but not captured, so the shop is not paid yet. */
export function FieldReserved({ sale, expires, because }: FieldReservedProps) {
  // The till captures a new approval without asking the cashier.
  const decides = because !== 'approved' || sale.actions.includes('capture');
  return (
    <>
      <BigState sale={sale} aside={decides ? <Ends sale={sale} expires={expires} /> : undefined} />
      <div className="state-rail">
        <SaleRail sale={sale} />
      </div>
      <ProblemNotice />
      {decides && <Decide sale={sale} />}
    </>
  );
}

function Ends({ sale, expires }: { readonly sale: SaleView; readonly expires: Instant }) {
  const { till, words } = usePayment();
  const format = useFormat();
  const busy = useBusy();
  return (
    <>
      <p className="reserved-ends">
        <strong>{words.reservationEnds}</strong>
        <span>{format.longDateTime(expires)}</span>
      </p>
      {sale.actions.includes('release') && (
        <Ghost
          className="ghost-tall"
          disabled={busy}
          onPress={() => void till.act(sale.id, 'release')}
        >
          <LockOpen size={22} aria-hidden="true" />
          {words.giveBack}
        </Ghost>
      )}
    </>
  );
}

function Decide({ sale }: { readonly sale: SaleView }) {
  const { till, words } = usePayment();
  const busy = useBusy();
  const amount = useAmountText();
  const total = sale.money.authorised;
  return (
    <div className="reserved-foot">
      {sale.actions.includes('capture') && (
        <YellowKey
          className="state-yellow"
          disabled={busy}
          label={`${words.takePayment} ${amount(total, sale.currency)}`}
          onPress={() => void till.act(sale.id, 'capture')}
        >
          <span>{words.takePayment}</span>
          <Amount amount={total} currency={sale.currency} />
        </YellowKey>
      )}
      {sale.actions.includes('renew') && sale.renewal?.state === 'due' && (
        <Ghost
          className="ghost-tall"
          disabled={busy}
          onPress={() => void till.act(sale.id, 'renew')}
        >
          {words.renewReservation}
        </Ghost>
      )}
      {sale.actions.includes('set_aside') && (
        <Ghost
          className="reserved-aside"
          disabled={busy}
          onPress={() => void till.act(sale.id, 'set_aside')}
        >
          <Archive size={26} aria-hidden="true" />
          {words.setAside}
        </Ghost>
      )}
    </div>
  );
}
