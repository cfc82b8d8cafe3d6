import { describe, expect, it } from 'vitest';
import { cashierAr } from '../../../renderer/i18n/ar/till.ts';
import { cashierEn } from '../../../renderer/i18n/en/till.ts';
import { widthOf } from '../../../renderer/ui/amount.tsx';
import { gapText, timeLeft } from '../../../renderer/ui/format.tsx';
import { amountText, formatFor } from '../../../shared/format/format.ts';
import { money } from '../../../shared/money/money.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ');

describe('an amount', () => {
  it('has the currency first in Norwegian, and in the locale’s place otherwise', () => {
    expect(plain(amountText(money(12_500), 'NOK', 'nb-NO'))).toBe('kr 125,00');
    expect(plain(amountText(money(12_500), 'NOK', 'en-GB'))).toBe('kr 125.00');
    expect(plain(amountText(money(12_500), 'EUR', 'de-DE'))).toBe('125,00 €');
    expect(plain(amountText(money(123_456_789), 'NOK', 'nb-NO'))).toBe('kr 1 234 567,89');
  });

  it('uses the currency’s own decimals', () => {
    expect(plain(amountText(money(12_500), 'JPY', 'nb-NO'))).toMatch(/12 500$/);
    expect(formatFor({ language: 'nb' }).figures(money(12_500), 'BHD')).toBe('12,500');
  });

  it('uses the minus sign', () => {
    expect(amountText(money(-500), 'NOK', 'nb-NO')).toContain('\u2212');
  });

  it('separates currency and figures for styling', () => {
    expect(
      formatFor({ language: 'nb' })
        .amountParts(money(100), 'NOK')
        .map(({ kind }) => kind),
    ).toEqual(['currency', 'space', 'figures']);
  });
});

describe('the width of an amount', () => {
  const width = (amount: number, currency: string, shopLocale: string) =>
    widthOf(formatFor({ language: 'nb', shopLocale }).amountParts(money(amount), currency));

  it('grows with every digit, for figures and currency separately', () => {
    const short = width(12_500, 'NOK', 'nb-NO');
    const long = width(123_456_789, 'NOK', 'nb-NO');
    expect(long.figures).toBeGreaterThan(short.figures);
    expect(long.currency).toBe(short.currency);
    expect(short.figures).toBeGreaterThan(5 * 0.63);
  });

  it('ignores marks for the text direction', () => {
    expect(widthOf([{ kind: 'figures', text: '\u200f12' }]).figures).toBeCloseTo(2 * 0.635);
  });
});

describe('time left', () => {
  it('is shown in minutes or hours and never below zero', () => {
    expect(timeLeft(292_000)).toBe('4:52');
    expect(timeLeft(3_892_000)).toBe('1:04:52');
    expect(timeLeft(-5_000)).toBe('0:00');
    expect(timeLeft(1)).toBe('0:01');
    expect(gapText(146_000, cashierEn)).toBe('2 min 26 s');
    expect(gapText(146_000, cashierAr)).toBe('2 د 26 ث');
  });
});
