import { exponentOf } from './currency.ts';
import { type MoneyInteger, money } from './money.ts';

/**
 * Amounts of about 1,000 euros to 3,000 euros in the currency's major unit, by the size of that unit. A
 * typed amount above is rare at a counter, and more often a mistake.
 */
const GROUPS: readonly (readonly [limit: number, currencies: string])[] = [
  [500, 'BHD CLF KWD OMR'],
  [1_000, 'BMD BND BSD CAD CHF EUR FKP GBP GIP JOD KYD NZD AUD PAB SGD SHP USD UYW'],
  [
    5_000,
    'AED AWG AZN BAM BBD BGN BRL BYN BZD FJD GEL ILS LYD MYR PEN PGK PLN QAR RON SAR SBD TMT TND ' +
      'TOP WST XCD',
  ],
  [
    50_000,
    'AFN CUP CZK DOP EGP ERN HNL LSL MKD MRU MUR MVR MXN NAD NIO PHP RUB SRD STN SZL THB TRY TWD ' +
      'UAH UYI UYU VES ZAR ZMW ZWG',
  ],
  [
    200_000,
    'ALL BDT BTN CVE DJF DZD ETB GMD HTG HUF INR ISK JMD JPY KES KGS KMF LKR LRD MZN NPR PKR RSD ' +
      'VUV XPF YER',
  ],
  // More cannot be typed: a dinar has three decimals.
  [500_000, 'IQD'],
  [1_000_000, 'AMD AOA ARS CRC GYD KPW KZT MMK MWK NGN RWF SDG SOS SSP XAF XOF'],
  [5_000_000, 'BIF CDF CLP COP GNF IDR IRR KHR KRW LAK LBP MGA MNT PYG SYP TZS UGX UZS VND'],
];

/** For the currencies of no group: the Norwegian krone, the yuan and others of that size. */
const USUAL = 10_000;

const LIMIT_BY_CODE: ReadonlyMap<string, number> = new Map(
  GROUPS.flatMap(([limit, currencies]) =>
    currencies.split(' ').map((code): [string, number] => [code, limit]),
  ),
);

/** The amount above which a till asks again if its shop has set none, in minor units. */
export function usualAskAbove(currency: string): MoneyInteger {
  const major = LIMIT_BY_CODE.get(currency) ?? USUAL;
  return money(major * 10 ** exponentOf(currency));
}

/** A shop's own limit in minor units, `never`, or the usual one of its currency. */
export type AskAbove = number | 'never' | undefined;

/** True if the till asks before it takes this amount. */
export function isAskedAgain(
  amount: MoneyInteger,
  { currency, askAbove }: { readonly currency: string; readonly askAbove?: AskAbove },
): boolean {
  if (askAbove === 'never') return false;
  return amount > (askAbove ?? usualAskAbove(currency));
}
