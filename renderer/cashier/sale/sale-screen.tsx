import { ownMember } from '../../../shared/objects/own-member.ts';
import { statedOf } from '../../../shared/payment/statement.ts';
import { isFinal, type SaleView } from '../../../shared/terminal/sale/state.ts';
import { toneOf } from '../../state/tone.ts';
import { Amount } from '../../ui/amount.tsx';
import { Field } from '../../ui/field.tsx';
import { useAmountText, useCashier, useShop, useTillState } from '../common/context.tsx';
import { useLeft } from '../common/due.ts';
import { BrandStrip, StatusStrip } from '../common/strip.tsx';
import { useNextSaleKeyboard } from '../entry/use-entry-keyboard.ts';
import { FieldEnded } from './field-ended.tsx';
import { FieldPaid } from './field-paid.tsx';
import { FieldWaiting } from './field-waiting.tsx';
import { HeldEnds } from './held-ends.tsx';
import { SaleSlip, totalLabel } from './sale-slip.tsx';
import { StateField } from './state-field.tsx';
import { stateText } from './state-text.ts';

/** The amount above the state, where the slip with its total is below the field. */
function FieldAmount({ sale }: { readonly sale: SaleView }) {
  const { words } = useCashier();
  // The field of a paid sale has the amount in its own words.
  if (sale.state.kind === 'paid') return null;
  return (
    <p className="field-amount">
      <span>{totalLabel(sale, words)}</span>
      <Amount amount={statedOf(sale.money).amount} currency={sale.currency} />
    </p>
  );
}

/** The screen of one sale: its slip and the field with its state. */
export function SaleScreen({ sale }: { readonly sale: SaleView }) {
  const { till, words } = useCashier();
  const amount = useAmountText();
  const { settings } = useShop();
  const left = useLeft(sale);
  const tone = sale.state.kind === 'paid' && left > 0 ? 'part' : toneOf(sale);
  const receipts = useTillState(({ snapshot }) => snapshot?.books?.receipts);
  useNextSaleKeyboard(till, isFinal(sale.state) ? sale.id : null, () => till.newSale(sale));
  return (
    <main className="till till-sale" data-state={sale.state.kind}>
      <section className="counter">
        <BrandStrip shop={settings.shop.name} />
        <HeldEnds />
        <SaleSlip sale={sale} receipt={ownMember(receipts, sale.id) ?? null} />
      </section>
      <Field tone={tone} className="till-right" label={stateText(sale, words, amount).head}>
        <StatusStrip />
        <div className="field-body">
          <FieldAmount sale={sale} />
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
