import type { CustomerBasket, CustomerView } from '../../shared/bridge/customer-view.ts';
import type { DisplayWords } from '../i18n/customer.ts';
import { Amount } from '../ui/amount.tsx';
import { BillVat } from '../ui/bill-lines.tsx';
import { Seal } from '../ui/seal.tsx';
import { Perforation, Slip } from '../ui/slip.tsx';
import { Cups } from './cups.tsx';
import { BillTable, Paper } from './sale-slip.tsx';

type IdleScreenProps = {
  readonly view: CustomerView;
  readonly words: DisplayWords;
  readonly now: number;
};

/** Shown while there is no sale: the shop's name, a greeting, and how to pay. */
export function IdleScreen({ view, words, now }: IdleScreenProps) {
  const down = view.payments === 'down';
  return (
    <main className="display display-idle">
      <Cups />
      <p className="display-name">{view.shop}</p>
      <h1>{greeting(new Date(now).getHours(), words)}</h1>
      <p className={`display-how mark ${down ? 'tone-offline' : 'tone-idle'}`}>
        <Seal tone={down ? 'offline' : 'phone'} size={104} />
        <span>{down ? words.down : words.how}</span>
      </p>
    </main>
  );
}

/** The greeting for an hour from 0 to 23. */
function greeting(hour: number, words: DisplayWords): string {
  if (hour < 10) return words.morning;
  return hour < 17 ? words.day : words.evening;
}

type BasketScreenProps = {
  readonly view: CustomerView;
  readonly basket: CustomerBasket;
  readonly words: DisplayWords;
};

/** The basket and its total before the sale starts. */
export function BasketScreen({ view, basket, words }: BasketScreenProps) {
  const { shop } = view;
  const { bill, currency } = basket;
  return (
    <main className="display display-basket">
      <Paper words={words}>
        <Slip label={words.slipLabel}>
          <h2 className="display-shop">{shop}</h2>
          <BillTable bill={bill} currency={currency} words={words} />
          <Perforation />
          <BillVat bill={bill} currency={currency} words={words} />
        </Slip>
      </Paper>
      <section className="display-so-far" aria-live="polite">
        <h1>{words.basketHead}</h1>
        <p className="display-next">{words.soFar}</p>
        <p className="display-hero">
          <Amount amount={bill.total} currency={currency} />
        </p>
      </section>
    </main>
  );
}
