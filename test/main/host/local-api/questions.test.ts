import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LocalApi, startLocalApi } from '../../../../main/host/local-api/server.ts';
import { createQuestions, type Questions } from '../../../../main/host/questions/questions.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import { SECOND } from '../../../../shared/time/clock.ts';
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts';
import { ids } from '../../../support/payments.ts';
import { newQuickFolder } from '../../../support/quick-folder.ts';
import { createRegister, type Register } from '../../../support/register.ts';
import { createScriptedTerminal } from '../../../support/scripted-terminal.ts';
import { apiParts } from '../../../support/till-parts.ts';

/* A cash register asks the customer in front of the till. */

let clock: ManualClock;
let questions: Questions;
let api: LocalApi;
let register: Register;
let directory: string;
let detach: () => void;
let bare: ReturnType<typeof apiParts>;
beforeEach(async () => {
  directory = newQuickFolder('tillkit-questions-');
  clock = createManualClock();
  questions = createQuestions({ clock });
  detach = questions.attach();
  bare = apiParts(createScriptedTerminal().terminal, clock);
  api = await startLocalApi({
    ...bare.parts,
    questions,
    till: { posId: 'till1', currency: 'NOK' },
    directory,
    port: 0,
    ids,
    report: (sentence) => {
      throw new Error(sentence);
    },
  });
  register = createRegister(api);
});
afterEach(async () => {
  register.hangUp();
  await api.stop();
  bare.stop();
  questions.stop();
  rmSync(directory, { recursive: true, force: true });
});

const bag = (id: string, name = 'No bag') => ({ id, texts: { en: name } });
const QUESTION = {
  question_id: 'q1',
  texts: { en: 'Do you need a bag?', nb: 'Trenger du pose?' },
  form: { kind: 'choice', options: [bag('none'), bag('paper', 'Paper bag')] },
  fallback: { kind: 'choice', option: 'none' },
  seconds: 20,
};
const ask = (change: object = {}) =>
  register.call('POST', 'questions/', { body: { ...QUESTION, ...change } });
const read = (id = 'q1', query = '') => register.call('GET', `questions/${id}/${query}`);
const PAPER = { kind: 'choice', option: 'paper' } as const;

describe('a question of a register', () => {
  it('is shown in the customer’s language, and its answer is read by a call that waits', async () => {
    expect((await ask()).status).toBe(201);
    expect(questions.view().open).toMatchObject({
      id: 'q1',
      words: {
        texts: { en: 'Do you need a bag?', nb: 'Trenger du pose?', de: 'Do you need a bag?' },
      },
    });
    const answered = read('q1', '?wait=25');
    expect(questions.answer('q1', PAPER).ok).toBe(true);
    const { status, json } = await answered;
    expect([status, json]).toEqual([200, { id: 'q1', state: 'answered', answer: PAPER }]);
    // A repeat after a lost reply asks nobody again.
    const again = await ask();
    expect([again.status, again.json]).toEqual([200, json]);
    expect(questions.view().open).toBeNull();
  });

  it('ends at its deadline with its fallback', async () => {
    await ask();
    clock.advance(20 * SECOND);
    const { json } = await read();
    expect(json).toEqual({ id: 'q1', state: 'deadline', answer: QUESTION.fallback });
  });

  it('can be withdrawn, and stays as it ended', async () => {
    await ask();
    const cancel = () => register.call('POST', 'questions/q1/cancel/');
    expect((await cancel()).json).toEqual({ id: 'q1', state: 'cancelled', answer: null });
    expect(questions.answer('q1', PAPER).ok).toBe(false);
    expect((await cancel()).json).toMatchObject({ state: 'cancelled' });
    expect((await register.call('POST', 'questions/q9/cancel/')).status).toBe(404);
    expect((await read('q9')).status).toBe(404);
  });

  it('is refused while another one is open, and without a screen for the customer', async () => {
    await ask();
    const other = await ask({ question_id: 'q2' });
    expect([other.status, other.json.error_type]).toEqual([409, 'question_refused']);
    expect(other.json.error_details).toEqual({ reason: 'question_open' });
    questions.answer('q1', PAPER);
    detach();
    expect((await ask({ question_id: 'q3' })).json.error_details).toEqual({
      reason: 'no_customer_screen',
    });
    // What was answered before can still be read.
    expect((await ask()).json).toMatchObject({ state: 'answered' });
  });

  it('cannot be read or withdrawn if a screen of the till has asked it', async () => {
    const { question_id: _, ...rest } = QUESTION;
    const words = { kind: 'tip', price: 100 } as never;
    const form = { kind: 'confirmation' } as const;
    questions.ask('screen', 'tip', { ...rest, words, form, fallback: null, patience: 1_000 });
    expect((await read('tip')).status).toBe(404);
    expect((await register.call('POST', 'questions/tip/cancel/')).status).toBe(404);
    expect(questions.view().open?.id).toBe('tip');
  });

  const long = 'x'.repeat(LIMITS.questionWordsMax + 1);
  const many = Array.from({ length: LIMITS.questionOptionsMax + 1 }, (_, at) => bag(`o${at}`));
  it.each([
    ['too many words', { texts: { en: long } }],
    ['too many options', { form: { kind: 'choice', options: many } }],
    ['no options', { form: { kind: 'choice', options: [] } }],
    ['one option twice', { form: { kind: 'choice', options: [bag('none'), bag('none')] } }],
    ['bounds that no number fits', { form: { kind: 'number', least: 2, most: 1 }, fallback: null }],
    ['a fallback that the form does not allow', { fallback: { kind: 'choice', option: 'x' } }],
    ['too much time', { seconds: LIMITS.questionSecondsMax + 1 }],
  ])('is refused with %s', async (_, change) => {
    const { status, json } = await ask(change);
    expect([status, json.error_type]).toEqual([400, 'validation_error']);
    expect(questions.view().open).toBeNull();
  });
});
