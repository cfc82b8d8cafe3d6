import { type CashRounding, cashRounding } from './rounding.ts';

/** How a till rounds cash: what its settings say, else the rule of its country and currency. */
export function roundingOf({
  cashRounding: own,
  country,
  locale,
  currency,
}: {
  readonly cashRounding?: CashRounding | 'never';
  readonly country?: string;
  readonly locale: string;
  readonly currency: string;
}): CashRounding | null {
  if (own !== undefined) return own === 'never' ? null : own;
  const region = country ?? new Intl.Locale(locale).maximize().region ?? '';
  return cashRounding(region, currency);
}
