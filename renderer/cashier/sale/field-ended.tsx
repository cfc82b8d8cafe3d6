import type { PaymentMethod, SaleView } from '../../../shared/terminal/sale/state.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import type { Till } from '../../state/till-store.ts';
import { Amount } from '../../ui/amount.tsx';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { useBusy, useCashier } from '../common/context.tsx';
import { ProblemNotice } from '../common/problem.tsx';
import { TenderGhosts } from '../tender/tender-keys.tsx';
import { BigState } from './big-state.tsx';
import { PrintKey } from './print-key.tsx';
import type { EndedState } from './state-field.tsx';

type EndedAction = {
  readonly label: string;
  readonly run: () => void;
  /** True if the action starts a new payment: the key shows the amount. */
  readonly asks?: boolean;
};

/**
 * A sale that ended without a payment: what happened, the suggested next action, and the others.
 */
export function FieldEnded({
  sale,
  state,
}: {
  readonly sale: SaleView;
  readonly state: EndedState;
}) {
  const { till, words } = useCashier();
  const busy = useBusy();
  const [first, ...others] = endedActions(sale, state, till, words);
  return (
    <>
      <BigState sale={sale} aside={<Refunded sale={sale} />} />
      <ProblemNotice />
      <div className="state-keys">
        {first !== undefined && (
          <YellowKey enter className="state-yellow" disabled={busy} onPress={first.run}>
            {first.label}
            {first.asks === true && <SaleAmount sale={sale} />}
          </YellowKey>
        )}
        {state.kind !== 'refunded' && (
          <TenderGhosts busy={busy} onPress={(kind) => void till.payOtherwise(sale, kind)} />
        )}
        <div className="state-ghosts">
          {others.map((action) => (
            <Ghost key={action.label} className="ghost-tall" disabled={busy} onPress={action.run}>
              {action.label}
            </Ghost>
          ))}
          {state.kind === 'refunded' && <PrintKey saleId={sale.id} refunded />}
        </div>
      </div>
    </>
  );
}

/** How much of the sale went back; nothing for a sale without a refund. */
function Refunded({ sale }: { readonly sale: SaleView }) {
  const { refunded } = sale.money;
  if (sale.state.kind !== 'refunded' || refunded === 0) return null;
  return (
    <p className="locked-amount">
      <Amount amount={refunded} currency={sale.currency} />
    </p>
  );
}

function SaleAmount({ sale }: { readonly sale: SaleView }) {
  return <Amount amount={sale.amount} currency={sale.currency} />;
}

function endedActions(
  sale: SaleView,
  state: EndedState,
  till: Till,
  words: CashierWords,
): readonly EndedAction[] {
  const fresh: EndedAction = { label: words.newSale, run: () => till.newSale(sale) };
  const back: EndedAction = {
    label: words.backToSale,
    run: () => void till.backToSale(sale, 'amount'),
  };
  const again = (label: string, method: PaymentMethod): EndedAction => ({
    label,
    run: () => void till.again(sale, method),
    asks: true,
  });
  switch (state.kind) {
    case 'declined':
    case 'failed':
      return [again(words.tryAgain, methodForRetry(sale.method)), back, fresh];
    case 'expired':
      if (state.what === 'authorisation') return [fresh];
      return [
        again(showsCode(sale.method) ? words.newCode : words.tryAgain, methodForRetry(sale.method)),
        back,
        fresh,
      ];
    case 'aborted':
      return [back, fresh];
    case 'released':
    case 'refunded':
      return [fresh];
    case 'refused':
      if (sale.method.kind === 'qr') return [back, fresh];
      if (sale.method.kind !== 'phone') return [again(words.showCode, { kind: 'qr' }), back, fresh];
      return [
        { label: words.changeNumber, run: () => void till.backToSale(sale, 'phone') },
        again(words.showCode, { kind: 'qr' }),
        fresh,
      ];
  }
}

function showsCode({ kind }: PaymentMethod): boolean {
  return kind === 'qr' || kind === 'qr_and_sticker' || kind === 'device_code';
}

/** A device code is used up with its sale, so the next sale gets a new one. */
function methodForRetry(method: PaymentMethod): PaymentMethod {
  return method.kind === 'device_code' ? { kind: 'device_code', code: null } : method;
}
