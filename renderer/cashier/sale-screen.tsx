import type { SaleView } from '../../shared/terminal/state.ts';
import { toneOf } from '../state/tone.ts';
import { Field } from '../ui/field.tsx';
import { useShop, useTools } from './context.tsx';
import { FieldApprove } from './field-approve.tsx';
import { FieldBusy } from './field-busy.tsx';
import { FieldEnded } from './field-ended.tsx';
import { FieldPaid } from './field-paid.tsx';
import { FieldReserved } from './field-reserved.tsx';
import { FieldUnclear } from './field-unclear.tsx';
import { FieldUndelivered } from './field-undelivered.tsx';
import { FieldWaiting } from './field-waiting.tsx';
import { SaleSlip } from './sale-slip.tsx';
import { sayState } from './say-state.ts';
import { BrandStrip, StatusStrip } from './strip.tsx';

/** One sale: its slip on the counter, and the field that says whose move it is. */
export function SaleScreen({ sale }: { readonly sale: SaleView }) {
  const { words } = useTools();
  const { settings } = useShop();
  return (
    <main className="till till-sale" data-state={sale.state.kind}>
      <section className="counter">
        <BrandStrip shop={settings.shop.name} />
        <SaleSlip sale={sale} />
      </section>
      <Field tone={toneOf(sale)} className="till-right" label={sayState(sale, words).head}>
        <StatusStrip />
        <div className="field-body">
          <StateField sale={sale} />
        </div>
      </Field>
    </main>
  );
}

function StateField({ sale }: { readonly sale: SaleView }) {
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
      return <FieldWaiting sale={sale} uri={state.uri} expires={state.expires} />;
    case 'waiting_sticker':
    case 'waiting_approval':
      return <FieldApprove sale={sale} expires={state.expires} />;
    case 'authorised':
      return <FieldReserved sale={sale} expires={state.expires} because={state.because} />;
    case 'unclear':
      return <FieldUnclear sale={sale} state={state} />;
    case 'paid':
      return <FieldPaid sale={sale} />;
    case 'declined':
    case 'expired':
    case 'aborted':
    case 'released':
    case 'refunded':
    case 'refused':
    case 'failed':
      return <FieldEnded sale={sale} state={state} />;
  }
}
