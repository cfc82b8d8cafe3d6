import { z } from 'zod';
import { inEveryLanguage } from '../../catalogue/language.ts';
import { present } from '../../objects/present.ts';
import { clientId, line, optional, reference, withDefault } from '../../protocol/basic.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { SECOND } from '../../time/clock.ts';
import type { Question, QuestionForm } from '../questions/question.ts';
import type { QuestionState } from '../questions/step-questions.ts';
import { saleQuery } from './sale.ts';

const words = line(LIMITS.questionWordsMax);
const texts = z.object({
  en: words,
  nb: optional(words),
  de: optional(words),
  ar: optional(words),
});
const whole = z.int().min(-1_000_000_000).max(1_000_000_000);

const form = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('choice'),
    options: z
      .array(z.object({ id: reference, texts }))
      .min(1)
      .max(LIMITS.questionOptionsMax),
  }),
  z.object({ kind: z.literal('confirmation') }),
  z.object({
    kind: z.literal('number'),
    least: whole,
    most: whole,
    unit: withDefault(z.enum(['plain', 'money']), 'plain' as const),
  }),
  z.object({
    kind: z.literal('text'),
    longest: withDefault(
      z.int().min(1).max(LIMITS.questionTextMax),
      LIMITS.questionTextMax as number,
    ),
  }),
  z.object({ kind: z.literal('email') }),
]);

const answer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('choice'), option: z.string() }),
  z.object({ kind: z.literal('confirmation'), yes: z.boolean() }),
  z.object({ kind: z.literal('number'), value: z.int() }),
  z.object({ kind: z.literal('text'), value: z.string() }),
  z.object({ kind: z.literal('email'), value: z.string() }),
]);

/** A question to the customer in front of the till. */
export const questionInput = z.object({
  question_id: clientId,
  texts,
  form,
  fallback: optional(answer),
  seconds: z.int().min(LIMITS.questionSecondsMin).max(LIMITS.questionSecondsMax),
});

export const questionQuery = saleQuery.pick({ wait: true });

export const questionOutput = z.object({
  id: z.string(),
  state: z.enum(['open', 'answered', 'deadline', 'skipped', 'cancelled']),
  answer: answer.nullable(),
});
export type QuestionOutput = z.input<typeof questionOutput>;

type Texts = z.output<typeof texts>;

function everyLanguage({ en, nb, de, ar }: Texts) {
  return inEveryLanguage({
    en,
    ...present({ nb: nb ?? undefined, de: de ?? undefined, ar: ar ?? undefined }),
  });
}

/** The question as the till's port takes it. */
export function questionOf(input: z.output<typeof questionInput>): Question {
  return {
    words: { kind: 'texts', texts: everyLanguage(input.texts) },
    form: formOf(input.form),
    fallback: input.fallback,
    patience: input.seconds * SECOND,
  };
}

function formOf(given: z.output<typeof form>): QuestionForm {
  if (given.kind !== 'choice') return given;
  const options = given.options.map((one) => ({
    id: one.id,
    label: { kind: 'texts', texts: everyLanguage(one.texts) } as const,
  }));
  return { kind: 'choice', options };
}

/** A question as its register reads it; null if the till does not know it any more. */
export function questionOnWire(id: string, state: QuestionState): QuestionOutput | null {
  if (state.kind === 'gone') return null;
  if (state.kind === 'open') return { id, state: 'open', answer: null };
  return { id, state: state.end.how, answer: state.end.answer };
}
