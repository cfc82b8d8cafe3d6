import type { BridgeAnswer, BridgeCommand, TillSettings } from '../../../shared/bridge/contract.ts';
import type { DayPage, DeskCommand, DeskView } from '../../../shared/bridge/desk.ts';
import { LEAST_ROLE } from '../../../shared/bridge/roles.ts';
import type { Ids, RandomBytes } from '../../../shared/ids/ids.ts';
import { shopDay } from '../../../shared/ledger/calendar.ts';
import type { MoneyInteger } from '../../../shared/money/money.ts';
import { refuse } from '../../../shared/protocol/errors.ts';
import { isAtLeast } from '../../../shared/staff/role.ts';
import type { Terminal } from '../../../shared/terminal/terminal.ts';
import type { Clock } from '../../../shared/time/clock.ts';
import { dayPage } from '../history/day-page.ts';
import { openSalesHistory } from '../history/sales-history.ts';
import { createApprovals } from '../staff/approvals.ts';
import { createFirstCode } from '../staff/first-code.ts';
import { createRoster, type Roster } from '../staff/register.ts';
import { createTillLock, LOCK_AFTER_SECONDS, type TillLock } from '../staff/till-lock.ts';
import { runCommand } from './run-command.ts';

export type BackOfficeOptions = {
  readonly terminal: Terminal;
  readonly settings: TillSettings;
  /** The till's data directory. */
  readonly directory: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomBytes;
  readonly refunds: DeskView['refunds'];
  /** Page of the shop's settlements, where one is known. */
  readonly settlements: string | null;
  /** IANA name of the shop's time zone. */
  readonly timeZone: string;
  /** Asked for when the first supervisor is added; nothing is when left out. */
  readonly firstCode?: string;
};

type Refused = Extract<BridgeAnswer, { ok: false }>;

/** Who stands at the till, and what they do after a sale: the host's word on both. */
export interface BackOffice {
  view(): DeskView;
  /** Calls `listener` after every change of the view. Returns how to stop. */
  subscribe(listener: () => void): () => void;
  /** Why such a command is not to be run now; null when it is. */
  refuses(type: BridgeCommand['type']): Refused | null;
  /** Runs a command that was not refused. */
  run(command: DeskCommand): Promise<BridgeAnswer>;
  /** The sums of a day, `YYYY-MM-DD`. */
  day(day: string): Promise<DayPage>;
  /** The day it is in the shop's time zone. */
  today(): string;
  /** Another tender took money; null where nobody said how much. */
  noteTender(method: string | null, amount: MoneyInteger | null): void;
  stop(): void;
}

/** Opens the desk of a till. Throws `StartError` when the staff file is damaged. */
export async function openBackOffice(options: BackOfficeOptions): Promise<BackOffice> {
  const { terminal, settings, clock, ids, timeZone } = options;
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const register = createRoster({ ...options, changed });
  const lock = createTillLock({
    ...{ terminal, clock, changed },
    afterSeconds: settings.lockAfterSeconds ?? LOCK_AFTER_SECONDS,
    hasStaff: () => register.people().length > 0,
  });
  const book = await openSalesHistory(options, terminal.view());
  const stopNoting = terminal.subscribe((view) => book.note(view));
  book.note(terminal.view());
  const approvals = createApprovals({
    ...{ terminal, clock, currency: settings.currency, newId: ids.message },
    isSupervisor: (id) => roleOf(register, id) === 'supervisor',
  });
  const today = () => shopDay(clock.now(), timeZone);
  const { firstCode: code } = options;
  const firstCode = code === undefined ? null : createFirstCode(code, clock);
  const deps = { register, lock, approvals, today, firstCode };
  const remembered = { book, timeZone, view: () => terminal.view() };

  return {
    view: () => ({
      state: lock.state(),
      personId: lock.personId(),
      staff: register.view(),
      refunds: options.refunds,
      settlements: options.settlements,
      ...{ timeZone, today: today() },
      ...(firstCode === null ? {} : { firstSupervisor: 'by_code' as const }),
    }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refuses(type) {
      const refused = judge(type, register, lock);
      // Only what somebody at the till does says that somebody is there.
      if (refused === null && LEAST_ROLE[type] !== 'nobody') lock.touch();
      return refused;
    },
    run: (command) => runCommand(command, { ...deps, history: remembered }),
    day: (day) => dayPage(remembered, day),
    today,
    noteTender: (method, amount) => book.tender(method, amount, settings.currency),
    stop() {
      lock.stop();
      stopNoting();
      listeners.clear();
    },
  };
}

const LOCKED = refuse('Unauthorized', 'The till is locked. Unlock it first.', { reason: 'locked' });
const NOT_YOU = refuse('Unauthorized', 'A supervisor must do this.', { reason: 'role' });

/** The one place where roles are enforced, by the one table of them. */
function judge(type: BridgeCommand['type'], register: Roster, lock: TillLock): Refused | null {
  const least = LEAST_ROLE[type];
  const state = lock.state();
  // Where nobody works by name there is nobody to ask; what needs a word of its own asks for it.
  if (least === 'nobody' || state === 'open') return null;
  const role = roleOf(register, lock.personId() ?? '');
  if (state === 'locked' || role === null) return LOCKED;
  const needed = least === 'approval' ? 'cashier' : least;
  return isAtLeast(role, needed) ? null : NOT_YOU;
}

function roleOf(register: Roster, personId: string) {
  return register.people().find(({ id }) => id === personId)?.role ?? null;
}
