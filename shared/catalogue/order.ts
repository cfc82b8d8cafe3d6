import type { NewLine } from '../bill/acts.ts';
import type { LineNote } from '../bill/bill.ts';
import { type Quantity, quantity } from '../bill/quantity.ts';
import { proportionOf } from '../money/apportion.ts';
import { add, type MoneyInteger } from '../money/money.ts';
import type { Catalogue, Product } from './catalogue.ts';
import type { Language } from './language.ts';
import {
  type Choices,
  chosenOptions,
  groupsOf,
  missingGroup,
  type OptionGroup,
} from './options.ts';
import { depositName } from './own-words.ts';

/** What a person orders of a product. */
export type Order = {
  readonly product: Product;
  readonly quantity: Quantity;
  /** The typed price of one unit, or the price on the label of a packet; it replaces the product's price. */
  readonly price: MoneyInteger | null;
  readonly choices: Choices;
  readonly note: string | null;
  /** True if the quantity is a weight that was asked, or that of a label. */
  readonly weighed?: true;
};

/** An order of a product without options and note, at its own price. */
export function plainOrder(product: Product, units: Quantity): Order {
  return { product, quantity: units, price: null, choices: new Map(), note: null };
}

/** The price of an order with the surcharges of its options, without a deposit; null if a price has to be typed. */
export function priceOfOrder(catalogue: Catalogue, order: Order): MoneyInteger | null {
  const { product, quantity: units, choices } = order;
  const price = order.price ?? product.price;
  if (price === null) return null;
  const groups = groupsOf(catalogue.optionGroups, product.options);
  const surcharges = chosenOptions(groups, choices, 'en').map(({ surcharge }) => surcharge);
  return proportionOf(add(price, ...surcharges), units, 1_000);
}

/** What has to be asked before the lines of an order are known, or why the product cannot be ordered. */
export type OrderedLines =
  | { readonly kind: 'lines'; readonly lines: readonly NewLine[] }
  | { readonly kind: 'ask_price' }
  | { readonly kind: 'ask_options'; readonly group: OptionGroup }
  | { readonly kind: 'sold_out' };

/** The lines of an order: the product's, and one for its deposit. */
export function linesOfOrder(catalogue: Catalogue, order: Order, language: Language): OrderedLines {
  const { product } = order;
  if (product.soldOut) return { kind: 'sold_out' };
  const groups = groupsOf(catalogue.optionGroups, product.options);
  const group = missingGroup(groups, order.choices);
  if (group !== null) return { kind: 'ask_options', group };
  const price = order.price ?? product.price;
  if (price === null) return { kind: 'ask_price' };
  const line: NewLine = {
    kind: product.kind,
    product: product.id,
    name: product.name[language],
    // A label has the price of its packet, whatever the packet weighs.
    unit: order.price !== null && product.price !== null ? 'pcs' : product.unit,
    quantity: order.quantity,
    price,
    vatRate: product.vatRate,
    options: chosenOptions(groups, order.choices, language),
    note: noteOf(product, order.note),
  };
  return { kind: 'lines', lines: [line, ...depositOf(product, order.quantity, language)] };
}

/** The note of a line, for the reader whom the catalogue names; null without words or without a reader. */
export function noteOf({ note: to }: Pick<Product, 'note'>, words: string | null): LineNote | null {
  const text = words?.trim() ?? '';
  return to === null || text === '' ? null : { to, text };
}

/** The deposit of these units; none for a part of a unit. */
function depositOf(product: Product, units: Quantity, language: Language): readonly NewLine[] {
  const whole = Math.floor(units / 1_000);
  if (product.deposit === null || whole === 0) return [];
  const { amount, vatRate } = product.deposit;
  return [
    {
      kind: 'deposit',
      product: product.id,
      name: depositName(product.name[language], language),
      unit: 'pcs',
      quantity: quantity(whole * 1_000),
      price: amount,
      vatRate,
      options: [],
      note: null,
    },
  ];
}
