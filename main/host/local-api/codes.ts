import type { Refusal } from '../../../shared/protocol/errors.ts';
import { type TillAnswer, tillRefuse } from '../../../shared/till-api/errors.ts';
import { done } from './act.ts';
import type { TillHandler } from './handler.ts';

/** `POST /codes/`: opens a code that a customer can scan before the total is known. */
export const openCode: TillHandler<'codeOpen'> = async ({ deps, body }) => {
  const opened = await deps.terminal.openCode(body.label);
  return opened.ok ? done(201, opened.value) : refusalOf(opened.refusal);
};

export const closeCode: TillHandler<'codeClose'> = async ({ deps, params }) => {
  const closed = await deps.terminal.closeCode(params.id);
  if (closed.ok) return done(204, null);
  const { type, description } = closed.refusal;
  return tillRefuse(type === 'Not Found' ? 'not_found' : 'journal_full', description);
};

export const noteTendered: TillHandler<'tendered'> = async ({ deps, body }) => {
  const noted = await deps.terminal.tendered(body.method ?? undefined);
  return noted.ok ? done(204, null) : refusalOf(noted.refusal);
};

function refusalOf({ type, description, details }: Refusal): TillAnswer<never> {
  switch (type) {
    case 'validation_error':
      return tillRefuse('validation_error', undefined, details);
    case 'Service Unavailable':
      return tillRefuse('journal_full', description);
    default:
      return tillRefuse('not_possible', description);
  }
}
