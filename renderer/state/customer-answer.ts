import type { StoreApi } from 'zustand/vanilla';
import type { AnyAnswer, CommandOf } from '../../shared/device/commands/table.ts';
import type { QuestionEnd } from '../../shared/device/questions/step-questions.ts';
import type { Answer } from '../../shared/protocol/errors.ts';
import type { Waiting } from './mode/mode.ts';
import type { TillState } from './till-state.ts';

/** How a question to the customer ended. */
export type Heard =
  /** The answer; null if the till does not know how the question ended. */
  | { readonly kind: 'ended'; readonly end: QuestionEnd | null }
  | { readonly kind: 'not_possible' }
  | { readonly kind: 'left' };

type CustomerQuestion = {
  readonly store: StoreApi<TillState>;
  readonly send: (command: CommandOf<'skip_question'>) => Promise<AnyAnswer | null>;
  /** Sends the question. */
  readonly ask: () => Promise<Answer<{ readonly id: string }> | null>;
  /** Called with the question's id when the host has asked. */
  readonly asked?: (question: string) => void;
  /** Read after each change of the store. Whoever asks says so by what the screen shows, and keeps nothing of the wait. */
  readonly waiting: () => Waiting;
};

/** Asks the customer and waits for the end. A question that nobody waits for any more does not stay on the display. */
export async function askCustomer(question: CustomerQuestion): Promise<Heard> {
  const { store, send, ask, asked, waiting } = question;
  const answered = await ask();
  const id = answered?.ok === true ? answered.value.id : null;
  if (id === null) return { kind: waiting() === 'no' ? 'left' : 'not_possible' };
  if (waiting() !== 'no') asked?.(id);
  const end = await untilEnded(store, id, waiting);
  if (end === 'left') void skipQuestion(send, store, id);
  return end === 'left' || waiting() === 'no' ? { kind: 'left' } : { kind: 'ended', end };
}

/**
 * Waits until the snapshots say how a question ended; null: the till does not know it any more, as after a restart. What
 * it remembers is of this one wait alone.
 */
function untilEnded(
  store: StoreApi<TillState>,
  question: string,
  waiting: () => Waiting,
): Promise<QuestionEnd | null | 'left'> {
  return new Promise((resolve) => {
    /** True if the till knows the question, or has forgotten it: a snapshot without it ends the wait. */
    let seen = false;
    /** A snapshot that may be older than the end of the question, or than the question. */
    let old: TillState['snapshot'] = null;
    let before: { readonly link: boolean; readonly waiting: Waiting } = {
      link: true,
      waiting: 'yes',
    };
    let unsubscribe: () => void = () => undefined;
    const end = (ended: QuestionEnd | null | 'left') => {
      unsubscribe();
      resolve(ended);
    };
    const look = ({ snapshot, link }: TillState) => {
      const now = { link, waiting: waiting() };
      if (now.waiting === 'no') return end('left');
      // The first snapshot of the next connection is younger than the question.
      if ((before.link && !link) || (before.waiting === 'yes' && now.waiting === 'over')) {
        seen = true;
        old = snapshot;
      }
      before = now;
      const { open, ended = [] } = snapshot?.questions ?? {};
      const found = ended.find(({ id }) => id === question);
      if (found !== undefined) return end(found.end);
      if (open?.id === question) seen = true;
      else if (seen && link && snapshot !== old) end(null);
    };
    unsubscribe = store.subscribe(look);
    look(store.getState());
  });
}

/**
 * Tells the host that nobody waits for the customer any more, until it has answered: what is lost with the connection is
 * sent again when the link is back, so that the display does not go on asking.
 */
async function skipQuestion(
  send: CustomerQuestion['send'],
  store: StoreApi<TillState>,
  question: string,
): Promise<void> {
  do await untilLinked(store);
  while ((await send({ type: 'skip_question', question })) === null);
}

function untilLinked(store: StoreApi<TillState>): Promise<void> {
  return new Promise((resolve) => {
    if (store.getState().link) return resolve();
    const unsubscribe = store.subscribe(({ link }) => {
      if (!link) return;
      unsubscribe();
      resolve();
    });
  });
}
