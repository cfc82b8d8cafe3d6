import { type CashRounding, cashRounding } from './rounding.ts';

/** ISO 3166 code of a shop's country: what its settings say, else the country of its locale. */
export function countryOf({
  country,
  locale,
}: {
  readonly country?: string;
  readonly locale: string;
}): string {
  return country ?? new Intl.Locale(locale).maximize().region ?? '';
}

/** How a till rounds cash: what its settings say, else the rule of its country and currency. */
export function roundingOf({
  cashRounding: own,
  currency,
  ...shop
}: {
  readonly cashRounding?: CashRounding | 'never';
  readonly country?: string;
  readonly locale: string;
  readonly currency: string;
}): CashRounding | null {
  if (own !== undefined) return own === 'never' ? null : own;
  return cashRounding(countryOf(shop), currency);
}
