import { add } from '../../shared/money/money.ts';
import { Amount } from '../ui/amount.tsx';
import { Seal } from '../ui/seal.tsx';
import { Paper, type SaleProps, SaleSlip } from './sale-slip.tsx';

/** Paid: the amount in large type and the torn slip. */
export function PaidScreen(parts: SaleProps) {
  const { words, sale, locale } = parts;
  const total = add(sale.amount, sale.additionalAmount);
  return (
    <main className="display display-flood field tone-paid">
      <div className="field-curtain" />
      <section className="display-said" aria-live="assertive">
        <Seal tone="paid" size={290} />
        <h1>{words.paidHead}</h1>
        <p className="display-hero">
          <Amount amount={total} currency={sale.currency} locale={locale} />
        </p>
        <p className="display-next">{words.paidText}</p>
      </section>
      <Paper of={parts.sale}>
        <SaleSlip {...parts} />
      </Paper>
    </main>
  );
}
