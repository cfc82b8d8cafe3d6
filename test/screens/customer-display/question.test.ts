import { expect, test } from 'vitest';
import { LANGUAGES } from '../../../shared/catalogue/language.ts';
import type { CustomerView } from '../../../shared/device/bridge/customer-view.ts';
import { money, ZERO } from '../../../shared/money/money.ts';
import { axeViolations } from '../../support/axe.ts';
import { outOfSight, unreadable } from '../../support/readable.ts';
import { screenOf } from '../../support/screen-of.ts';
import { keepPicture } from '../keep-picture.ts';
import { QUESTIONS, questionView } from '../questions.ts';
import { MORNING, openDisplay, viewOf } from './page.ts';

/* A question on the customer's display: it is drawn in each size, and answered by touch and by keyboard. */

const served = screenOf('customer-display');

type Kind = keyof typeof QUESTIONS;
const KINDS = Object.keys(QUESTIONS) as readonly Kind[];

function asking(kind: Kind, over: Partial<CustomerView> = {}, id = 'q1'): CustomerView {
  const question = questionView(QUESTIONS[kind], MORNING + 15_000, id);
  return viewOf(null, { question: { question, currency: 'NOK' }, ...over });
}

const open = (first: CustomerView, size?: { width: number; height: number }) =>
  openDisplay(served.browser(), served.origin(), first, size, MORNING);

const PARTS = [
  ...['.question-head', '.question .key', '.question .ghost'],
  ...['.question-typed', '.question-hint', '.question .countdown'],
];

test.each([
  [1920, 1080],
  [800, 600],
  [1024, 600],
  [1280, 800],
  [2560, 1440],
])('every form in every language is complete on a display of %ix%i', async (width, height) => {
  const { page, tell, close } = await open(viewOf(null), { width, height });
  for (const kind of KINDS) {
    for (const language of LANGUAGES) {
      await tell(asking(kind, { language }, `${kind}-${language}`));
      await page.locator(`[lang=${language}] .question`).waitFor();
      const place = `${kind} ${language}`;
      expect([place, await outOfSight(page, PARTS)]).toEqual([place, []]);
      expect([place, await unreadable(page)]).toEqual([place, []]);
      if (width === 1920) {
        expect(await keepPicture(page, 'display', `${kind}-light-${language}`)).toEqual([]);
        expect([place, await axeViolations(page)]).toEqual([place, []]);
      }
    }
  }
  await close();
});

test.each([
  ['question-tip', 'Ikke tips', { kind: 'choice', option: 'none' }],
  ['question-tip', /^10 %/, { kind: 'choice', option: 'p1000' }],
  ['question-tip', /20,00/, { kind: 'choice', option: 'a2000' }],
  ['question-choice', 'Ta med', { kind: 'choice', option: 'away' }],
  ['question-confirmation', 'Ja', { kind: 'confirmation', yes: true }],
  ['question-confirmation', 'Nei', { kind: 'confirmation', yes: false }],
  ['question-text', 'Nei takk', { kind: 'none' }],
] as const)('one touch answers %s: %s', async (kind, name, answer) => {
  const { page, answers, close } = await open(asking(kind));
  await page.getByRole('button', { name }).click();
  await expect.poll(answers).toEqual([{ question: 'q1', answer }]);
  await close();
});

test.each([
  ['question-email', 'en', 'q', 'p'],
  ['question-email', 'ar', 'q', 'p'],
  ['question-text', 'ar', 'ض', 'ج'],
] as const)(
  'the letters of %s in %s stand from left to right, as on every keyboard',
  async (kind, language, first, last) => {
    const { page, close } = await open(asking(kind, { language }));
    const leftOf = async (name: string) =>
      (await page.getByRole('button', { name, exact: true }).boundingBox())?.x ?? Number.NaN;
    expect(await leftOf(first)).toBeLessThan(await leftOf(last));
    await close();
  },
);

test('a number is typed by touch and by keyboard, within its bounds', async () => {
  const { page, answers, close } = await open(asking('question-number'));
  const done = page.getByRole('button', { name: 'Ferdig' });
  expect(await done.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('button', { name: '1', exact: true }).click();
  await page.keyboard.press('2');
  // 129 is more than 40: the key does nothing.
  await page.keyboard.press('9');
  expect(await page.locator('.question-typed').innerText()).toBe('12');
  await done.click();
  await expect.poll(answers).toEqual([{ question: 'q1', answer: { kind: 'number', value: 12 } }]);
  await close();
});

test('an address is typed on the keys of the screen, and sent when it is one', async () => {
  const { page, answers, close } = await open(asking('question-email'));
  const done = page.getByRole('button', { name: 'Ferdig' });
  const type = async (text: string) => {
    for (const sign of text) await page.getByRole('button', { name: sign, exact: true }).click();
  };
  await type('a@b.');
  expect(await done.getAttribute('aria-disabled')).toBe('true');
  await type('no');
  await done.click();
  await expect
    .poll(answers)
    .toEqual([{ question: 'q1', answer: { kind: 'email', value: 'a@b.no' } }]);
  await close();
});

test('a text is typed on a keyboard, and nothing of it is in the next question', async () => {
  const { page, answers, tell, close } = await open(asking('question-text'));
  const field = page.getByRole('textbox', { name: 'Svaret ditt' });
  await page.keyboard.type('Kari');
  expect(await field.inputValue()).toBe('Kari');
  await page.keyboard.press('Enter');
  await expect.poll(answers).toEqual([{ question: 'q1', answer: { kind: 'text', value: 'Kari' } }]);
  await tell(asking('question-text', {}, 'q2'));
  expect(await field.inputValue()).toBe('');
  await close();
});

test('a display whose answer was refused says so and can answer again', async () => {
  const { page, answers, refuse, close } = await open(asking('question-confirmation'));
  await refuse();
  await page.getByRole('button', { name: 'Ja' }).click();
  await page.getByText('Det gikk ikke. Spør i kassen.').waitFor();
  await page.getByRole('button', { name: 'Nei' }).click();
  await expect.poll(async () => (await answers()).length).toBe(2);
  await close();
});

test.each([
  [0, 13_100, 'Sum så langt', '131,00'],
  [5_000, 8_100, 'Å betale', '81,00'],
  [13_100, 0, 'Sum', '131,00'],
] as const)(
  'beside a question, a bill of which %i is paid says what is left, or its total',
  async (paid, due, word, amount) => {
    const slip = { lines: [], discount: ZERO, total: money(13_100), vat: [] };
    const bill = { slip: { ...slip, paid: money(paid), due: money(due) }, currency: 'NOK' };
    const { page, close } = await open(asking('question-email', { bill }));
    expect(await page.locator('.slip .display-line').innerText()).toBe(word);
    expect(await page.locator('.slip .display-total').innerText()).toContain(amount);
    await close();
  },
);

test('the question goes with the view', async () => {
  const { page, tell, close } = await open(asking('question-tip'));
  expect(await page.getByRole('button').count()).toBe(5);
  await tell(viewOf({ kind: 'preparing' }));
  expect(await page.getByRole('button').count()).toBe(0);
  await close();
});
