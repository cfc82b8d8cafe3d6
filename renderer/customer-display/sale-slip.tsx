import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { SlipOfBill } from '../../shared/bill/slip.ts';
import type { CustomerSale, CustomerView } from '../../shared/device/bridge/customer-view.ts';
import { subtract, ZERO } from '../../shared/money/money.ts';
import { statedOf } from '../../shared/payment/statement.ts';
import type { DisplayWords } from '../i18n/customer.ts';
import { Amount, Figures } from '../ui/amount.tsx';
import { type BillInRows, BillRows, BillVat, type BillWords } from '../ui/bill-lines.tsx';
import { Perforation, Slip } from '../ui/slip.tsx';

/** The properties that all screens of a sale have in common. */
export type SaleProps = {
  readonly shop: string;
  readonly words: DisplayWords;
  readonly sale: CustomerSale;
};

type SaleSlipProps = SaleProps & {
  /** The word before the total; by default whether it is to be paid or was paid. */
  readonly totalWord?: string;
};

/** The slip for the customer, in the same layout as on the cashier's screen. */
export function SaleSlip({ shop, words, sale, totalWord }: SaleSlipProps) {
  const { additionalAmount, currency, text, money } = sale;
  const { what, amount } = statedOf(money);
  const released = what === 'captured' ? money.released : ZERO;
  const torn = sale.ended !== null;
  return (
    <Slip label={words.slipLabel} torn={torn}>
      <h2 className="display-shop">
        <bdi>{shop}</bdi>
      </h2>
      {text !== null && (
        <p className="display-line">
          <bdi>{text}</bdi>
        </p>
      )}
      {sale.bill !== undefined && <BillTable bill={sale.bill} currency={currency} words={words} />}
      {additionalAmount > 0 && (
        <p className="display-line display-sum">
          <span>{words.additional}</span>
          <Figures amount={additionalAmount} currency={currency} />
        </p>
      )}
      {released > 0 && (
        <p className="display-line display-sum">
          <span>{words.released}</span>
          <Figures amount={subtract(ZERO, released)} currency={currency} />
        </p>
      )}
      <Perforation />
      <p className="display-line">{totalWord ?? (torn ? words.sum : words.toPay)}</p>
      <p className="display-total">
        <Amount amount={amount} currency={currency} />
      </p>
      {sale.vat !== undefined && <BillVat vat={sale.vat} currency={currency} words={words} />}
    </Slip>
  );
}

type BillTableProps = {
  readonly bill: BillInRows;
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

/** What the customer buys, while something else than the sale is on the screen; the shop's name if nothing is. */
export function SaleSoFar({
  view,
  words,
}: {
  readonly view: CustomerView;
  readonly words: DisplayWords;
}) {
  const { shop, sale, bill } = view;
  // An ended sale is not what the customer is asked about.
  if (sale !== null && sale.ended === null) {
    return (
      <Paper words={words}>
        <SaleSlip shop={shop} words={words} sale={sale} />
      </Paper>
    );
  }
  return (
    <Paper words={words}>
      <Slip label={words.slipLabel}>
        <h2 className="display-shop">
          <bdi>{shop}</bdi>
        </h2>
        {bill !== undefined && (
          <>
            <BillTable bill={bill.slip} currency={bill.currency} words={words} />
            <Perforation />
            <p className="display-line">{sumOf(bill.slip, words).word}</p>
            <p className="display-total">
              <Amount amount={sumOf(bill.slip, words).amount} currency={bill.currency} />
            </p>
          </>
        )}
      </Slip>
    </Paper>
  );
}

/** The sum that is said of a bill: what is left to pay, or the total once nothing is. */
export function sumOf({ total, paid, due }: SlipOfBill, words: DisplayWords) {
  if (paid > 0 && due === 0) return { word: words.sum, amount: total };
  return { word: paid > 0 ? words.toPay : words.soFar, amount: due };
}

type PaperProps = {
  readonly children: ReactNode;
  readonly words: DisplayWords;
};

/**
 * The column of the slip. A slip that is longer than the display shows its end with the total, and
 * says how many lines are above. Both are measured after each drawing, because lines come and go.
 */
export function Paper({ children, words }: PaperProps) {
  const column = useRef<HTMLDivElement>(null);
  const note = useRef<HTMLParagraphElement>(null);
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => {
    const element = column.current;
    if (element === null) return;
    const measure = () => {
      element.scrollTop = element.scrollHeight;
      const edge = element.getBoundingClientRect().top + (note.current?.offsetHeight ?? 0);
      const rows = [...element.querySelectorAll('.display-bill tr')];
      setAbove(
        element.scrollTop === 0
          ? 0
          : rows.filter((row) => row.getBoundingClientRect().top < edge).length,
      );
    };
    measure();
    // At once, so that no picture hides lines without saying so.
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(element);
    return () => observer.disconnect();
  });
  return (
    <div className="display-paper" ref={column}>
      <p className={above > 0 ? 'display-above' : 'display-above display-above-none'} ref={note}>
        {words.linesAbove(above)}
      </p>
      {children}
    </div>
  );
}
