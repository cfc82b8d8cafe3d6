import type { BackOfficeView } from '../../../shared/device/bridge/back-office.ts';
import { statedOf } from '../../../shared/payment/statement.ts';
import type { SaleView } from '../../../shared/terminal/sale/state.ts';
import { toneOf } from '../../state/tone.ts';
import { Amount } from '../../ui/amount.tsx';
import { useNow } from '../../ui/countdown.tsx';
import { Field } from '../../ui/field.tsx';
import { QrTile } from '../../ui/qr-tile.tsx';
import { useAmountText, useCashier } from '../common/context.tsx';
import { StatusStrip } from '../common/strip.tsx';
import { BigState, SaleRail } from '../sale/big-state.tsx';
import { stateText } from '../sale/state-text.ts';
import { LockPad } from './lock-pad.tsx';

type LockedSaleProps = { readonly backOffice: BackOfficeView; readonly sale: SaleView };

/** The locked till with a running sale. */
export function LockedSale({ backOffice, sale }: LockedSaleProps) {
  const { words } = useCashier();
  const amount = useAmountText();
  return (
    <main className="till till-sale till-locked till-locked-sale" data-state={sale.state.kind}>
      <section className="deck till-lock" aria-label={words.lockedHead}>
        <h2 className="lock-head">{words.lockedHead}</h2>
        <p className="lock-text">{words.lockedSaleText}</p>
        <LockPad backOffice={backOffice} />
      </section>
      <Field tone={toneOf(sale)} className="till-right" label={stateText(sale, words, amount).head}>
        <StatusStrip />
        <div className="field-body">
          <SaleInView sale={sale} />
        </div>
      </Field>
    </main>
  );
}

/** The sale with its code while it can be paid, without keys. */
function SaleInView({ sale }: { readonly sale: SaleView }) {
  const { words } = useCashier();
  const amount = useAmountText();
  const now = useNow(500);
  const { state, currency } = sale;
  const total = statedOf(sale.money).amount;
  const code = state.kind === 'waiting_scan' && now < state.expires ? state.uri : null;
  return (
    <>
      <BigState
        sale={sale}
        size={92}
        aside={
          <p className="locked-amount">
            <Amount amount={total} currency={currency} />
          </p>
        }
      />
      <div className="locked-code">
        {code !== null && (
          <QrTile text={code} label={words.codeLabel(amount(total, currency))} till />
        )}
      </div>
      <SaleRail sale={sale} />
    </>
  );
}
