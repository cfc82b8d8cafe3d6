import { MONEY_MAX, type MoneyInteger, money } from '../../../shared/money/money.ts';
import { createPrng, type Prng } from '../../simulation/prng.ts';

/*
 * Content as shops really have it, by a seed: amounts of every length, currencies with none, two and
 * three decimals, long names, and windows of every size.
 */

/** So many random screens of each kind; `RANDOM_SCREENS=4000` renders more. */
export const WANTED = Number(process.env.RANDOM_SCREENS ?? 24);
export const SEED = Number(process.env.RANDOM_SEED ?? 1);

const NAMES = [
  'Tea',
  'Kaffebaren Løkka',
  'Grünerløkka Håndverksbakeri og Konditori AS',
  'Økologisk fullkornsbrød med solsikkekjerner og tranebær',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk',
  'Flat white, kanelbolle, eplejuice, havregrøt med rosiner, vann uten kullsyre',
  '12 × AA',
];
const CURRENCIES = ['NOK', 'NOK', 'EUR', 'GBP', 'JPY', 'KWD', 'ISK', 'CHF'];
const LOCALES = ['nb-NO', 'nb-NO', 'en-GB', 'de-DE', 'ja-JP', 'ar-KW', 'fr-CH'];

export type Content = {
  readonly seed: number;
  readonly chance: Prng;
  readonly currency: string;
  readonly locale: string;
  readonly language: 'en' | 'nb';
  readonly theme: 'light' | 'dark';
  /** As many digits as chance decides, so that short ones are as frequent as long ones. */
  amount(digits?: number): MoneyInteger;
  name(): string;
  pick<T>(list: readonly T[]): T;
};

export function contentOf(seed: number): Content {
  const chance = createPrng(seed);
  return {
    seed,
    chance,
    currency: chance.pick(CURRENCIES),
    locale: chance.pick(LOCALES),
    language: chance.pick(['en', 'nb'] as const),
    theme: chance.pick(['light', 'dark'] as const),
    amount: (digits = 12) => {
      const most = Math.min(MONEY_MAX, 10 ** chance.between(1, digits) - 1);
      return money(chance.chance(0.3) ? most : chance.between(1, most));
    },
    name: () => chance.pick(NAMES),
    pick: (list) => chance.pick(list),
  };
}

/** The seeds of one run. */
export function seedsOf(count: number): readonly number[] {
  return Array.from({ length: count }, (_, place) => SEED * 1_000_000 + place);
}
