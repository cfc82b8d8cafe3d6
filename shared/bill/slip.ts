import type { LineId } from '../ids/host-ids.ts';
import { add, type MoneyInteger, ZERO } from '../money/money.ts';
import { rateOf } from '../money/vat.ts';
import { amountsOf, linesOf, unitPrice } from './amounts.ts';
import type { Bill, NoteReader } from './bill.ts';
import { quantityText } from './quantity.ts';

/** One line of a bill as a slip says it. Amounts in minor units. */
export type SlipLine = {
  readonly id: LineId;
  /** A decimal number as text: `2`, `0.335`. */
  readonly quantity: string;
  /** What one of it is, such as `kg`; empty for pieces. */
  readonly unit: string;
  /** Of one, with its options. */
  readonly price: MoneyInteger;
  readonly name: string;
  readonly options: readonly string[];
  readonly note: string | null;
  /** Before anything was taken off; negative for a returned deposit. */
  readonly gross: MoneyInteger;
  /** What the line's own discounts take off. */
  readonly discount: MoneyInteger;
  readonly total: MoneyInteger;
};

/** The VAT of one rate. */
export type SlipVat = {
  /** Hundredths of a per cent. */
  readonly rate: number;
  readonly vat: MoneyInteger;
};

/** A bill as a slip says it: for the cashier and for the customer. */
export type SlipOfBill = {
  readonly lines: readonly SlipLine[];
  /** The money off the whole bill. */
  readonly discount: MoneyInteger;
  readonly total: MoneyInteger;
  readonly paid: MoneyInteger;
  readonly due: MoneyInteger;
  /** Highest rate first; none without VAT. */
  readonly vat: readonly SlipVat[];
};

/** The slip of a bill for the people of the shop or for the customer, who reads no note for the kitchen. */
export function slipOf(bill: Bill, reader: 'shop' | Extract<NoteReader, 'customer'>): SlipOfBill {
  const amounts = linesOf(bill);
  const { total, paid, due, vat } = amountsOf(bill);
  const lines = bill.lines.map((line, place): SlipLine => {
    const { id, quantity, unit, name, options, note } = line;
    const { gross = ZERO, discount = ZERO, share = ZERO, total: net = ZERO } = amounts[place] ?? {};
    return {
      id,
      quantity: quantityText(quantity),
      unit: unit === 'pcs' ? '' : unit,
      price: unitPrice(line),
      name,
      options: options.map((option) => option.name),
      note: note === null || (reader === 'customer' && note.to !== reader) ? null : note.text,
      gross,
      discount,
      total: add(net, share),
    };
  });
  return {
    lines,
    discount: add(ZERO, ...amounts.map(({ share }) => share)),
    total,
    paid,
    due,
    vat: vat.flatMap(({ vatRate, vat: amount }) => {
      const rate = vatRate === null ? 0 : rateOf(vatRate);
      return rate === null || rate === 0 ? [] : [{ rate, vat: amount }];
    }),
  };
}
