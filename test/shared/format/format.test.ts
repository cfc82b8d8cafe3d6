import { describe, expect, it } from 'vitest';
import { type Format, formatFor, readerLocale } from '../../../shared/format/format.ts';
import { money } from '../../../shared/money/money.ts';

/** 23:09 on 21 November in Oslo; 22:09 in London and UTC. */
const LATE = Date.parse('2026-11-21T22:09:30Z');
const SUM = money(12_345_600);

/** The text without no-break spaces and direction marks, which these tests do not check. */
function plain(text: string): string {
  return text.replaceAll(/[\u00a0\u202f]/g, ' ').replaceAll(/\p{Cf}/gu, '');
}

function reader(language: string, shopLocale?: string): Format {
  return formatFor({ language, timeZone: 'Europe/Oslo', ...(shopLocale ? { shopLocale } : {}) });
}

describe('the formats of one reader', () => {
  it('write amounts in the reader’s language, whatever the shop’s locale is', () => {
    expect(plain(reader('en', 'nb-NO').amount(SUM, 'NOK'))).toBe('kr 123,456.00');
    expect(plain(reader('nb', 'en-GB').amount(SUM, 'NOK'))).toBe('kr 123 456,00');
    expect(plain(reader('de', 'nb-NO').amount(SUM, 'EUR'))).toBe('123.456,00 €');
    expect(plain(reader('en').figures(SUM, 'KWD'))).toBe('12,345.600');
    expect(plain(reader('en').figures(SUM, 'JPY'))).toBe('12,345,600');
  });

  it('write a decimal text with all its decimals and the sign of the language', () => {
    expect(reader('en').decimal('1.335')).toBe('1.335');
    expect(reader('nb').decimal('1.335')).toBe('1,335');
    expect(reader('de').decimal('0.5')).toBe('0,5');
    expect(reader('nb').decimal('12')).toBe('12');
  });

  it('keep the shop’s region where its locale has the reader’s language', () => {
    expect(readerLocale('en', 'en-US')).toBe('en-US');
    expect(readerLocale('en', 'nb-NO')).toBe('en-GB');
    expect(readerLocale('nb')).toBe('nb-NO');
    expect(readerLocale('ar')).toBe('ar');
  });

  it('write an amount in a sentence from right to left with its figures before its currency', () => {
    const arabic = reader('ar');
    expect(arabic.amount(money(12_500), 'NOK')).toMatch(/^\u2066125\.00\skr\u2069$/);
    expect(arabic.amount(money(999), 'JPY')).toMatch(/^\u2066999\sJP¥\u2069$/);
    expect(reader('en').amount(money(12_500), 'NOK')).not.toMatch(/[\u2066\u2069]/);
  });

  it('write times and days in the shop’s time zone', () => {
    const english = reader('en');
    expect(english.time(LATE)).toBe('23:09');
    expect(english.timeWithSeconds(LATE)).toBe('23:09:30');
    expect(english.day(LATE)).toBe('2026-11-21');
    expect([english.hour(LATE), reader('ar').hour(LATE)]).toEqual([23, 23]);
    expect(english.hour(LATE + 3_600_000)).toBe(0);
    expect(plain(english.dateTime(LATE))).toBe('21 Nov 2026, 23:09');
    expect(plain(reader('nb').dateTime(LATE))).toBe('21. nov. 2026, 23:09');
    expect(plain(english.longDateTime(LATE))).toMatch(/^Saturday,? 21 November at 23:09$/);
    expect(formatFor({ language: 'en', timeZone: 'Asia/Tokyo' }).day(LATE)).toBe('2026-11-22');
    expect(formatFor({ language: 'en' }).hour(LATE)).toBe(new Date(LATE).getHours());
  });

  it('write a time of today short, of another day with the day, of another year with the year', () => {
    const english = reader('en');
    expect(english.recent(LATE, LATE + 60_000)).toBe('23:09');
    // An hour later it is the next day in the shop, and still the same day in London.
    expect(plain(english.recent(LATE, LATE + 3_600_000))).toBe('21 Nov, 23:09');
    expect(plain(english.recent(LATE, Date.parse('2027-11-21T12:00:00Z')))).toBe(
      '21 Nov 2026, 23:09',
    );
  });

  it('name a day by its weekday and date, and add the year if it differs', () => {
    expect(plain(reader('en').dayName('2026-11-21', '2026-11-22'))).toMatch(/^Sat,? 21 Nov$/);
    expect(plain(reader('nb').dayName('2026-11-21', '2026-11-22'))).toBe('lør. 21. nov.');
    expect(plain(reader('nb').dayHeading('2026-11-21', '2026-11-22'))).toBe('Lørdag 21. november');
    expect(plain(reader('en').dayName('2025-11-21', '2026-11-22'))).toMatch(/^Fri,? 21 Nov 2025$/);
    expect(reader('en').dayName('rubbish', null)).toBe('rubbish');
  });

  it('write percentages in the reader’s language, and negative amounts with the minus sign', () => {
    expect(plain(reader('nb').percent(1_500))).toBe('15 %');
    expect(reader('en').percent(1_500)).toBe('15%');
    expect(reader('en').figures((money(0) - 100) as never, 'GBP')).toBe('−1.00');
  });

  it('use the digits, months and order of any language', () => {
    const arabic = reader('ar-EG');
    expect(arabic.amount(SUM, 'EGP')).toMatch(/[٠-٩]/);
    expect(arabic.dateTime(LATE)).toMatch(/٢٠٢٦/);
    expect(plain(reader('de').dateTime(LATE))).toMatch(/^21\. Nov\. 2026, 23:09$/);
  });

  it('contain the first weekday of the reader’s region', () => {
    expect(reader('nb').firstWeekday).toBe(1);
    expect(reader('en', 'en-US').firstWeekday).toBe(7);
  });

  it('are forgotten when many readers have come, because a till chooses the language', () => {
    const before = reader('en');
    expect(reader('en')).toBe(before);
    for (let tag = 0; tag < 1_000; tag += 1) reader(`en-x-n${tag}`).amount(SUM, 'NOK');
    expect(reader('en')).not.toBe(before);
    expect(reader('en').amount(SUM, 'NOK')).toBe(before.amount(SUM, 'NOK'));
  });
});
