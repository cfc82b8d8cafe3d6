import { afterEach, beforeEach, expect, test } from 'vitest';
import { createQuestions, type Questions } from '../../../../main/host/questions/questions.ts';
import { alike } from '../../../../shared/catalogue/language.ts';
import type { Question } from '../../../../shared/device/questions/question.ts';
import { HEARD_FOR } from '../../../../shared/device/questions/step-questions.ts';
import { money } from '../../../../shared/money/money.ts';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts';

let clock: ManualClock;
let questions: Questions;
let detach: () => void;
let seen = 0;

beforeEach(() => {
  clock = createManualClock();
  questions = createQuestions({ clock });
  detach = questions.attach();
  seen = 0;
  questions.subscribe(() => {
    seen += 1;
  });
});
afterEach(() => questions.stop());

const QUESTION: Question = {
  words: { kind: 'texts', texts: alike('Member?') },
  form: { kind: 'confirmation' },
  fallback: { kind: 'confirmation', yes: false },
  patience: 20_000,
};
const yes = { kind: 'confirmation', yes: true } as const;
const no = { kind: 'confirmation', yes: false } as const;

test('a question is open until the customer answers, and its asker reads the answer', () => {
  expect(questions.ask('screen', 'q1', QUESTION)).toEqual({ ok: true, value: { id: 'q1' } });
  const { open } = questions.view();
  expect(open).toEqual({
    id: 'q1',
    words: QUESTION.words,
    form: QUESTION.form,
    until: clock.now() + 20_000,
  });
  expect(questions.answer('q1', yes)).toEqual({ ok: true, value: null });
  expect(questions.view()).toEqual({
    open: null,
    ended: [{ id: 'q1', end: { how: 'answered', answer: yes } }],
  });
  expect(seen).toBe(2);
});

test('an answer is heard for a minute by the screens, and then the till does not know it', () => {
  const email: Question = {
    words: { kind: 'receipt_email', amount: money(100) },
    form: { kind: 'email' },
    fallback: null,
    patience: 90_000,
  };
  questions.ask('register', 'q1', QUESTION);
  questions.answer('q1', yes);
  questions.ask('screen', 'q2', email);
  questions.answer('q2', { kind: 'email', value: 'kari@home.example' });
  questions.ask('screen', 'q3', email);
  clock.advance(HEARD_FOR - 1);
  expect(questions.view().ended).toHaveLength(1);
  seen = 0;
  clock.advance(1);
  expect([questions.view().ended, questions.view().open?.id, seen]).toEqual([[], 'q3', 1]);
  expect(questions.read('screen', 'q2')).toEqual({ kind: 'gone' });
  expect(questions.read('register', 'q1')).toMatchObject({ kind: 'ended' });
  questions.skip('q3');
  clock.advance(HEARD_FOR);
  expect([questions.view().ended, clock.armed()]).toEqual([[], 0]);
});

test('without an answer the fallback is one at the deadline, and everybody is told', () => {
  questions.ask('screen', 'q1', QUESTION);
  clock.advance(19_999);
  expect(questions.view().open?.id).toBe('q1');
  clock.advance(1);
  expect(questions.view()).toEqual({
    open: null,
    ended: [{ id: 'q1', end: { how: 'deadline', answer: no } }],
  });
  expect(seen).toBe(2);
});

test.each([3_600_000, -3_600_000])(
  'a person who sets the clock by %i ms neither shortens nor lengthens the time to answer',
  (by) => {
    questions.ask('screen', 'q1', QUESTION);
    clock.set(by);
    clock.advance(19_999);
    expect(questions.view().open?.id).toBe('q1');
    clock.advance(1);
    expect(questions.view().open).toBe(null);
  },
);

test('nobody is asked while no screen for the customer is there', () => {
  detach();
  detach();
  expect(questions.ask('screen', 'q1', QUESTION)).toMatchObject({
    refusal: { details: { reason: 'no_customer_screen' } },
  });
  expect([questions.view().open, seen, clock.armed()]).toEqual([null, 0, 0]);
  const leave = questions.attach();
  expect(questions.ask('screen', 'q1', QUESTION).ok).toBe(true);
  leave();
});

test('a cashier who does not wait gets the fallback at once', () => {
  questions.ask('screen', 'q1', QUESTION);
  expect(questions.skip('q1').ok).toBe(true);
  expect(questions.view().ended).toEqual([{ id: 'q1', end: { how: 'skipped', answer: no } }]);
  expect(questions.skip('q1')).toMatchObject({ refusal: { details: { reason: 'question_over' } } });
});

test('the screens of the till get no answer of a register, and a till that has restarted knows none', () => {
  questions.ask('register', 'q1', QUESTION);
  questions.answer('q1', yes);
  expect(questions.view().ended).toEqual([]);
  expect(questions.read('register', 'q1')).toMatchObject({ kind: 'ended' });
  const restarted = createQuestions({ clock });
  expect(restarted.read('register', 'q1')).toEqual({ kind: 'gone' });
});
