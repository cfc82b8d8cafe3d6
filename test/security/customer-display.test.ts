import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { createScreenBackend, type ScreenBackend } from '../../main/host/bridge/screen-backend.ts';
import { TERMINAL_ALONE } from '../../main/host/bridge/screen-source.ts';
import { createQuestions, type Questions } from '../../main/host/questions/questions.ts';
import { createShopQuestions } from '../../main/host/questions/shop-questions.ts';
import { tipQuestion } from '../../shared/device/tips/tips.ts';
import { money } from '../../shared/money/money.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { ids } from '../support/payments.ts';
import { COMMANDS, createScriptedTerminal, TILL_SETTINGS } from '../support/scripted-terminal.ts';

/* A customer controls the page of the display. It answers the open question of the till, and nothing else. */

const TIPS = { ask: 'display', percents: [1_000], amounts: [], patience: 20_000 } as const;
const ASKED = tipQuestion(TIPS, money(10_000));

let clock: ManualClock;
let till: ReturnType<typeof createScriptedTerminal>;
let questions: Questions;
let display: ScreenBackend['display'];

beforeEach(() => {
  clock = createManualClock();
  till = createScriptedTerminal();
  questions = createQuestions({ clock });
  const shopQuestions = createShopQuestions(questions, () => ({ tips: TIPS }), ids);
  ({ display } = createScreenBackend(till.terminal, TILL_SETTINGS, {
    ...TERMINAL_ALONE,
    questions,
    shopQuestions,
  }));
  display.source.subscribe(() => undefined);
});

const tip = { kind: 'choice', option: 'p1000' } as const;
const answerTo = (question: string, answer: unknown = tip) => ({
  type: 'answer_question',
  question,
  answer,
});

test('commands of the till, valid or not, reach nothing from a display', async () => {
  questions.ask('screen', 'q1', ASKED);
  const before = questions.view();
  const more = [
    { type: 'ask_tip', price: 100 },
    { type: 'ask_member' },
    { type: 'ask_receipt_email', amount: 100 },
    { type: 'skip_question', question: 'q1' },
  ];
  for (const command of [...COMMANDS.map(([, one]) => one), ...more]) {
    expect(await display.dispatch(command)).toMatchObject({ refusal: { type: 'Unauthorized' } });
  }
  expect([till.asked, questions.view()]).toEqual([[], before]);
});

test('whatever else a display sends changes nothing', async () => {
  questions.ask('screen', 'q1', ASKED);
  const before = questions.view();
  const sent = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.record({
      type: fc.constantFrom('answer', 'answer_question', 'act', '__proto__'),
      question: fc.oneof(fc.constantFrom('q1', '', 'Q1', 'q1 '), fc.jsonValue({ maxDepth: 1 })),
      answer: fc.oneof(
        fc.jsonValue({ maxDepth: 2 }),
        fc.constantFrom(
          { kind: 'choice', option: 'a9999' },
          { kind: 'choice', option: 'p1000', more: 1 },
          { kind: 'choice' },
          { kind: 'number', value: 5_000_000 },
          { kind: 'none' },
          { kind: 'text', value: 'x'.repeat(10_000) },
        ),
      ),
    }),
  );
  await fc.assert(
    fc.asyncProperty(sent, async (input) => {
      expect(await display.dispatch(input)).toMatchObject({ ok: false });
      expect([till.asked, questions.view()]).toEqual([[], before]);
    }),
  );
});

test('an answer counts once, for the open question only, and not after its deadline', async () => {
  const over = { refusal: { details: { reason: 'question_over' } } };
  expect(await display.dispatch(answerTo('q1'))).toMatchObject(over);
  questions.ask('screen', 'q1', ASKED);
  expect(await display.dispatch(answerTo('q2'))).toMatchObject(over);
  expect(await display.dispatch(answerTo('q1'))).toEqual({ ok: true, value: null });
  const none = answerTo('q1', { kind: 'choice', option: 'none' });
  expect(await display.dispatch(none)).toMatchObject(over);
  questions.ask('screen', 'q2', ASKED);
  clock.advance(20_000);
  expect(await display.dispatch(answerTo('q2'))).toMatchObject(over);
  const ended = [
    { id: 'q1', end: { how: 'answered', answer: tip } },
    { id: 'q2', end: { how: 'deadline', answer: { kind: 'choice', option: 'none' } } },
  ];
  expect([questions.view(), till.asked]).toEqual([{ open: null, ended }, []]);
});

test('a display sees the open question, and no answer of anybody', async () => {
  questions.ask('register', 'secret-1', ASKED);
  expect(display.source.snapshot().question).toEqual({
    question: questions.view().open,
    currency: 'NOK',
  });
  await display.dispatch(answerTo('secret-1'));
  questions.ask('screen', 'secret-2', ASKED);
  await display.dispatch(answerTo('secret-2'));
  expect(display.source.snapshot().question).toBe(undefined);
  expect(JSON.stringify(display.source.snapshot())).not.toMatch(/secret|p1000/);
});

test('a display that leaves is not asked', () => {
  const other = createQuestions({ clock });
  const { display: page } = createScreenBackend(till.terminal, TILL_SETTINGS, {
    ...TERMINAL_ALONE,
    questions: other,
  });
  const leave = page.source.subscribe(() => undefined);
  expect(other.ask('screen', 'q1', ASKED).ok).toBe(true);
  leave();
  other.skip('q1');
  expect(other.ask('screen', 'q2', ASKED)).toMatchObject({ ok: false });
});
