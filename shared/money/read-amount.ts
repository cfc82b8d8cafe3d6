import { exponentOf } from './currency.ts';
import { MONEY_MAX, type MoneyInteger, money } from './money.ts';

/** Whole units, in groups or not, and what was typed after a point or a comma. */
const TYPED = /^(\d{1,12}|\d{1,3}(?:[ \u00a0\u202f]\d{3})+)(?:[.,](\d{0,3}))?$/;

/**
 * An amount as people type it (`125`, `125,00`, `1 250.5`), in minor units; null for what is none.
 * A sign in front of more digits than the currency has decimals may have been meant for thousands,
 * so `1,250` is no amount of kroner: the till must not guess a factor of a thousand.
 */
export function readAmount(typed: string, currency: string): MoneyInteger | null {
  const match = TYPED.exec(typed.trim());
  if (match === null) return null;
  const exponent = exponentOf(currency);
  const decimals = match[2] ?? '';
  if (decimals.length > exponent) return null;
  const digits = (match[1] ?? '').replace(/\D/g, '') + decimals.padEnd(exponent, '0');
  const minor = Number(digits);
  return minor <= MONEY_MAX ? money(minor) : null;
}
