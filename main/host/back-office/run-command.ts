import type { BridgeAnswer } from '../../../shared/bridge/contract.ts';
import type { DeskCommand } from '../../../shared/bridge/desk.ts';
import { answer, refuse } from '../../../shared/protocol/errors.ts';
import type { StaffChange } from '../../../shared/staff/person.ts';
import { dayPage } from '../history/day-page.ts';
import { historyPage, type HistoryDeps } from '../history/history-page.ts';
import type { Approvals } from '../staff/approvals.ts';
import type { Roster } from '../staff/register.ts';
import type { TillLock } from '../staff/till-lock.ts';

export type CommandDeps = {
  readonly roster: Roster;
  readonly lock: TillLock;
  readonly approvals: Approvals;
  readonly history: HistoryDeps;
  readonly today: () => string;
  /** Judges the code for the first supervisor; none is asked for when null. */
  readonly firstCode: ((typed: string | null | undefined) => BridgeAnswer) | null;
};

const NO_SUPERVISOR = refuse(
  'Conflict',
  'Nobody here may approve a refund yet. Add a supervisor in the settings.',
  { reason: 'no_supervisor' },
);

/** Runs one of the desk's commands. */
export async function runCommand(command: DeskCommand, deps: CommandDeps): Promise<BridgeAnswer> {
  const { roster: register, lock, approvals, history: remembered, today } = deps;
  switch (command.type) {
    case 'unlock': {
      const person = await register.identify(command.personId, command.pin);
      if (!person.ok) return person;
      lock.unlock(person.value.id);
      return answer(null);
    }
    case 'lock':
      lock.lock();
      return answer(null);
    case 'present':
      // Whoever got here was noticed on the way in.
      return answer(null);
    case 'staff': {
      const checkCode = register.people().length === 0 ? deps.firstCode : null;
      const allowed = checkCode?.(command.code) ?? null;
      return allowed?.ok === false ? allowed : changeStaff(command.change, register, lock);
    }
    case 'approve': {
      const { personId, pin, tid, amount, text } = command;
      if (register.people().length === 0) return NO_SUPERVISOR;
      const person = await register.identify(personId, pin);
      if (!person.ok) return person;
      if (person.value.role !== 'supervisor') {
        return refuse('Unauthorized', 'A supervisor must approve this.', { reason: 'role' });
      }
      return approvals.give(person.value, { tid, amount, text });
    }
    case 'refund':
      return approvals.use(command.approvalId);
    case 'history':
      return answer({ history: await historyPage(remembered, command.filter) });
    case 'day':
      return answer({ day: await dayPage(remembered, command.day ?? today()) });
  }
}

function changeStaff(
  change: StaffChange,
  register: Roster,
  lock: TillLock,
): Promise<BridgeAnswer> {
  const first = register.people().length === 0;
  return register.change(change, (id) => {
    // Whoever made the first supervisor has just typed that person's PIN.
    if (first) lock.unlock(id);
    if (change.kind === 'remove' && lock.personId() === id) lock.lock();
  });
}
