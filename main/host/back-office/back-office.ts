import type { BackOfficeView } from '../../../shared/device/bridge/back-office.ts';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import type { DayPage } from '../../../shared/device/commands/staff.ts';
import type { Refused } from '../../../shared/device/commands/table.ts';
import { isAtLeast, type Least } from '../../../shared/device/staff/role.ts';
import type { Ids, RandomBytes } from '../../../shared/ids/ids.ts';
import { businessDate } from '../../../shared/ledger/calendar.ts';
import type { DayTerms } from '../../../shared/ledger/settle.ts';
import { createListeners } from '../../../shared/objects/listeners.ts';
import { present } from '../../../shared/objects/present.ts';
import type { Answer } from '../../../shared/protocol/errors.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import {
  type DeviceClock,
  type Instant,
  instantOf,
  stoppable,
} from '../../../shared/time/clock.ts';
import type { SmallFiles } from '../adapters/small-files.ts';
import type { Giver, Handlers } from '../commands/handlers.ts';
import { dayPage, type EndedSale, endedSale, type HistoryDeps } from '../history/history-page.ts';
import { openSalesHistory } from '../history/sales-history.ts';
import { type Approved, createApprovals, type Subject } from '../staff/approvals.ts';
import { createFirstCode } from '../staff/first-code.ts';
import { createRoster, type Roster } from '../staff/roster.ts';
import { createScreenLocks, LOCK_AFTER_SECONDS, type ScreenLocks } from '../staff/screen-locks.ts';
import { staffCommands, supervisorOf } from './staff-commands.ts';

export type BackOfficeOptions = {
  readonly terminal: Terminal;
  readonly settings: TillSettings;
  /** `nobody`: there is no screen at which somebody could sign in. */
  readonly staff: 'here' | 'nobody';
  /** The till's data directory. */
  readonly directory: string;
  readonly files: SmallFiles;
  readonly clock: DeviceClock;
  readonly ids: Ids;
  readonly random: RandomBytes;
  readonly refunds: BackOfficeView['refunds'];
  /** Page of the shop's settlements; null when unknown. */
  readonly settlements: string | null;
  /** Where and when the shop's business days end. */
  readonly terms: () => DayTerms;
  /** The code that the first supervisor must type; null: none is needed. */
  readonly firstCode: string | null;
} & Pick<HistoryDeps, 'receiptOf' | 'books'>;

/** Staff lock, sales history and end-of-day totals. */
export interface BackOffice {
  /** What a screen shows, by the screen's id. */
  view(screen: string): BackOfficeView;
  /** Calls `listener` after every change of the view. Returns how to stop. */
  subscribe(listener: () => void): () => void;
  /** The refusal of a command of this screen that needs this role now; null when it may run. */
  refuses(screen: string, least: Least): Refused | null;
  /** True if the till has staff. */
  hasStaff(): boolean;
  /** True if nobody can work at any screen before a PIN is typed. */
  isLocked(): boolean;
  readonly commands: Handlers<'staff'>;
  /** The sums of a day, `YYYY-MM-DD`. */
  day(day: string): Promise<DayPage>;
  /** A sale by its id and its start, which the terminal may no longer hold; null if unknown. */
  endedSale(id: string, started: Instant): Promise<EndedSale | null>;
  /** The current day in the shop's time zone. */
  today(): string;
  /** The person at a screen; null for a till without staff. */
  giver(screen: string): Giver | null;
  /** Stores the approval of the supervisor whose PIN this is. */
  approve(
    who: { readonly personId: string; readonly pin: string },
    subject: Subject,
  ): Promise<Answer<{ readonly id: string }>>;
  /** Uses the approval of a supervisor for one command. */
  approver(approval: string, act: Subject, command: string): Approved;
  stop(): void;
}

/** Opens the back office of a till. Throws `StartError` when the staff file is damaged. */
export async function openBackOffice(options: BackOfficeOptions): Promise<BackOffice> {
  const { terminal, settings, ids, terms } = options;
  const { clock, stop: stopTimers } = stoppable(options.clock);
  const listeners = createListeners();
  const changed = listeners.tell;
  const roster = createRoster({ ...options, changed });
  const hasStaff = () => roster.people().length > 0;
  const locks = createScreenLocks({
    terminal,
    clock,
    changed,
    afterSeconds: settings.lockAfterSeconds ?? LOCK_AFTER_SECONDS,
    hasStaff,
  });
  const history = await openSalesHistory(options, terminal.view());
  const stopNoting = terminal.subscribe((view) => history.note(view));
  history.note(terminal.view());
  const approvals = createApprovals({
    terminal,
    clock,
    currency: settings.currency,
    newId: ids.message,
    isSupervisor: (id) => roleOf(roster, id) === 'supervisor',
  });
  const today = () => businessDate(instantOf(clock.now()), terms());
  const { firstCode: code } = options;
  const firstCode = code === null ? null : createFirstCode(code, clock);
  const { refundable } = terminal;
  const deps = { roster, locks, approvals, refundable, today, firstCode };
  const view = () => terminal.view();
  const historyDeps = {
    history,
    terms,
    view,
    books: options.books,
    currency: settings.currency,
    now: () => instantOf(clock.now()),
    receiptOf: options.receiptOf,
  };

  return {
    view: (screen) => ({
      state: locks.state(screen),
      personId: locks.personAt(screen),
      staff: roster.view(),
      refunds: options.refunds,
      settlements: options.settlements,
      timeZone: terms().timeZone,
      today: today(),
      ...present({ firstSupervisor: firstCode === null ? null : ('by_code' as const) }),
    }),
    subscribe: listeners.subscribe,
    refuses(screen, least) {
      const refused = refusalOf(least, roster, locks, screen);
      // Only a command by staff counts as activity.
      if (refused === null && least !== 'nobody') locks.touch(screen);
      return refused;
    },
    hasStaff,
    isLocked: () => hasStaff() && !locks.isAnyUnlocked(),
    commands: staffCommands({ ...deps, history: historyDeps }),
    day: (day) => dayPage(historyDeps, day),
    endedSale: (id, started) => endedSale(historyDeps, id, started),
    today,
    giver(screen) {
      const people = roster.people();
      if (people.length === 0) return null;
      const person = people.find(({ id }) => id === locks.personAt(screen));
      // A command of a locked screen does not come this far.
      const { id, name, role } = person ?? NOBODY;
      return { id, name, role };
    },
    async approve(who, subject) {
      const person = await supervisorOf(who, roster);
      return person.ok ? approvals.giveFor(person.value, subject) : person;
    },
    approver: approvals.useFor,
    stop() {
      locks.stop();
      // A lock after wrong PINs may still be running.
      stopTimers();
      stopNoting();
      listeners.clear();
    },
  };
}

const NOBODY: Giver = { id: '', name: '', role: 'cashier' };
const LOCKED = refuseTill('locked');
const NOT_YOU = refuseTill('role');

/** Enforces the role that a row of the table of commands names. */
function refusalOf(
  least: Least,
  roster: Roster,
  locks: ScreenLocks,
  screen: string,
): Refused | null {
  const state = locks.state(screen);
  // Without staff every command is permitted; a refund always requires a supervisor's PIN.
  if (least === 'nobody' || state === 'open') return null;
  const role = roleOf(roster, locks.personAt(screen) ?? '');
  if (state === 'locked' || role === null) return LOCKED;
  const needed = least === 'approval' ? 'cashier' : least;
  return isAtLeast(role, needed) ? null : NOT_YOU;
}

function roleOf(roster: Roster, personId: string) {
  return roster.people().find(({ id }) => id === personId)?.role ?? null;
}
