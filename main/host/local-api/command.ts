import { rowOf } from '../../../shared/device/commands/table.ts';
import { tillRefuse } from '../../../shared/device/till-api/errors.ts';
import { done } from './act.ts';
import type { TillHandler } from './handler.ts';
import { refusalAt } from './refusals.ts';

const NO_COMMAND = 'This till has no command of this name.';

/** `POST /commands/<name>/`: a command of the till, given to the same handler as a screen's (D-513). */
export const giveCommand: TillHandler<'command'> = async ({ deps, params: { name }, body }) => {
  if (rowOf(name) === null) return tillRefuse('not_found', NO_COMMAND);
  const answered = await deps.commands.register(name, body, deps.refundCeiling);
  if (!answered.ok) return refusalAt(deps, answered);
  return answered.value === null ? done(204, null) : done(200, answered.value);
};
