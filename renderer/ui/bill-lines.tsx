import type { Bill, BillLine } from '../../shared/basket/bill.ts';
import { subtract, ZERO } from '../../shared/money/money.ts';
import type { VatLine } from '../../shared/payment/vat.ts';
import type { BillLines } from '../../shared/protocol/bill-lines.ts';
import { Figures } from './amount.tsx';
import { useFormat } from './format.tsx';
import { memoOfValues } from './memo-of-values.ts';

/** The words of a bill, in the language of its reader. */
export type BillWords = {
  readonly slipDiscount: string;
  readonly slipDiscountAll: string;
  readonly slipVat: (rate: string) => string;
};

/** What the rows of a bill need of it. */
export type BillInRows = Pick<Bill, 'discount'> & {
  readonly lines: readonly Pick<BillLine, 'quantity' | 'name' | 'gross' | 'discount'>[];
};

/** The bill of a page of the service in the form that a till draws. */
export function billInRows({ lines, discount }: BillLines): BillInRows {
  return {
    discount,
    lines: lines.map(({ description, ...line }) => ({ ...line, name: description })),
  };
}

type BillProps = {
  readonly bill: BillInRows;
  readonly currency: string;
  readonly words: Pick<BillWords, 'slipDiscount' | 'slipDiscountAll'>;
};

/** The rows of a bill: quantity, name, discount and total. */
export function BillRows({ bill, currency, words }: BillProps) {
  const money = { currency };
  // The lines of a bill have no ids and never change their order.
  const placed = bill.lines.map((line, place) => ({ line, place }));
  return (
    <>
      {placed.map(({ line, place }) => (
        <BillRow
          key={place}
          quantity={line.quantity}
          name={line.name}
          gross={line.gross}
          discount={line.discount}
          {...money}
          discountWord={words.slipDiscount}
        />
      ))}
      {bill.discount > 0 && (
        <tr>
          <td />
          <td>{words.slipDiscountAll}</td>
          <td>
            <Figures amount={subtract(ZERO, bill.discount)} {...money} />
          </td>
        </tr>
      )}
    </>
  );
}

type RowProps = Pick<BillLine, 'quantity' | 'name' | 'gross' | 'discount'> & {
  readonly currency: string;
  readonly discountWord: string;
};

/** A change of the bill draws the rows that it changes. */
const BillRow = memoOfValues(function BillRow({ currency, discountWord, ...line }: RowProps) {
  return (
    <>
      <tr>
        <td>{line.quantity}</td>
        <td>
          <bdi>{line.name}</bdi>
        </td>
        <td>
          <Figures amount={line.gross} currency={currency} />
        </td>
      </tr>
      {line.discount > 0 && (
        <tr className="bill-off">
          <td />
          <td>{discountWord}</td>
          <td>
            <Figures amount={subtract(ZERO, line.discount)} currency={currency} />
          </td>
        </tr>
      )}
    </>
  );
});

type VatProps = {
  readonly vat: readonly VatLine[];
  readonly currency: string;
  readonly words: Pick<BillWords, 'slipVat'>;
};

/** The VAT in the total, by rate. */
export function BillVat({ vat: lines, currency, words }: VatProps) {
  const format = useFormat();
  if (lines.length === 0) return null;
  return (
    <dl className="slip-facts bill-vat">
      {lines.map(({ rate, vat }) => (
        <div key={rate}>
          <dt>{words.slipVat(format.percent(rate))}</dt>
          <dd>
            <Figures amount={vat} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
