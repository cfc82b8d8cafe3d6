import type { CustomerSale } from '../../shared/bridge/customer-view.ts';
import { add } from '../../shared/money/money.ts';
import type { DisplayWords } from '../i18n/customer-display.ts';
import { Amount, Figures } from '../ui/amount.tsx';
import { Perforation, Slip } from '../ui/slip.tsx';

/** What every picture of a sale is drawn from. */
export type SaleParts = {
  readonly shop: string;
  readonly locale: string;
  readonly words: DisplayWords;
  readonly sale: CustomerSale;
};

/** The slip as the customer sees it: the same paper as on the cashier's screen. */
export function SaleSlip({ shop, locale, words, sale }: SaleParts) {
  const { amount, additionalAmount, currency, text } = sale;
  const torn = sale.until !== null;
  return (
    <Slip label={words.slipLabel} torn={torn}>
      <h2 className="display-shop">{shop}</h2>
      {text !== null && <p className="display-line">{text}</p>}
      {additionalAmount > 0 && (
        <p className="display-line display-sum">
          <span>{words.additional}</span>
          <Figures amount={additionalAmount} currency={currency} locale={locale} />
        </p>
      )}
      <Perforation />
      <p className="display-line">{torn ? words.sum : words.toPay}</p>
      <p className="display-total">
        <Amount amount={add(amount, additionalAmount)} currency={currency} locale={locale} />
      </p>
    </Slip>
  );
}
