import { isReached, MINUTE, type Ticks, ticksAfter } from '../../time/clock.ts';
import {
  type CustomerAnswer,
  fits,
  isAskable,
  type Question,
  type QuestionAnswer,
} from './question.ts';

/** Who asks: a screen of the till, or a cash register by its API. Only the asker reads the answer. */
export type Asker = 'screen' | 'register';

export type OpenQuestion = {
  readonly id: string;
  readonly asker: Asker;
  readonly question: Question;
  /** From here on the fallback is the answer. */
  readonly deadline: Ticks;
};

/** How a question ended. `answer` is null if there is none. */
export type QuestionEnd = {
  /** `skipped`: a person of the shop did not wait; `cancelled`: the asker has withdrawn it. */
  readonly how: 'answered' | 'deadline' | 'skipped' | 'cancelled';
  readonly answer: QuestionAnswer | null;
};

export type EndedQuestion = Pick<OpenQuestion, 'id' | 'asker'> & {
  readonly end: QuestionEnd;
  /** From here on the till does not know it any more; null for one of a register, which reads when it wants to. */
  readonly until: Ticks | null;
};

/** All questions of a till: at most one is open. Nothing of it outlives the program. */
export type Questions = {
  readonly open: OpenQuestion | null;
  /** The last ones that ended, newest last. */
  readonly ended: readonly EndedQuestion[];
};

export const NO_QUESTIONS: Questions = { open: null, ended: [] };

/** How many ended questions are kept for askers that read late. */
export const ENDED_KEPT = 50;

/**
 * How long screens hear how a question ended, in milliseconds: enough to connect again. An answer can be an e-mail
 * address, and each screen of the till hears it.
 */
export const HEARD_FOR = MINUTE;

export type QuestionEvent =
  /** Time has passed. */
  | { readonly kind: 'look' }
  | {
      readonly kind: 'ask';
      readonly id: string;
      readonly asker: Asker;
      readonly question: Question;
    }
  | { readonly kind: 'answer'; readonly id: string; readonly answer: CustomerAnswer }
  | { readonly kind: 'skip'; readonly id: string }
  | { readonly kind: 'cancel'; readonly id: string; readonly asker: Asker };

/** Why an event changed nothing. */
export type QuestionProblem =
  /** Another question is open. */
  | 'question_open'
  /** It is not the open question: another id, answered before, or after its deadline. */
  | 'question_over'
  /** The question does not allow this answer, or its own fallback. */
  | 'wrong_answer'
  /** The question has too many options, too many words, or bounds that no answer fits. */
  | 'wrong_question';

export type QuestionStep = {
  readonly questions: Questions;
  readonly problem: QuestionProblem | null;
};

/**
 * One step of the questions of a till. A deadline that has passed is applied first, so that no answer after
 * it counts, whichever timer comes first. An `ask` with the id of a question that is known changes nothing.
 */
export function stepQuestions(before: Questions, event: QuestionEvent, now: Ticks): QuestionStep {
  const questions = withoutHeard(afterDeadline(before, now), now);
  const { open } = questions;
  const refused = (problem: QuestionProblem): QuestionStep => ({ questions, problem });
  const done = (next: Questions): QuestionStep => ({ questions: next, problem: null });
  switch (event.kind) {
    case 'look':
      return done(questions);
    case 'ask': {
      const { id, asker, question } = event;
      if (isKnown(questions, id)) return done(questions);
      if (open !== null) return refused('question_open');
      if (!isAskable(question)) return refused('wrong_question');
      const { form, fallback, patience } = question;
      if (fallback !== null && !fits(form, fallback)) return refused('wrong_answer');
      return done({
        ...questions,
        open: { id, asker, question, deadline: ticksAfter(now, patience) },
      });
    }
    case 'answer': {
      const { id, answer: given } = event;
      if (open?.id !== id) return refused('question_over');
      if (!fits(open.question.form, given)) return refused('wrong_answer');
      const answer = given.kind === 'none' ? null : given;
      return done(ended(questions, open, { how: 'answered', answer }, now));
    }
    case 'skip':
      if (open?.id !== event.id) return refused('question_over');
      return done(ended(questions, open, { how: 'skipped', answer: open.question.fallback }, now));
    case 'cancel':
      if (open?.id !== event.id || open.asker !== event.asker) return refused('question_over');
      return done(ended(questions, open, { how: 'cancelled', answer: null }, now));
  }
}

function afterDeadline(questions: Questions, now: Ticks): Questions {
  const { open } = questions;
  if (open === null || !isReached(open.deadline, now)) return questions;
  return ended(questions, open, { how: 'deadline', answer: open.question.fallback }, now);
}

function withoutHeard(questions: Questions, now: Ticks): Questions {
  const left = questions.ended.filter(({ until }) => until === null || !isReached(until, now));
  return left.length === questions.ended.length ? questions : { ...questions, ended: left };
}

/** When time alone changes something next; null if it changes nothing. */
export function nextChange({ open, ended: before }: Questions): Ticks | null {
  const times = [open?.deadline ?? null, ...before.map(({ until }) => until)];
  const [first, ...others] = times.filter((at) => at !== null);
  if (first === undefined) return null;
  return others.reduce((soonest, at) => (isReached(soonest, at) ? soonest : at), first);
}

function ended(
  questions: Questions,
  { id, asker }: OpenQuestion,
  end: QuestionEnd,
  now: Ticks,
): Questions {
  const until = asker === 'screen' ? ticksAfter(now, HEARD_FOR) : null;
  return { open: null, ended: [...questions.ended, { id, asker, end, until }].slice(-ENDED_KEPT) };
}

function isKnown({ open, ended: before }: Questions, id: string): boolean {
  return open?.id === id || before.some((one) => one.id === id);
}

/** A question as its asker finds it. `gone`: the till does not know it, for example after a restart. */
export type QuestionState =
  | { readonly kind: 'open'; readonly deadline: Ticks }
  | { readonly kind: 'ended'; readonly end: QuestionEnd }
  | { readonly kind: 'gone' };

/** Reads a question of this asker. */
export function questionState(
  { open, ended: before }: Questions,
  id: string,
  asker: Asker,
): QuestionState {
  if (open?.id === id && open.asker === asker) return { kind: 'open', deadline: open.deadline };
  const found = before.findLast((one) => one.id === id && one.asker === asker);
  return found === undefined ? { kind: 'gone' } : { kind: 'ended', end: found.end };
}
