import type { BackOfficeCommand } from '../../../shared/device/bridge/back-office.ts';
import type { BridgeAnswer } from '../../../shared/device/bridge/contract.ts';
import type { StaffChange } from '../../../shared/device/staff/person.ts';
import { present } from '../../../shared/objects/present.ts';
import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import { dayPage, type HistoryDeps, historyPage } from '../history/history-page.ts';
import type { Approvals } from '../staff/approvals.ts';
import type { Person } from '../staff/people.ts';
import type { Roster } from '../staff/roster.ts';
import type { TillLock } from '../staff/till-lock.ts';

export type CommandDeps = {
  readonly roster: Roster;
  readonly lock: TillLock;
  readonly approvals: Approvals;
  readonly history: HistoryDeps;
  readonly refundable: Terminal['refundable'];
  readonly today: () => string;
  /** Checks the code for the first supervisor; null when none is needed. */
  readonly firstCode: ((typed: string | null | undefined) => BridgeAnswer) | null;
};

const NO_SUPERVISOR = refuseTill('no_supervisor');

/** Runs one command of the back office. */
export async function runCommand(
  command: BackOfficeCommand,
  deps: CommandDeps,
): Promise<BridgeAnswer> {
  const { roster, lock, approvals, history, today } = deps;
  switch (command.type) {
    case 'unlock': {
      const person = await roster.identify(command.personId, command.pin);
      if (!person.ok) return person;
      lock.unlock(person.value.id);
      return answer(null);
    }
    case 'lock':
      lock.lock();
      return answer(null);
    case 'present':
      // `refuses` has recorded the activity already.
      return answer(null);
    case 'staff': {
      const checkCode = roster.people().length === 0 ? deps.firstCode : null;
      const allowed = checkCode?.(command.code) ?? null;
      return allowed?.ok === false ? allowed : changeStaff(command.change, roster, lock);
    }
    case 'first_code':
      // With staff on the till the code opens nothing, and nobody learns whether it is right.
      if (roster.people().length > 0) return refuseTill('role');
      return deps.firstCode?.(command.code) ?? answer(null);
    case 'approve': {
      const { tid, amount, text, lines, otherReceipt } = command;
      const person = await supervisorOf(command, roster);
      const terms = { tid, amount, text, ...present({ lines, otherReceipt }) };
      return person.ok ? approvals.give(person.value, terms) : person;
    }
    case 'approve_bill': {
      const { bill, version, act } = command;
      const person = await supervisorOf(command, roster);
      if (!person.ok) return person;
      return approvals.giveFor(person.value, { kind: 'bill', bill, version, act });
    }
    case 'refund':
      return approvals.use(command.approvalId);
    case 'refundable': {
      const read = await deps.refundable(command.tid);
      return read.ok ? answer({ refundable: read.value }) : read;
    }
    case 'history':
      return answer({ history: await historyPage(history, command.filter) });
    case 'day':
      return answer({ day: await dayPage(history, command.day ?? today()) });
  }
}

/** The supervisor whose PIN a command carries. */
export async function supervisorOf(
  { personId, pin }: { readonly personId: string; readonly pin: string },
  roster: Pick<Roster, 'people' | 'identify'>,
): Promise<Answer<Person>> {
  if (roster.people().length === 0) return NO_SUPERVISOR;
  const person = await roster.identify(personId, pin);
  if (!person.ok || person.value.role === 'supervisor') return person;
  return refuseTill('role', 'A supervisor must approve this.');
}

function changeStaff(change: StaffChange, roster: Roster, lock: TillLock): Promise<BridgeAnswer> {
  const first = roster.people().length === 0;
  return roster.change(change, (id) => {
    // The user who adds the first supervisor has just typed that person's PIN.
    if (first) lock.unlock(id);
    if (change.kind === 'remove' && lock.personId() === id) lock.lock();
  });
}
