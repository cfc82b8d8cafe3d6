import type { AuthorisedBecause, SaleView } from '../../shared/terminal/sale/state.ts';
import type { Instant } from '../../shared/time/clock.ts';
import { reservedSum } from '../state/pick.ts';
import { Amount } from '../ui/amount.tsx';
import { Archive, LockOpen } from '../ui/icons.ts';
import { Ghost, YellowKey } from '../ui/key.tsx';
import { longDateTime } from '../ui/times.ts';
import { BigState, SaleRail } from './big-state.tsx';
import { useAmountText, useShop, useTillState, useTools } from './context.tsx';
import { ProblemNotice } from './problem.tsx';

type FieldReservedProps = {
  readonly sale: SaleView;
  readonly expires: Instant;
  readonly because: AuthorisedBecause;
};

/** Reserved and not taken: the loudest screen there is, because the shop is not paid yet. */
export function FieldReserved({ sale, expires, because }: FieldReservedProps) {
  // A fresh approval is taken by the till itself; asking for a decision would only slow it down.
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
  const { till, words, times } = useTools();
  const busy = useTillState((state) => state.asked !== null);
  return (
    <>
      <p className="reserved-ends">
        <strong>{words.reservationEnds}</strong>
        <span>{longDateTime(expires, times)}</span>
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
  const { till, words } = useTools();
  const { settings } = useShop();
  const busy = useTillState((state) => state.asked !== null);
  const amount = useAmountText();
  const total = reservedSum(sale);
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
          <Amount amount={total} currency={sale.currency} locale={settings.locale} />
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
