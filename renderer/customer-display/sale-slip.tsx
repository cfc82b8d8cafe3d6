import { type ReactNode, useEffect, useRef } from 'react';
import type { Bill } from '../../shared/basket/bill.ts';
import type { CustomerSale } from '../../shared/bridge/customer-view.ts';
import { add } from '../../shared/money/money.ts';
import type { DisplayWords } from '../i18n/customer.ts';
import { Amount, Figures } from '../ui/amount.tsx';
import { BillRows, BillVat, type BillWords } from '../ui/bill-lines.tsx';
import { Perforation, Slip } from '../ui/slip.tsx';

/** The properties that all screens of a sale have in common. */
export type SaleProps = {
  readonly shop: string;
  readonly words: DisplayWords;
  readonly sale: CustomerSale;
};

/** The slip for the customer, in the same layout as on the cashier's screen. */
export function SaleSlip({ shop, words, sale }: SaleProps) {
  const { amount, additionalAmount, currency, text } = sale;
  const torn = sale.until !== null;
  return (
    <Slip label={words.slipLabel} torn={torn}>
      <h2 className="display-shop">{shop}</h2>
      {text !== null && <p className="display-line">{text}</p>}
      {sale.bill !== undefined && <BillTable bill={sale.bill} currency={currency} words={words} />}
      {additionalAmount > 0 && (
        <p className="display-line display-sum">
          <span>{words.additional}</span>
          <Figures amount={additionalAmount} currency={currency} />
        </p>
      )}
      <Perforation />
      <p className="display-line">{torn ? words.sum : words.toPay}</p>
      <p className="display-total">
        <Amount amount={add(amount, additionalAmount)} currency={currency} />
      </p>
      {sale.bill !== undefined && <BillVat bill={sale.bill} currency={currency} words={words} />}
    </Slip>
  );
}

type BillTableProps = {
  readonly bill: Bill;
  readonly currency: string;
  readonly words: BillWords;
};

/** The rows of a bill. */
export function BillTable(props: BillTableProps) {
  return (
    <table className="slip-lines display-bill">
      <tbody>
        <BillRows {...props} />
      </tbody>
    </table>
  );
}

type PaperProps = {
  readonly children: ReactNode;
  /** The printed content. The slip scrolls to its end whenever it changes. */
  readonly of: unknown;
};

/** The column of the slip. A slip that is longer than the display shows its end with the total. */
export function Paper({ children, of }: PaperProps) {
  const column = useRef<HTMLDivElement>(null);
  const printed = useRef<unknown>(null);
  useEffect(() => {
    if (column.current === null || printed.current === of) return;
    printed.current = of;
    column.current.scrollTop = column.current.scrollHeight;
  }, [of]);
  return (
    <div className="display-paper" ref={column}>
      {children}
    </div>
  );
}
