import type { CustomerBasket, CustomerView } from '../../shared/bridge/customer-view.ts';
import type { DisplayWords } from '../i18n/customer-display.ts';
import { Amount } from '../ui/amount.tsx';
import { BillVat } from '../ui/bill-lines.tsx';
import { Perforation, Slip } from '../ui/slip.tsx';
import { BillTable, Paper } from './sale-slip.tsx';

type BasketScreenProps = {
  readonly view: CustomerView;
  readonly basket: CustomerBasket;
  readonly words: DisplayWords;
};

/** The basket and its total before the sale starts. */
export function BasketScreen({ view, basket, words }: BasketScreenProps) {
  const { shop, locale } = view;
  const { bill, currency } = basket;
  return (
    <main className="display display-basket">
      <Paper of={bill}>
        <Slip label={words.slipLabel}>
          <h2 className="display-shop">{shop}</h2>
          <BillTable bill={bill} currency={currency} locale={locale} words={words} />
          <Perforation />
          <BillVat bill={bill} currency={currency} locale={locale} words={words} />
        </Slip>
      </Paper>
      <section className="display-so-far" aria-live="polite">
        <h1>{words.basketHead}</h1>
        <p className="display-next">{words.soFar}</p>
        <p className="display-hero">
          <Amount amount={bill.total} currency={currency} locale={locale} />
        </p>
      </section>
    </main>
  );
}
