import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alike } from '../../../../shared/catalogue/language.ts';
import type { CustomerAnswer, Question } from '../../../../shared/device/questions/question.ts';
import {
  type Asker,
  ENDED_KEPT,
  NO_QUESTIONS,
  type QuestionEvent,
  type Questions,
  questionState,
  stepQuestions,
} from '../../../../shared/device/questions/step-questions.ts';
import { type Ticks, ticksOf } from '../../../../shared/time/clock.ts';

const words = { kind: 'texts', texts: alike('?') } as const;
const CHOICE: Question = {
  words,
  form: {
    kind: 'choice',
    options: [
      { id: 'a', label: { kind: 'none' } },
      { id: 'b', label: { kind: 'none' } },
    ],
  },
  fallback: { kind: 'choice', option: 'b' },
  patience: 20,
};
const NUMBER: Question = {
  words,
  form: { kind: 'number', least: 2, most: 5, unit: 'plain' },
  fallback: null,
  patience: 10,
};

const ANSWERS: readonly CustomerAnswer[] = [
  { kind: 'choice', option: 'a' },
  { kind: 'choice', option: 'c' },
  { kind: 'number', value: 2 },
  { kind: 'number', value: 6 },
  { kind: 'none' },
  { kind: 'confirmation', yes: true },
];
const id = fc.constantFrom('q1', 'q2', 'q3', 'q4');
const asker = fc.constantFrom<Asker>('screen', 'register');
const event: fc.Arbitrary<QuestionEvent> = fc.oneof(
  fc.constant<QuestionEvent>({ kind: 'look' }),
  fc.record({
    kind: fc.constant('ask' as const),
    id,
    asker,
    question: fc.constantFrom(CHOICE, NUMBER),
  }),
  fc.record({ kind: fc.constant('answer' as const), id, answer: fc.constantFrom(...ANSWERS) }),
  fc.record({ kind: fc.constant('skip' as const), id }),
  fc.record({ kind: fc.constant('cancel' as const), id, asker }),
);
const history = fc.array(fc.tuple(event, fc.integer({ min: 0, max: 12 })), { maxLength: 60 });

test('in every history each question ends once, in time, with an answer that it allows', () => {
  fc.assert(
    fc.property(history, (steps) => {
      let questions: Questions = NO_QUESTIONS;
      let now = 0;
      for (const [happens, waited] of steps) {
        now += waited;
        const { open } = questions;
        const late = open !== null && now >= Number(open.deadline as unknown);
        const stepped = stepQuestions(questions, happens, ticksOf(now));
        const after = stepped.questions;
        const ended = after.ended.slice(questions.ended.length);
        // Only the open question ends, and with it one end is written.
        expect(ended.length).toBeLessThanOrEqual(1);
        for (const one of ended) {
          expect(one.id).toBe(open?.id);
          const { how, answer } = one.end;
          if (late) expect([how, answer]).toEqual(['deadline', open?.question.fallback]);
          else if (happens.kind === 'answer') {
            const said = happens.answer.kind === 'none' ? null : happens.answer;
            expect([how, answer]).toEqual(['answered', said]);
            expect(['a', 2, null]).toContain(
              answer?.kind === 'choice'
                ? answer.option
                : answer?.kind === 'number'
                  ? answer.value
                  : null,
            );
          } else if (happens.kind === 'skip') expect(answer).toEqual(open?.question.fallback);
          else expect([how, answer]).toEqual(['cancelled', null]);
        }
        // A refusal changes nothing, except that a deadline that has passed is applied.
        if (stepped.problem !== null && !late) expect(after).toBe(questions);
        if (after.open !== null) expect(now).toBeLessThan(Number(after.open.deadline as unknown));
        questions = after;
      }
      const known = questions.ended.map((one) => one.id);
      expect(new Set(known).size).toBe(known.length);
    }),
  );
});

const at = (ms: number): Ticks => ticksOf(ms);
const ask = (one: string, question = CHOICE, by: Asker = 'screen'): QuestionEvent => ({
  kind: 'ask',
  id: one,
  asker: by,
  question,
});
const play = (...events: readonly (readonly [QuestionEvent, number])[]) =>
  events.reduce((step, [happens, when]) => stepQuestions(step.questions, happens, at(when)), {
    questions: NO_QUESTIONS,
    problem: null,
  } as ReturnType<typeof stepQuestions>);

test('at the deadline the fallback is the answer, to the millisecond', () => {
  const answer: QuestionEvent = {
    kind: 'answer',
    id: 'q1',
    answer: { kind: 'choice', option: 'a' },
  };
  const early = play([ask('q1'), 0], [answer, 19]);
  expect(questionState(early.questions, 'q1', 'screen')).toEqual({
    kind: 'ended',
    end: { how: 'answered', answer: { kind: 'choice', option: 'a' } },
  });
  const late = play([ask('q1'), 0], [answer, 20]);
  expect(late.problem).toBe('question_over');
  expect(questionState(late.questions, 'q1', 'screen')).toEqual({
    kind: 'ended',
    end: { how: 'deadline', answer: { kind: 'choice', option: 'b' } },
  });
});

test('an answer or a skip that names another question changes nothing', () => {
  const open = play([ask('q0'), 0], [{ kind: 'skip', id: 'q0' }, 1], [ask('q1'), 2]);
  for (const id of ['q0', 'q2']) {
    const answer: QuestionEvent = { kind: 'answer', id, answer: { kind: 'choice', option: 'a' } };
    for (const happens of [answer, { kind: 'skip', id } as const]) {
      const { questions, problem } = stepQuestions(open.questions, happens, at(3));
      expect([problem, questions]).toEqual(['question_over', open.questions]);
    }
  }
});

test('a second question waits for the first one, and not beyond its deadline', () => {
  expect(play([ask('q1'), 0], [ask('q2'), 19]).problem).toBe('question_open');
  const next = play([ask('q1'), 0], [ask('q2'), 20]);
  expect([next.problem, next.questions.open?.id]).toEqual([null, 'q2']);
});

test('the same id again asks nothing twice, also after the answer', () => {
  const skipped = play(
    [ask('q1'), 0],
    [ask('q1'), 1],
    [{ kind: 'skip', id: 'q1' }, 2],
    [ask('q1'), 3],
  );
  expect([skipped.problem, skipped.questions.open, skipped.questions.ended.length]).toEqual([
    null,
    null,
    1,
  ]);
});

test('a question whose fallback it would not allow is not asked', () => {
  const wrong: Question = { ...NUMBER, fallback: { kind: 'number', value: 6 } };
  expect(play([ask('q1', wrong), 0])).toEqual({ questions: NO_QUESTIONS, problem: 'wrong_answer' });
});

test('only its asker reads and withdraws a question', () => {
  const open = play([ask('q1', CHOICE, 'register'), 0]);
  expect(questionState(open.questions, 'q1', 'screen')).toEqual({ kind: 'gone' });
  expect(questionState(open.questions, 'q1', 'register')).toMatchObject({ kind: 'open' });
  const withdrawn = stepQuestions(
    open.questions,
    { kind: 'cancel', id: 'q1', asker: 'screen' },
    at(1),
  );
  expect(withdrawn.problem).toBe('question_over');
});

test('an id that is forgotten is gone', () => {
  const many = Array.from({ length: ENDED_KEPT + 1 }, (_, n) => `q${n}`).flatMap(
    (one): (readonly [QuestionEvent, number])[] => [
      [ask(one), 0],
      [{ kind: 'skip', id: one }, 0],
    ],
  );
  const { questions } = play(...many);
  expect(questionState(questions, 'q0', 'screen')).toEqual({ kind: 'gone' });
  expect(questionState(questions, 'q1', 'screen')).toMatchObject({ kind: 'ended' });
});
