import type { Bill, BillLine } from '../../shared/basket/bill.ts';
import { lineQuantity, type Measured } from '../../shared/format/line-quantity.ts';
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

type LineMoney = Pick<BillLine, 'gross' | 'discount'>;

/** A line of a bill as its rows need it. Options and note are those that stand apart from its name. */
type LineInRows = Measured &
  LineMoney & {
    readonly name: string;
    readonly options?: readonly string[];
    readonly note?: string | null;
  };

/** What the rows of a bill need of it. */
export type BillInRows = Pick<Bill, 'discount'> & { readonly lines: readonly LineInRows[] };

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

/** The rows of a bill, each with what `LineParts` says of a line. */
export function BillRows({ bill, currency, words }: BillProps) {
  const money = { currency };
  // The lines of a bill have no ids and never change their order.
  const placed = bill.lines.map((line, place) => ({ line, place }));
  return (
    <>
      {placed.map(({ line, place }) => (
        <BillRow key={place} {...lineValues(line)} {...money} discountWord={words.slipDiscount} />
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

/** A line as plain values, by which a row knows whether it changed. */
export type LineValues = Measured &
  LineMoney & {
    readonly name: string;
    /** The options and the note; empty for neither. */
    readonly extras: string;
  };

/** What a row draws of a line. */
export function lineValues(line: LineInRows): LineValues {
  const { quantity, unit = '', price, name, gross, discount, options = [], note = null } = line;
  const extras = (note === null ? options : [...options, note]).join(', ');
  return { quantity, unit, price, name, gross, discount, extras };
}

type RowProps = LineValues & { readonly currency: string; readonly discountWord: string };

/** A change of the bill draws the rows that it changes. */
const BillRow = memoOfValues(function BillRow(line: RowProps) {
  return (
    <tr>
      <LineParts as="td" {...line} />
    </tr>
  );
});

type LinePartsProps = RowProps & {
  /** A cell of a table, or a part of a key. */
  readonly as: 'td' | 'span';
  /** Said after the name. */
  readonly more?: string;
};

/**
 * One line of a bill, on every screen: quantity, name and price on one baseline. Options, a note, what was weighed and a
 * discount are small second lines below the name.
 */
export function LineParts({ as: Part, more = '', ...line }: LinePartsProps) {
  const { name, gross, discount, extras, currency, discountWord } = line;
  const { pieces, measured } = lineQuantity(line, useFormat(), currency);
  return (
    <>
      <Part className="basket-many">{pieces}</Part>
      <Part className="basket-name">
        <bdi>{name}</bdi>
        {more !== '' && <span className="sr-only"> {more}</span>}
      </Part>
      <Part className="basket-price">
        <Figures amount={gross} currency={currency} />
      </Part>
      {measured !== '' && (
        <Part className="basket-sub">
          <bdi dir="ltr">{measured}</bdi>
        </Part>
      )}
      {extras !== '' && (
        <Part className="basket-sub basket-extras">
          <bdi>{extras}</bdi>
        </Part>
      )}
      {discount !== 0 && (
        <Part className="basket-sub basket-line-off">
          <span>{discountWord}</span>
          <Figures amount={subtract(ZERO, discount)} currency={currency} />
        </Part>
      )}
    </>
  );
}

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
