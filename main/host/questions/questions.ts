import type { CustomerAnswer, Question } from '../../../shared/device/questions/question.ts';
import {
  type Asker,
  NO_QUESTIONS,
  nextChange,
  type QuestionEvent,
  type QuestionState,
  type Questions as QuestionsNow,
  questionState,
  stepQuestions,
} from '../../../shared/device/questions/step-questions.ts';
import type { QuestionsView } from '../../../shared/device/questions/view.ts';
import { createListeners } from '../../../shared/objects/listeners.ts';
import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import {
  type CancelTimer,
  type DeviceClock,
  elapsed,
  stoppable,
  timesOfDay,
} from '../../../shared/time/clock.ts';

/** How many ended questions of screens a snapshot has. */
const SHOWN = 5;

/**
 * The one port for a question to the customer. At most one is open at this till. It ends by the customer's
 * answer, at its deadline, or when the shop does not wait. Nothing is kept over a restart.
 */
export interface Questions {
  /**
   * Asks a question under an id of the asker's own; the same id again changes nothing. Refuses while another
   * one is open, and if no screen for the customer is connected, so that nobody waits for nothing.
   */
  ask(asker: Asker, id: string, question: Question): Answer<{ readonly id: string }>;
  /** The customer's answer. Refuses one that is not for the open question or not allowed by it. */
  answer(id: string, given: CustomerAnswer): Answer<null>;
  /** A person of the shop does not wait: the fallback is the answer. */
  skip(id: string): Answer<null>;
  /** The asker withdraws its question. */
  cancel(asker: Asker, id: string): Answer<null>;
  read(asker: Asker, id: string): QuestionState;
  view(): QuestionsView;
  subscribe(listener: () => void): () => void;
  /** A screen for the customer is there. Returns how to take it away again. */
  attach(): () => void;
  stop(): void;
}

export function createQuestions(machine: { readonly clock: DeviceClock }): Questions {
  const { clock, stop } = stoppable(machine.clock);
  const timeOfDay = timesOfDay(clock);
  const listeners = createListeners();
  let questions: QuestionsNow = NO_QUESTIONS;
  let screens = 0;
  let cancelTimer: CancelTimer = () => undefined;

  function apply(event: QuestionEvent): Answer<null> {
    const stepped = stepQuestions(questions, event, clock.ticks());
    const changed = stepped.questions !== questions;
    questions = stepped.questions;
    if (changed) {
      armTimer();
      listeners.tell();
    }
    return stepped.problem === null ? answer(null) : refuseTill(stepped.problem);
  }

  function armTimer(): void {
    cancelTimer();
    const next = nextChange(questions);
    if (next === null) return;
    // At least a millisecond, so that a timer that comes early is not set again without end.
    const left = Math.max(1, elapsed(clock.ticks(), next));
    cancelTimer = clock.after(left, () => {
      const { questions: now } = stepQuestions(questions, { kind: 'look' }, clock.ticks());
      // A timer of the machine may come a moment before its time.
      if (now === questions) armTimer();
      else void apply({ kind: 'look' });
    });
  }

  return {
    ask(asker, id, question) {
      if (screens === 0) return refuseTill('no_customer_screen');
      const asked = apply({ kind: 'ask', id, asker, question });
      return asked.ok ? answer({ id }) : asked;
    },
    answer: (id, given) => apply({ kind: 'answer', id, answer: given }),
    skip: (id) => apply({ kind: 'skip', id }),
    cancel: (asker, id) => apply({ kind: 'cancel', id, asker }),
    read(asker, id) {
      void apply({ kind: 'look' });
      return questionState(questions, id, asker);
    },
    view() {
      const { open, ended } = questions;
      return {
        open: open && {
          id: open.id,
          words: open.question.words,
          form: open.question.form,
          until: timeOfDay(open.deadline),
        },
        ended: ended
          .filter(({ asker }) => asker === 'screen')
          .slice(-SHOWN)
          .map(({ id, end }) => ({ id, end })),
      };
    },
    subscribe: listeners.subscribe,
    attach() {
      screens += 1;
      let attached = true;
      return () => {
        if (attached) screens -= 1;
        attached = false;
      };
    },
    stop() {
      stop();
      listeners.clear();
    },
  };
}
