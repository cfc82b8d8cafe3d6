import type { Discount, NewLine } from '../../shared/bill/acts.ts';
import { amountsOf } from '../../shared/bill/amounts.ts';
import { type Bill, newBill } from '../../shared/bill/bill.ts';
import { pieces } from '../../shared/bill/quantity.ts';
import { reduceBill } from '../../shared/bill/reduce.ts';
import {
  type Catalogue,
  findProducts,
  type Named,
  type Product,
  productsIn,
} from '../../shared/catalogue/catalogue.ts';
import { groupsOf, type Option, type OptionGroup } from '../../shared/catalogue/options.ts';
import { type LineId, lineId } from '../../shared/ids/host-ids.ts';
import { type MoneyInteger, money, ZERO } from '../../shared/money/money.ts';
import type { DeckWindow } from './mode/mode.ts';
import { type Parts, partNow } from './parts.ts';

/** The cashier's view of the catalogue, and what is typed for the bill on the slip. */
export type GoodsState = {
  /** Null before the first load, or if the shop has no catalogue. */
  readonly catalogue: Catalogue | null;
  /** The version that is loaded. */
  readonly version: string | null;
  /** The version that is being loaded. */
  readonly loading: string | null;
  /** What the deck shows. */
  readonly pane: 'keypad' | 'items';
  /** The selected category; null for all products. */
  readonly category: string | null;
  /** The search text. */
  readonly query: string;
  /** The deck shows letters, so that the search text is typed by touch. */
  readonly letters: boolean;
  /** The selected line of the bill. */
  readonly selected: LineId | null;
  /** Quantity of the next item; null for one. */
  readonly quantity: number | null;
  /** Grams that the scale weighed last, which may still be on the pan; null before the first time. */
  readonly lastWeight: number | null;
  /** The scale, which no other goods change. */
  readonly scale: {
    /** True from a press of tare or zero to its answer. */
    readonly setting: boolean;
    /** How often the weights of before have ended. One that was asked for before the last time is not one of after it. */
    readonly forgotten: number;
  };
  /** How the bill is paid in parts; null: all that is due. */
  readonly parts: Parts | null;
};

/** What the deck shows while nothing is searched. */
export type KeptDeck = Pick<GoodsState, 'pane' | 'category'>;

/**
 * The deck when the till has its items: as the person has left it at this screen; else it opens on the items. What the
 * person types meanwhile on the keypad stays in sight.
 */
export function openedDeck(
  { products, categories }: Catalogue,
  kept: KeptDeck | null,
  isTyping: boolean,
): KeptDeck {
  const category = categories.find(({ id }) => id === kept?.category)?.id ?? null;
  const isKeypad = isTyping || products.length === 0;
  return { pane: isKeypad ? 'keypad' : (kept?.pane ?? 'items'), category };
}

/** Nothing is searched. */
export const NO_SEARCH = { query: '', letters: false } as const satisfies Partial<GoodsState>;

export const NO_GOODS: GoodsState = {
  catalogue: null,
  version: null,
  loading: null,
  pane: 'keypad',
  category: null,
  ...NO_SEARCH,
  selected: null,
  quantity: null,
  lastWeight: null,
  scale: { setting: false, forgotten: 0 },
  parts: null,
};

/** The part of the state that is reset after a sale has started or was cleared. */
export const NEXT_CUSTOMER = {
  selected: null,
  quantity: null,
  ...NO_SEARCH,
} as const satisfies Partial<GoodsState>;

/**
 * What is asked about an item, after another version of the catalogue: about the item as it is now, at its new price,
 * with its new box and options; null: it is not asked at all.
 */
export function withCatalogue(window: DeckWindow, catalogue: Catalogue): DeckWindow | null {
  if (window.kind !== 'price' && window.kind !== 'weight' && window.kind !== 'options') {
    return window;
  }
  const product = catalogue.products.find(({ id }) => id === window.order.product.id);
  if (product === undefined) return null;
  const isAsked =
    window.kind === 'options' ||
    (window.kind === 'price' ? product.price === null : product.unit === 'kg');
  return isAsked ? { ...window, order: { ...window.order, product } } : null;
}

/** The products on the keys: the search results, else the selected category. */
export function shownProducts(
  state: Pick<GoodsState, 'catalogue' | 'query' | 'category'>,
): readonly Product[] {
  const { catalogue, query, category } = state;
  if (catalogue === null) return [];
  return query === '' ? productsIn(catalogue, category) : findProducts(catalogue, query);
}

/** The groups of options of a product, in the order in which they are asked. */
export function optionsOf(catalogue: Catalogue | null, product: Product): readonly OptionGroup[] {
  return groupsOf(catalogue?.optionGroups ?? [], product.options);
}

/** The options of these groups in their order. The keyboard chooses the first nine of them by their place. */
export function listedOptions(
  groups: readonly OptionGroup[],
): readonly { readonly group: OptionGroup; readonly option: Option }[] {
  return groups.flatMap((group) => group.options.map((option) => ({ group, option })));
}

/** The product of a line; null if the catalogue does not have it any more. */
export function productOfLine(
  catalogue: Catalogue | null,
  bill: Bill | null,
  line: LineId | null,
): Product | null {
  const id = bill?.lines.find((one) => one.id === line && one.kind === 'goods')?.product ?? null;
  return catalogue?.products.find((one) => one.id === id) ?? null;
}

/** The name of a typed amount on a slip, in the shop's language. */
export const OPEN_PRICE: Named = {
  en: 'Custom amount',
  nb: 'Beløp uten vare',
  de: 'Freier Betrag',
  ar: 'مبلغ بلا صنف',
};

/** Why a bill was cleared, as the day reports it, in the shop's language. */
export const CLEARED: Named = {
  en: 'Cleared at the till',
  nb: 'Slettet i kassen',
  de: 'An der Kasse gelöscht',
  ar: 'أُلغي عند الصندوق',
};

/** A line for a typed amount, with the quantity that was typed before. */
export function openLine(
  price: MoneyInteger,
  language: keyof Named,
  { catalogue, quantity }: Pick<GoodsState, 'catalogue' | 'quantity'>,
): NewLine {
  return {
    kind: 'goods',
    product: null,
    name: OPEN_PRICE[language],
    unit: 'pcs',
    quantity: pieces(quantity ?? 1),
    price,
    vatRate: catalogue?.openPriceVatRate ?? null,
    options: [],
    note: null,
  };
}

/** The command that would order what is typed, and its line, which is not on the bill yet. */
const TYPED = 'typed';
export const TYPED_LINE = lineId(TYPED, 0);

/** The bill with the typed amount as its last line, as it will be; null if there is neither. */
export function wholeBill(
  bill: Bill | null,
  typed: MoneyInteger,
  language: keyof Named,
  state: Pick<GoodsState, 'catalogue' | 'quantity'>,
): Bill | null {
  if (typed === 0) return bill;
  const before = bill ?? newBill('', null, 0);
  const record = { by: '', approvedBy: null, at: 0, version: before.version, bill: before.id };
  const line = openLine(typed, language, state);
  const bills = new Map([[before.id, before]]);
  const after = reduceBill({ bills, done: [] }, { ...record, act: 'add', id: TYPED, line });
  return after.bills.get(before.id) ?? before;
}

type DiscountStep = Extract<DeckWindow, { readonly kind: 'discount' }>;

/** What is typed as a discount, for a reason in the shop's words. */
export function typedOff({ by, typed }: DiscountStep, reason: string): Discount {
  return by === 'amount'
    ? { kind: 'amount', amount: money(typed), reason }
    : { kind: 'percent', basisPoints: typed * 100, reason };
}

/** What takes it off the whole bill or off the selected line; null without one. */
export function discountAct(
  { of }: Pick<DiscountStep, 'of'>,
  selected: LineId | null,
  discount: Discount | null,
) {
  if (of === 'all') return { act: 'discount_bill', discount } as const;
  return selected === null ? null : ({ act: 'discount_line', line: selected, discount } as const);
}

/** The bill as it will be with the typed discount; null while none is typed. */
export function discountedBill(
  bill: Bill | null,
  window: DeckWindow | null,
  selected: LineId | null,
): Bill | null {
  if (bill === null || window?.kind !== 'discount' || window.typed === 0) return null;
  const act = discountAct(window, selected, typedOff(window, ''));
  if (act === null) return null;
  const record = { by: '', approvedBy: null, at: 0, version: bill.version, bill: bill.id };
  const before = { bills: new Map([[bill.id, bill]]), done: [] };
  return reduceBill(before, { ...record, ...act, id: TYPED }).bills.get(bill.id) ?? null;
}

/** The amount to ask for: what is due with the typed amount, or the part whose turn it is. */
export function amountToAsk(
  state: GoodsState,
  bill: Bill | null,
  typed: MoneyInteger,
): MoneyInteger {
  const part = typed === 0 ? partNow(state.parts, bill) : null;
  if (part !== null) return part.amount;
  const whole = wholeBill(bill, typed, 'en', state);
  return whole === null ? ZERO : amountsOf(whole).due;
}
