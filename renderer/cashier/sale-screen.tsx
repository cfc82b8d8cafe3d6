import type { SaleView } from '../../shared/terminal/sale/state.ts';
import { toneOf } from '../state/tone.ts';
import { Field } from '../ui/field.tsx';
import { useShop, useTools } from './context.tsx';
import { FieldEnded } from './field-ended.tsx';
import { FieldPaid } from './field-paid.tsx';
import { FieldWaiting } from './field-waiting.tsx';
import { SaleSlip } from './sale-slip.tsx';
import { sayState } from './say-state.ts';
import { StateField } from './state-field.tsx';
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
          <StateField
            sale={sale}
            waiting={(at) => <FieldWaiting sale={sale} uri={at.uri} expires={at.expires} />}
            paid={() => <FieldPaid sale={sale} />}
            ended={(state) => <FieldEnded sale={sale} state={state} />}
          />
        </div>
      </Field>
    </main>
  );
}
