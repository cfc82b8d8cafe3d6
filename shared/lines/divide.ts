import { proportionOf, spread } from '../money/apportion.ts';
import { add, type MoneyInteger, subtract, ZERO } from '../money/money.ts';
import { rateText, roundedRateOf } from '../money/vat.ts';

/*
 * The one division of money over lines and tax rates (D-213). A capture, a refund, a payment of a part of a bill, the
 * ledger and the books all state what this module gives them.
 */

/** The total of a line or of a tax rate, and the VAT in it. Minor units; a returned deposit is negative. */
export type RatedAmount = {
  /** As it was written, a fraction; null for what has no known rate. */
  readonly vatRate: string | null;
  readonly total: MoneyInteger;
  readonly vat: MoneyInteger;
};

export function sumOf(all: readonly RatedAmount[]): Omit<RatedAmount, 'vatRate'> {
  return {
    total: add(ZERO, ...all.map(({ total }) => total)),
    vat: add(ZERO, ...all.map(({ vat }) => vat)),
  };
}

/** Each amount of `all` less the amount at the same place of `others`. */
export function less(
  all: readonly RatedAmount[],
  others: readonly RatedAmount[],
): readonly RatedAmount[] {
  return all.map(({ vatRate, total, vat }, place) => {
    const other = others[place];
    return {
      vatRate,
      total: subtract(total, other?.total ?? ZERO),
      vat: subtract(vat, other?.vat ?? ZERO),
    };
  });
}

/**
 * The sum of each rate, the highest first, those without a known rate last. A register can write one rate in several ways,
 * such as "0.25" and "0.250"; a document has it once, in its shortest form.
 */
export function byRate(all: Iterable<RatedAmount>): readonly RatedAmount[] {
  const rates = new Map<string | null, RatedAmount>();
  for (const one of all) {
    const vatRate = one.vatRate === null ? null : rateText(roundedRateOf(one.vatRate));
    const before = rates.get(vatRate);
    const same = before === undefined ? [one] : [before, one];
    rates.set(vatRate, { vatRate, ...sumOf(same) });
  }
  const order = ({ vatRate }: RatedAmount) => (vatRate === null ? -1 : roundedRateOf(vatRate));
  return [...rates.values()].sort((one, other) => order(other) - order(one));
}

/** True if it states money or VAT. A part can be too small for an amount and still complete a minor unit of VAT. */
export const isSomething = ({ total, vat }: Omit<RatedAmount, 'vatRate'>) =>
  total !== 0 || vat !== 0;

/** Money of no known rate. */
export const unrated = (total: MoneyInteger): RatedAmount => ({ vatRate: null, total, vat: ZERO });

/**
 * What steps that moved `amount` together take of each place of `whole`. `amount` is first divided over the tax rates, the
 * highest first, then over the places of each rate. The VAT of a rate is rounded once. The result depends on the amount
 * alone and grows with it at every place, so it does not matter in how many steps an amount was taken, and the last
 * step completes the whole. More than the whole takes the whole.
 */
export function taken(whole: readonly RatedAmount[], amount: MoneyInteger): readonly RatedAmount[] {
  const { total } = sumOf(whole);
  if (amount !== 0 && (total < 0 ? amount <= total : amount >= total)) return whole;
  const groups = groupsOf(whole);
  const parts = whole.map(({ vatRate }) => ({ vatRate, total: ZERO, vat: ZERO }));
  const shares = spread(
    amount,
    groups.map((group) => group.total),
  );
  for (const [at, { places, members, ...group }] of groups.entries()) {
    const share = shares[at] ?? ZERO;
    const totals = spread(
      share,
      members.map((one) => one.total),
    );
    const vats = spread(
      proportionOf(group.vat, share, group.total),
      members.map((one) => one.vat),
    );
    for (const [index, { vatRate }] of members.entries()) {
      const [part, vat] = [totals[index] ?? ZERO, vats[index] ?? ZERO];
      parts[places[index] ?? -1] = { vatRate, total: part, vat };
    }
  }
  return parts;
}

type Group = Omit<RatedAmount, 'vatRate'> & {
  readonly places: readonly number[];
  readonly members: readonly RatedAmount[];
};

/** The places by rate, the highest rate first. A rate can be written in several ways. */
function groupsOf(whole: readonly RatedAmount[]): readonly Group[] {
  const places = new Map<number, number[]>();
  for (const [place, { vatRate }] of whole.entries()) {
    const rate = roundedRateOf(vatRate);
    const own = places.get(rate);
    if (own === undefined) places.set(rate, [place]);
    else own.push(place);
  }
  return [...places]
    .sort(([one], [other]) => other - one)
    .map(([, own]) => {
      const members = own.flatMap((place) => whole[place] ?? []);
      return { places: own, members, ...sumOf(members) };
    });
}
