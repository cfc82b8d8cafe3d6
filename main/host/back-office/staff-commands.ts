import type { StaffChange } from '../../../shared/device/staff/person.ts';
import { present } from '../../../shared/objects/present.ts';
import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import type { Refundable } from '../../../shared/terminal/refunds/refundable.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import { type Handlers, nameOf, screenOf } from '../commands/handlers.ts';
import { dayPage, type HistoryDeps, historyPage } from '../history/history-page.ts';
import type { Approvals } from '../staff/approvals.ts';
import type { Person } from '../staff/people.ts';
import type { Roster } from '../staff/roster.ts';
import type { ScreenLocks } from '../staff/screen-locks.ts';

export type StaffCommandDeps = {
  readonly roster: Roster;
  readonly locks: ScreenLocks;
  readonly approvals: Approvals;
  readonly history: HistoryDeps;
  readonly refundable: Terminal['refundable'];
  readonly today: () => string;
  /** Checks the code for the first supervisor; null when none is needed. */
  readonly firstCode: ((typed: string | null | undefined) => Answer<null>) | null;
};

const NO_SUPERVISOR = refuseTill('no_supervisor');

/** The commands on staff, history and days. */
export function staffCommands(deps: StaffCommandDeps): Handlers<'staff'> {
  const { roster, locks, approvals, history, today } = deps;
  return {
    async unlock({ personId, pin }, caller) {
      const person = await roster.identify(personId, pin);
      if (!person.ok) return person;
      locks.unlock(screenOf(caller), person.value.id);
      return answer(null);
    },
    lock(_, caller) {
      locks.lock(screenOf(caller));
      return answer(null);
    },
    // The check of the role has recorded the activity already.
    present: () => answer(null),
    async staff({ change, code }, caller) {
      const checkCode = roster.people().length === 0 ? deps.firstCode : null;
      const allowed = checkCode?.(code) ?? null;
      return allowed?.ok === false ? allowed : changeStaff(change, screenOf(caller), deps);
    },
    first_code({ code }) {
      // With staff on the till the code opens nothing, and nobody learns whether it is right.
      if (roster.people().length > 0) return refuseTill('role');
      return deps.firstCode?.(code) ?? answer(null);
    },
    async approve({ tid, amount, text, lines, otherReceipt, ...who }, caller) {
      const person = await supervisorOf(who, roster);
      const terms = { tid, amount, text, ...present({ lines, otherReceipt }) };
      if (!person.ok) return person;
      return approvals.give(person.value, terms, nameOf(caller, '') || person.value.name);
    },
    async approve_bill({ bill, version, act, ...who }) {
      const person = await supervisorOf(who, roster);
      if (!person.ok) return person;
      return approvals.giveFor(person.value, { kind: 'bill', bill, version, act });
    },
    refund: ({ approvalId }) => approvals.use(approvalId),
    async refundable({ tid }): Promise<Answer<{ readonly refundable: Refundable }>> {
      const read = await deps.refundable(tid);
      return read.ok ? answer({ refundable: read.value }) : read;
    },
    history: async ({ filter }) => answer({ history: await historyPage(history, filter) }),
    day: async ({ day }) => answer({ day: await dayPage(history, day ?? today()) }),
  };
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

/**
 * A person who was removed, or who has another role, is locked out of every screen (D-604). Who has a new PIN stays at the
 * screen that gave it.
 */
function changeStaff(
  change: StaffChange,
  screen: string,
  { roster, locks }: Pick<StaffCommandDeps, 'roster' | 'locks'>,
): Promise<Answer<{ readonly id: string }>> {
  const first = roster.people().length === 0;
  return roster.change(change, (id) => {
    // The user who adds the first supervisor has just typed that person's PIN.
    if (first) locks.unlock(screen, id);
    if (change.kind === 'remove' || change.kind === 'role') locks.lockPerson(id);
    if (change.kind === 'pin') locks.lockPerson(id, screen);
  });
}
