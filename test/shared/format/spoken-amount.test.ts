import { expect, it } from 'vitest';
import { spokenAmount, spokenDuration } from '../../../shared/format/spoken-amount.ts';
import { money } from '../../../shared/money/money.ts';

it.each([
  ['en', 5_200, 'NOK', '52 kroner'],
  ['en', 100, 'NOK', '1 krone'],
  ['en', 5_250, 'NOK', '52 kroner and 50 øre'],
  ['en', 101, 'GBP', '1 pound and 1 penny'],
  ['en', 50, 'EUR', '50 cents'],
  ['en', 123_456_789, 'NOK', '1234567 kroner and 89 øre'],
  ['en', 500, 'JPY', '500 Japanese yen'],
  ['en', 1_234, 'KWD', '1.234 Kuwaiti dinars'],
  ['nb', 5_250, 'NOK', '52 kroner og 50 øre'],
  ['nb', 9_900, 'SEK', '99 svenske kroner'],
  ['nb', 0, 'NOK', '0 kroner'],
  ['de', 199, 'EUR', '1 Euro und 99 Cent'],
  ['ar', 5_200, 'NOK', '52 كرونة نرويجية'],
  ['ar', 100, 'NOK', 'كرونة نرويجية واحدة'],
  ['ar', 200, 'NOK', 'كرونتان نرويجيتان'],
  ['ar', 10_300, 'NOK', '103 كرونات نرويجية'],
  ['ar', 5_250, 'NOK', '52 كرونة نرويجية و 50 أوره'],
  ['ar', 1_111, 'GBP', '11 جنيهًا إسترلينيًّا و 11 بنسًا'],
  ['ar', 302, 'USD', '3 دولارات و سنتان'],
] as const)('in %s, %i %s is spoken as "%s"', (language, amount, currency, text) => {
  expect(spokenAmount(money(amount), currency, language)).toBe(text);
});

it.each([
  ['en', 278_000, '4 minutes'],
  ['en', 40_000, '40 seconds'],
  ['nb', 300_000, '5 minutter'],
] as const)('in %s, %i ms are spoken as "%s"', (language, milliseconds, text) => {
  expect(spokenDuration(milliseconds, language)).toBe(text);
});
