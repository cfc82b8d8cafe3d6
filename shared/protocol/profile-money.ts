import { exponentOf, isCurrency } from '../money/currency.ts';
import { money, toDecimalString } from '../money/money.ts';
import type { VendorProfile } from './media.ts';

/*
 * Amounts as the clients of 2013 to 2016 write them: text in major units, "20.00", both ways (D-93).
 * Every value of a field of money is in major units there, however it is written, so that nothing is
 * ever guessed from the form of one value.
 */

/** Members that contain money, at any place in a body; a test compares them with all schemas. */
export const MONEY_MEMBERS: ReadonlySet<string> = new Set([
  'amount',
  'additional_amount',
  'auth_amount',
  'auth_additional_amount',
  'interchange_fee',
  'transaction_fee',
  'vat',
  'item_cost',
  'total',
  // A payment in the list.
  'total_captured',
  'total_refund',
  // A receipt of a till.
  'discount',
  'rounding',
  'received',
  // A settlement and its report.
  'gross',
  'net',
  'amount_total',
  'additional_amount_total',
  'interchange',
  'payout',
  'billed',
  'unsettled_fees_before',
  'unsettled_fees_after',
  'scope_fee',
  'scope_fee_vat',
  'settlement_fee',
  'settlement_fee_vat',
  'transaction_fee_vat',
  'fixed_fees',
  'variable_fees',
  'neg_payout',
  'balance_before',
  'balance_after',
  'sales',
  'refunds',
  // A sales summary, whose members are lists by period.
  'reserved_vat',
  'capture_vat',
  'refund_vat',
  'reserved_total',
  'capture_total',
  'refund_total',
  // The catalogue of a shop; `major` and `minor` are what one price of an imported file can mean.
  'price',
  'surcharge',
  'amounts',
  'step',
  'major',
  'minor',
  // What the shop takes back as returned deposits, for a piece and for a bill.
  'piece',
  'bill',
  'approval_from',
  // A payment in a till's closed period.
  'captured',
  'tip',
  'refunded',
]);

/** The message for a client that writes major units and sends a value that is not money. */
export const MAJOR_UNITS_SENTENCE =
  'must be an amount with at most the decimals of its currency, such as "20.00"';

/** True for a member that contains money, at any place in a body. */
export function holdsMoney(name: string): boolean {
  return MONEY_MEMBERS.has(name);
}

const DECIMAL = /^(-?)(\d{1,12})(?:\.(\d{1,4}))?$/;

/**
 * Text or a number in major units as integer minor units; null for what is none, and for more
 * decimals than the currency has.
 */
export function minorUnits(value: unknown, currency: string): number | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const match = DECIMAL.exec(String(value));
  if (match === null) return null;
  const [, sign = '', whole = '', decimals = ''] = match;
  const digits = exponentOf(currency);
  if (decimals.length > digits) return null;
  const minor = Number(whole + decimals.padEnd(digits, '0'));
  if (!Number.isSafeInteger(minor)) return null;
  return sign === '-' && minor !== 0 ? -minor : minor;
}

/**
 * A body with its money as integers, for the schema to judge. What is no amount becomes a text, which
 * no field of money takes, so that every fault is named by its field. A currency in small letters
 * is read as the capitals that it means.
 */
export function moneyRead(body: unknown): unknown {
  return reading(body, currencyOf(body) ?? 'NOK');
}

function reading(value: unknown, currency: string): unknown {
  if (Array.isArray(value)) return value.map((item) => reading(item, currency));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => {
    if (name === 'currency' && typeof member === 'string') return [name, member.toUpperCase()];
    if (!holdsMoney(name) || member === null) return [name, reading(member, currency)];
    return [name, amountRead(member, currency)];
  });
  return Object.fromEntries(members);
}

/** Each amount of a list is read; no amount is an object, so the members of one are read as elsewhere. */
function amountRead(value: unknown, currency: string): unknown {
  if (Array.isArray(value)) return value.map((one) => amountRead(one, currency));
  if (typeof value === 'object' && value !== null) return reading(value, currency);
  return minorUnits(value, currency) ?? noAmount(value);
}

const DIGITS = /^\d{1,15}$/;

/**
 * How far a number of minor units may be from a whole one (D-467). A client that multiplies 19.99 by 100
 * sends 1998.9999999999998; the error of such a product is below this up to ten million in major units.
 */
const PRODUCT_ERROR = 1e-6;

/**
 * A body with its money as integers of minor units, if it is a text of digits (V-37), or a number that a
 * product of floating point left beside a whole one (D-467). Everything else stays, for the schema to refuse.
 */
export function minorTextRead(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(minorTextRead);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [
    name,
    holdsMoney(name) ? wholeOf(member) : minorTextRead(member),
  ]);
  return Object.fromEntries(members);
}

function wholeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wholeOf);
  if (typeof value === 'string') return DIGITS.test(value) ? Number(value) : value;
  if (typeof value !== 'number') return minorTextRead(value);
  const whole = Math.round(value);
  // Adding 0 makes a negative zero the ordinary one.
  return Math.abs(value - whole) <= PRODUCT_ERROR ? whole + 0 : value;
}

const noAmount = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/**
 * A body with its money as text in major units; `currency` counts where the body names none of its
 * own.
 */
export function moneyWritten(body: unknown, currency = 'NOK'): unknown {
  if (Array.isArray(body)) return body.map((item) => moneyWritten(item, currency));
  if (typeof body !== 'object' || body === null) return body;
  const own = currencyOf(body) ?? currency;
  const members = Object.entries(body).map(([name, member]): [string, unknown] => [
    name,
    holdsMoney(name) ? asText(member, own) : moneyWritten(member, own),
  ]);
  return Object.fromEntries(members);
}

function asText(value: unknown, currency: string): unknown {
  if (Array.isArray(value)) return value.map((item) => asText(item, currency));
  if (typeof value !== 'number') return moneyWritten(value, currency);
  return Number.isSafeInteger(value) ? toDecimalString(money(value), currency) : value;
}

/** The currency that a body names, or null when it names none that exists. */
function currencyOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('currency' in body)) return null;
  const { currency } = body;
  if (typeof currency !== 'string') return null;
  const known = currency.toUpperCase();
  return isCurrency(known) ? known : null;
}

/** A body with its money as the profile writes it: as it is, or as text in major units (D-93). */
export function writtenIn(body: unknown, profile: VendorProfile): unknown {
  return profile.amounts === 'minor' ? body : moneyWritten(body);
}
