import { type MoneyInteger, money } from '../../shared/money/money.ts';
import type { AdditionalAmount } from '../../shared/terminal/sale/state.ts';
import { AMOUNT_MAX, amountAfter, type KeypadKey } from './keypad.ts';

const COUNTRY_DIGITS_MAX = 3;
const NUMBER_DIGITS_MAX = 12;

/** What the cashier has typed for the next sale. */
export type SaleEntry = {
  /** Minor units of the shop's currency. */
  readonly amount: MoneyInteger;
  /** Digits only, without plus or zeros in front. */
  readonly country: string;
  readonly number: string;
  /** The part of the phone number that the keypad types into. */
  readonly part: 'country' | 'number';
  /** True if the last key would have exceeded the limit and was ignored. */
  readonly full: boolean;
  /** The tip of the sale that is typed again: its customer is not asked twice. */
  readonly tip: EntryTip | null;
};

/** A tip belongs to a price of one bill; null: to a typed amount without a bill. */
export type EntryTip = {
  readonly bill: string | null;
  readonly price: MoneyInteger;
  readonly chosen: ChosenTip;
};

/** What the customer of this price has chosen; null if nobody has asked him. Another bill has another customer. */
export function tipChosen(
  { tip }: Pick<SaleEntry, 'tip'>,
  bill: string | null,
  price: MoneyInteger,
): ChosenTip | null {
  return tip !== null && tip.bill === bill && tip.price === price ? tip.chosen : null;
}

/** The additional amount of a sale, as its customer has chosen or may choose it. */
export type ChosenTip = AdditionalAmount | 'none';

export const EMPTY_ENTRY: SaleEntry = {
  amount: money(0),
  country: '47',
  number: '',
  part: 'number',
  full: false,
  tip: null,
};

/** True if clearing would lose nothing. */
export function isEmpty(entry: SaleEntry): boolean {
  return entry.amount === 0 && entry.number === '' && entry.country === EMPTY_ENTRY.country;
}

/**
 * The entry after one key while the amount or the phone number owns the keys. Amounts are computed as
 * integers; text is never parsed as a number.
 */
export function pressKey(stage: 'amount' | 'phone', entry: SaleEntry, key: KeypadKey): SaleEntry {
  return stage === 'phone' ? pressPhone(entry, key) : pressAmount(entry, key);
}

/** True for the second C in a row: it clears the whole sale, so the till asks first. `bare`: there is no bill. */
export function asksToClear(
  stage: 'amount' | 'phone',
  entry: SaleEntry,
  key: KeypadKey,
  bare: boolean,
): boolean {
  if (key.kind !== 'clear') return false;
  if (stage === 'amount') return entry.amount === 0 && !(bare && isEmpty(entry));
  return typedOf(entry) === '' && !isEmpty(entry);
}

function pressAmount(entry: SaleEntry, key: KeypadKey): SaleEntry {
  if (key.kind === 'clear' && entry.amount === 0) return { ...entry, full: false };
  const amount = amountAfter(entry.amount, key);
  if (amount > AMOUNT_MAX) return { ...entry, full: true };
  // An amount that is cleared may be followed by the one of another customer.
  const tip = amount === 0 && entry.tip?.bill === null ? null : entry.tip;
  return { ...entry, amount: money(amount), full: false, tip };
}

const typedOf = ({ part, country, number }: SaleEntry) => (part === 'country' ? country : number);

function pressPhone(entry: SaleEntry, key: KeypadKey): SaleEntry {
  const typed = typedOf(entry);
  switch (key.kind) {
    case 'digit':
      return withPart(entry, typed + String(key.digit));
    case 'double_zero':
      return withPart(entry, `${typed}00`);
    case 'backspace':
      // Backspace in an empty number continues in the country code.
      if (typed === '' && entry.part === 'number') return { ...entry, part: 'country' };
      return withPart(entry, typed.slice(0, -1));
    case 'clear':
      return withPart(entry, '');
  }
}

function withPart(entry: SaleEntry, typed: string): SaleEntry {
  if (entry.part === 'number') {
    if (typed.length > NUMBER_DIGITS_MAX) return { ...entry, full: true };
    return { ...entry, number: typed, full: false };
  }
  // No country code begins with a zero. "00" is a way to dial a plus, so it is dropped.
  const country = typed.replace(/^0+/, '');
  if (country.length > COUNTRY_DIGITS_MAX) return { ...entry, full: true };
  return { ...entry, country, full: false };
}
