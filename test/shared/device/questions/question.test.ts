import { expect, test } from 'vitest';
import {
  type CustomerAnswer,
  fits,
  type QuestionForm,
} from '../../../../shared/device/questions/question.ts';

const FORMS: readonly QuestionForm[] = [
  { kind: 'choice', options: [{ id: 'a', label: { kind: 'none' } }] },
  { kind: 'confirmation' },
  { kind: 'number', least: 1, most: 5, unit: 'plain' },
  { kind: 'text', longest: 4 },
  { kind: 'email' },
];

const allowed = (form: QuestionForm, answers: readonly CustomerAnswer[]) =>
  answers.filter((one) => fits(form, one));

test.each([
  [{ kind: 'choice', option: 'a' }, ['choice']],
  [{ kind: 'choice', option: 'b' }, []],
  [{ kind: 'confirmation', yes: false }, ['confirmation']],
  [{ kind: 'number', value: 1 }, ['number']],
  [{ kind: 'number', value: 5 }, ['number']],
  [{ kind: 'number', value: 0 }, []],
  [{ kind: 'number', value: 6 }, []],
  [{ kind: 'number', value: 1.5 }, []],
  [{ kind: 'text', value: 'Kari' }, ['text']],
  [{ kind: 'text', value: 'Karin' }, []],
  [{ kind: 'text', value: '  ' }, []],
  [{ kind: 'text', value: 'a\nb' }, []],
  [{ kind: 'email', value: 'a@b.no' }, ['email']],
  [{ kind: 'none' }, ['number', 'text', 'email']],
] as const)('%j is an answer to %j', (given, kinds) => {
  const forms = FORMS.filter((form) => allowed(form, [given]).length > 0);
  expect(forms.map(({ kind }) => kind)).toEqual(kinds);
});

test.each([
  ['kari@example.com', true],
  ['kari+receipts@mail.example.co.uk', true],
  ['kåre@blåbær.no', true],
  ['kari', false],
  ['kari@example', false],
  ['@example.com', false],
  ['kari@@example.com', false],
  ['kari @example.com', false],
  ['kari@example.com\nbcc: all@example.com', false],
  ['kari@.com', false],
  [`${'k'.repeat(65)}@example.com`, false],
  [`kari@${'example.'.repeat(40)}com`, false],
])('%j is an e-mail address: %s', (value, is) => {
  expect(fits({ kind: 'email' }, { kind: 'email', value })).toBe(is);
});
