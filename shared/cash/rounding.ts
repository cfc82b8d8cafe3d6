import { type MoneyInteger, money, subtract, ZERO } from '../money/money.ts';

/**
 * How a country rounds an amount that is paid in cash. Only the amount to pay is rounded, never a line, and only its
 * part in cash; the difference is a line of its own in the books and on the receipt.
 */
export type CashRounding = {
  /** The smallest coin, in minor units. */
  readonly step: number;
  /** Where half a step goes. */
  readonly half: 'up' | 'down';
};

/**
 * By country and currency, because countries with one currency round differently. `null`: the smallest coin is the minor
 * unit, or shops do not round. The shop's setting replaces it where an agreement or a law differs.
 */
const RULES: Readonly<Record<string, CashRounding>> = {
  // The smallest coin is one krone (Norges Bank, since May 2012).
  'NO NOK': { step: 100, half: 'up' },
  // The smallest coin is one krona (Riksbanken, since October 2010).
  'SE SEK': { step: 100, half: 'up' },
  // The smallest coin is 50 øre (Danmarks Nationalbank, since October 2008).
  'DK DKK': { step: 50, half: 'up' },
  // No coins of one and two cents are used in these countries.
  'FI EUR': { step: 5, half: 'up' },
  'NL EUR': { step: 5, half: 'up' },
  'BE EUR': { step: 5, half: 'up' },
  'IE EUR': { step: 5, half: 'up' },
  'IT EUR': { step: 5, half: 'up' },
  'SK EUR': { step: 5, half: 'up' },
  'EE EUR': { step: 5, half: 'up' },
  'LT EUR': { step: 5, half: 'up' },
  'CH CHF': { step: 5, half: 'up' },
  'LI CHF': { step: 5, half: 'up' },
  'CZ CZK': { step: 100, half: 'up' },
  'HU HUF': { step: 500, half: 'up' },
  'CA CAD': { step: 5, half: 'up' },
  'AU AUD': { step: 5, half: 'up' },
  // Shops decide about five cents; most round them down.
  'NZ NZD': { step: 10, half: 'down' },
};

/** The rule of a country (ISO 3166) for a currency (ISO 4217); null if cash is not rounded there. */
export function cashRounding(country: string, currency: string): CashRounding | null {
  return RULES[`${country} ${currency}`] ?? null;
}

/** The amount to pay in cash for an amount that is due; both in minor units, negative where the shop pays out. */
export function inCash(due: MoneyInteger, rule: CashRounding | null): MoneyInteger {
  if (rule === null) return due;
  // What is paid out is rounded as what is paid in.
  if (due < 0) return subtract(ZERO, inCash(subtract(ZERO, due), rule));
  const { step, half } = rule;
  const over = due % step;
  const isUp = half === 'up' ? over * 2 >= step : over * 2 > step;
  return money(due - over + (isUp ? step : 0));
}
