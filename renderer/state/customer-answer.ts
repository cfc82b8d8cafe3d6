import type { StoreApi } from 'zustand/vanilla';
import type { AnyAnswer, CommandOf } from '../../shared/device/commands/table.ts';
import type { QuestionEnd } from '../../shared/device/questions/step-questions.ts';
import type { TillState } from './till-state.ts';

/** The wait for the end of a question to the customer. */
export type CustomerWait = {
  /** How the question ended; null if the till does not know it any more, or nobody waits any more. */
  readonly ended: Promise<QuestionEnd | null>;
  /** The host says that the question is over. The next snapshot says how it ended: an answer may be on its way. */
  readonly over: () => void;
  /** Ends the wait without an answer. */
  readonly giveUp: () => void;
};

/** Waits until the snapshots say how a question ended. After a restart the till knows no question. */
export function waitForAnswer(store: StoreApi<TillState>, question: string): CustomerWait {
  let unsubscribe: () => void = () => undefined;
  let resolve: (ended: QuestionEnd | null) => void = () => undefined;
  const waiting = new Promise<QuestionEnd | null>((done) => {
    resolve = done;
  });
  const end = (ended: QuestionEnd | null) => {
    unsubscribe();
    resolve(ended);
  };
  /** True if the till knows the question, or has forgotten it: a snapshot without it ends the wait. */
  let seen = false;
  /** A snapshot that may be older than the end of the question, or than the question. */
  let old: TillState['snapshot'] = null;
  const over = () => {
    seen = true;
    old = store.getState().snapshot;
  };
  let isUp = true;
  const look = ({ snapshot, link }: TillState) => {
    // The first snapshot of the next connection is younger than the question.
    if (isUp && !link) over();
    isUp = link;
    const { open, ended = [] } = snapshot?.questions ?? {};
    const found = ended.find(({ id }) => id === question);
    if (found !== undefined) return end(found.end);
    if (open?.id === question) seen = true;
    else if (seen && link && snapshot !== old) end(null);
  };
  unsubscribe = store.subscribe(look);
  look(store.getState());
  return { ended: waiting, over, giveUp: () => end(null) };
}

/**
 * Tells the host that nobody waits for the customer any more. What is lost with the connection is sent again when the
 * link is back, so that the display does not go on asking. Returns the first answer; null if the host did not answer.
 */
export async function skipQuestion(
  send: (command: CommandOf<'skip_question'>) => Promise<AnyAnswer | null>,
  store: StoreApi<TillState>,
  question: string,
): Promise<AnyAnswer | null> {
  const answer = await send({ type: 'skip_question', question });
  if (answer !== null) return answer;
  const unsubscribe = store.subscribe((now, before) => {
    if (!now.link || before.link) return;
    unsubscribe();
    void skipQuestion(send, store, question);
  });
  return null;
}
