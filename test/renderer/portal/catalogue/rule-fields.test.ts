import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ruleFields, rulesOf } from '../../../../renderer/portal/catalogue/rule-fields.ts';
import { formatFor } from '../../../../shared/format/format.ts';
import { shopRules } from '../../../../shared/protocol/shop-rules.ts';

const MONEY = { currency: 'NOK', format: formatFor({ language: 'nb', timeZone: 'Europe/Oslo' }) };

const hundredths = (max: number) => fc.integer({ min: 1, max: max * 100 }).map((one) => one / 100);
const several = <T>(of: fc.Arbitrary<T>) => fc.uniqueArray(of, { minLength: 1, maxLength: 3 });
const text = fc.constantFrom('Velkommen', 'Thank you, come again', 'Offen 8-18 Uhr');
const paper = fc.oneof(
  text,
  fc.record({ en: text, nb: text }),
  fc.record({ en: text, de: text }),
  fc.record({ en: text, nb: text, de: text }),
);
const anyRules = fc
  .record(
    {
      discounts: fc.record(
        { cashier: hundredths(100), supervisor: hundredths(100), members: hundredths(100) },
        { requiredKeys: ['cashier', 'supervisor'] },
      ),
      membership: fc.constantFrom('asked', 'never'),
      receipt_links: fc.constantFrom('offered', 'never'),
      tips: fc.oneof(
        fc.constantFrom({ ask: 'phone' }, { ask: 'nobody' }),
        fc.record(
          {
            ask: fc.constant('display'),
            percents: several(hundredths(100)),
            amounts: several(fc.integer({ min: 1, max: 1_000_000 })),
            seconds: fc.integer({ min: 5, max: 300 }),
          },
          { requiredKeys: ['ask', 'percents'] },
        ),
      ),
      cash_rounding: fc.oneof(
        fc.constant('never'),
        fc.record({
          step: fc.integer({ min: 2, max: 100_000 }),
          half: fc.constantFrom('up', 'down'),
        }),
      ),
      other_tenders: fc.oneof(fc.constant([]), several(fc.constantFrom('Bank card', 'Gift', 'X'))),
      day_ends_at: fc.constantFrom('00:00', '04:30', '23:59'),
      receipt_texts: fc.oneof(
        fc.record({ head: paper }),
        fc.record({ foot: paper }),
        fc.record({ head: paper, foot: paper }),
      ),
    },
    { requiredKeys: [] },
  )
  .map((written) => shopRules.parse(written));

describe('the form of a shop’s rules', () => {
  it('writes what it has read, whatever the rules are', () => {
    fc.assert(
      fc.property(anyRules, (rules) => {
        expect(rulesOf(ruleFields(rules, MONEY), 'NOK')).toEqual({ rules });
      }),
    );
  });

  const EMPTY = ruleFields({}, MONEY);

  it.each([
    ['discounts.supervisor', { cashier: '20' }],
    ['discounts.cashier', { cashier: '101', supervisor: '100' }],
    ['discounts.members', { cashier: '10', supervisor: '50', members: 'some' }],
    ['discounts.cashier', { members: '20' }],
    ['tips', { tips: 'display' }],
    ['tips.percents.1', { tips: 'display', percents: '5 much' }],
    ['tips.amounts.0', { tips: 'display', amounts: '1,234' }],
    ['cash_rounding', { rounding: 'own', step: '0,01' }],
    ['other_tenders', { tenders: 'own', names: ' \n ' }],
    ['day_ends_at', { dayEnds: '4 am' }],
    ['receipt_texts.head', { headNb: 'Velkommen' }],
  ] as const)('names %s if it is not right', (path, typed) => {
    const made = rulesOf({ ...EMPTY, ...typed }, 'NOK');
    expect('wrong' in made && made.wrong.startsWith(path)).toBe(true);
  });

  it('takes percentages and sums as people type them', () => {
    const typed = { tips: 'display', amounts: '10 20,50' } as const;
    expect(rulesOf({ ...EMPTY, ...typed, percents: '5 12,5;15%' }, 'NOK')).toEqual({
      rules: { tips: { ask: 'display', percents: [5, 12.5, 15], amounts: [1_000, 2_050] } },
    });
  });
});
