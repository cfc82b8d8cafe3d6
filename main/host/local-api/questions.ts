import { type TillAnswer, tillRefuse } from '../../../shared/device/till-api/errors.ts';
import {
  type QuestionOutput,
  questionOf,
  questionOnWire,
} from '../../../shared/device/till-api/questions.ts';
import { problemOf } from '../../../shared/refusals/problem-types.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import { done } from './act.ts';
import type { HandlerDeps, TillHandler } from './handler.ts';

const NO_QUESTION = 'The till knows no question by this id. After a restart it knows none.';

const stateOf = ({ questions }: HandlerDeps, id: string): QuestionOutput | null =>
  questionOnWire(id, questions.read('register', id));

/** `POST /questions/`: a repeat finds the question that this id has asked. */
export const askQuestion: TillHandler<'questionAsk'> = async ({ deps, body }) => {
  const id = body.question_id;
  const known = stateOf(deps, id);
  if (known !== null) return done(200, known);
  const asked = deps.questions.ask('register', id, questionOf(body));
  if (!asked.ok) {
    const reason = problemOf(asked.refusal);
    const { description } = asked.refusal;
    if (reason === 'wrong_question') {
      return tillRefuse('validation_error', undefined, { form: [description] });
    }
    if (reason === 'wrong_answer') {
      return tillRefuse('validation_error', undefined, { fallback: [description] });
    }
    return tillRefuse('question_refused', description, { reason });
  }
  const state = stateOf(deps, id);
  return state === null ? tillRefuse('not_found', NO_QUESTION) : done(201, state);
};

/** `GET /questions/<id>/`: now, or as soon as it has ended. */
export const readQuestion: TillHandler<'questionRead'> = async (call) => {
  const { deps, query, exchange } = call;
  const { id } = call.params;
  if (stateOf(deps, id) === null) return tillRefuse('not_found', NO_QUESTION);
  const wait = (query.wait ?? 0) * SECOND;
  const state = () => stateOf(deps, id)?.state;
  if ((await deps.longPoll.forChange(state, 'open', wait, exchange.gone())) === 'full') {
    return tillRefuse('too_many_waiting');
  }
  return read(deps, id);
};

/** `POST /questions/<id>/cancel/`: a question that has ended stays as it ended. */
export const cancelQuestion: TillHandler<'questionCancel'> = async ({ deps, params: { id } }) => {
  deps.questions.cancel('register', id);
  return read(deps, id);
};

function read(
  deps: HandlerDeps,
  id: string,
): TillAnswer<{ readonly status: 200; readonly body: QuestionOutput }> {
  const state = stateOf(deps, id);
  return state === null ? tillRefuse('not_found', NO_QUESTION) : done(200, state);
}
