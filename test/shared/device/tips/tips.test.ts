import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fits } from '../../../../shared/device/questions/question.ts';
import { type TipSettings, tipOf, tipQuestion } from '../../../../shared/device/tips/tips.ts';
import { MONEY_MAX, money } from '../../../../shared/money/money.ts';

const SETTINGS: TipSettings = {
  ask: 'display',
  percents: [500, 1_000],
  amounts: [money(2_000)],
  patience: 20_000,
};

test('a shop offers parts of the price, sums and no tip', () => {
  expect(tipQuestion(SETTINGS, money(12_510))).toEqual({
    words: { kind: 'tip', price: 12_510 },
    form: {
      kind: 'choice',
      options: [
        { id: 'p500', label: { kind: 'percent', basisPoints: 500, amount: 626 } },
        { id: 'p1000', label: { kind: 'percent', basisPoints: 1_000, amount: 1_251 } },
        { id: 'a2000', label: { kind: 'amount', amount: 2_000 } },
        { id: 'none', label: { kind: 'none' } },
      ],
    },
    fallback: { kind: 'choice', option: 'none' },
    patience: 20_000,
  });
});

test('a part that rounds to nothing is not offered', () => {
  const { form } = tipQuestion({ ...SETTINGS, amounts: [] }, money(9));
  expect(form).toMatchObject({ options: [{ id: 'p1000' }, { id: 'none' }] });
});

test('an answer keeps the offer that the customer saw, whatever the shop offers since', () => {
  expect(tipOf(money(20_000), { kind: 'choice', option: 'p1250' })).toBe(2_500);
  expect(tipOf(money(20_000), { kind: 'choice', option: 'a3000' })).toBe(3_000);
});

test('for every price the tip is what the chosen key says, and nothing for any other answer', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: MONEY_MAX }), (amount) => {
      const price = money(amount);
      const { form, fallback } = tipQuestion(SETTINGS, price);
      if (form.kind !== 'choice') throw new Error('a tip is a choice');
      expect(fallback !== null && fits(form, fallback)).toBe(true);
      for (const { id, label } of form.options) {
        const said = label.kind === 'percent' || label.kind === 'amount' ? label.amount : 0;
        expect(tipOf(price, { kind: 'choice', option: id })).toBe(said);
      }
      for (const other of [null, fallback]) {
        expect(tipOf(price, other)).toBe(0);
      }
    }),
  );
});
