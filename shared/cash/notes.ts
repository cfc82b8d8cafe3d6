import { type MoneyInteger, money } from '../money/money.ts';

/** Notes and coins that are in use, largest first, in minor units. */
const DENOMINATIONS: Readonly<Record<string, readonly number[]>> = {
  NOK: [100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 100],
  SEK: [100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100],
  DKK: [50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50],
  EUR: [20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
  GBP: [5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
  CHF: [20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5],
  CZK: [500_000, 200_000, 100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100],
  HUF: [
    2_000_000, 1_000_000, 500_000, 200_000, 100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000,
    500,
  ],
  PLN: [50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
  ISK: [10_000, 5_000, 2_000, 1_000, 500, 100, 50, 10, 5, 1],
  JPY: [10_000, 5_000, 2_000, 1_000, 500, 100, 50, 10, 5, 1],
  USD: [10_000, 5_000, 2_000, 1_000, 500, 100, 25, 10, 5, 1],
  CAD: [10_000, 5_000, 2_000, 1_000, 500, 200, 100, 25, 10, 5],
  AUD: [10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5],
  NZD: [10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10],
};

/** The notes and coins of a currency, largest first, in minor units; empty for one that is not listed. */
export function denominationsOf(currency: string): readonly number[] {
  return DENOMINATIONS[currency] ?? [];
}

/**
 * What customers are likely to hand over for an amount: the amount itself, and what one kind of note makes of it. At
 * most `many` sums, the smallest first.
 */
export function likelyReceived(
  amount: MoneyInteger,
  currency: string,
  many = 4,
): readonly MoneyInteger[] {
  const round = denominationsOf(currency).map((note) => Math.ceil(amount / note) * note);
  // A heap of small notes is unlikely: one note, or up to four of it.
  const likely = round.filter((sum, place) => {
    const note = denominationsOf(currency)[place] ?? 1;
    return sum > amount && sum / note <= 4;
  });
  const sums = [...new Set(likely)].sort((a, b) => a - b).slice(0, many - 1);
  return [amount, ...sums].map(money);
}
