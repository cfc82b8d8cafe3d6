import { createStore, type StoreApi } from 'zustand/vanilla';
import { amountsOf } from '../../../shared/bill/amounts.ts';
import type { Bill } from '../../../shared/bill/bill.ts';
import { BILL_REFUSALS, type BillRefusal, type NewLine } from '../../../shared/bill/commands.ts';
import { isPaid } from '../../../shared/bill/paid.ts';
import type { EveryLanguage } from '../../../shared/catalogue/language.ts';
import type { Bridge, Snapshot } from '../../../shared/device/bridge/contract.ts';
import type { ScreenAct } from '../../../shared/device/commands/bills.ts';
import type { AnswerOf, CommandOf } from '../../../shared/device/commands/table.ts';
import { type LineId, type TenderId, tenderId } from '../../../shared/ids/host-ids.ts';
import type { MoneyInteger } from '../../../shared/money/money.ts';
import { ZERO } from '../../../shared/money/money.ts';
import type { Refusal } from '../../../shared/protocol/errors.ts';
import { problemOf, type TillProblem } from '../../../shared/refusals/problem-types.ts';
import type { Instant } from '../../../shared/time/clock.ts';
import { type Repeat, repeatOf } from '../repeat.ts';
import { call } from '../till-commands.ts';
import {
  type Answered,
  afterAnswer,
  type BillCopies,
  learned,
  type NeedsApproval,
  NO_COPIES,
  nextCommand,
  type Pending,
  type RenamedLines,
  shownBills,
  type Want,
  want,
  withResults,
  withSent,
} from './bill-copies.ts';

/** Milliseconds after which a command without an answer is sent again. */
const AGAIN = 1_000;

/** The clock, the ids and the memory of the device that shows a screen. */
export type ScreenDevice = {
  readonly now: () => Instant;
  readonly newId: () => string;
  /** Calls `run` once after `delay` milliseconds. */
  readonly after: (delay: number, run: () => void) => void;
  /** The bill that the page showed before it was loaded again; null if it showed none. */
  readonly kept: () => string | null;
  readonly keep: (bill: string | null) => void;
};

/** What the screen tells its person about the bills. */
export type BillNotice =
  /** Somebody else has changed or ended the bill that is shown. */
  | { readonly kind: 'changed' | 'ended'; readonly name: string | null }
  /** The host or its rules refused what the person has done; it was taken back. */
  | { readonly kind: 'refused'; readonly problem: TillProblem }
  /** The catalogue says that there is nothing left of it. */
  | { readonly kind: 'sold_out'; readonly product: EveryLanguage };

export type BillsState = {
  readonly copies: BillCopies;
  /** The bills with everything that the person has done. */
  readonly shown: ReadonlyMap<string, Bill>;
  /** The bill on the slip; null: the next line opens one. */
  readonly current: string | null;
  readonly notice: BillNotice | null;
  /** What is on its way to the host. One thing at a time: the answer to a question is not taken after a command. */
  readonly exchange:
    | { readonly kind: 'idle' | 'sending' }
    | { readonly kind: 'reading'; readonly bill: string };
  /** What the customer's display shows of the bill on the slip, or of the one that was just paid. */
  readonly customer: CustomerShown;
  /** What the host was told of it last; null: nothing yet. */
  readonly told: string | null;
  /** The bills, beside the one on the slip, that are read when another screen changes them. */
  readonly looked: readonly string[];
  /** The bills that a snapshot had, as long as the screen knows them. */
  readonly listed: ReadonlySet<string>;
  /** How many acts were taken back, so that a payment notices it. */
  readonly takenBack: number;
  /** The payment whose answer is not known. */
  readonly unanswered: Repeat | null;
  /** True from the first snapshot on: the bill of before the page was loaded is read once. */
  readonly restored: boolean;
};

/** What the customer's display shows. Amounts in minor units. */
export type CustomerShown =
  | { readonly kind: 'bill' }
  /** The customer pays this much of the bill on the slip in cash now. */
  | { readonly kind: 'cash'; readonly amount: MoneyInteger; readonly tip: MoneyInteger }
  /** The last payment at the till, until the next sale. */
  | { readonly kind: 'tendered'; readonly bill: string; readonly tender: TenderId };

/** A payment of a bill. */
export type Paying = Omit<CommandOf<'pay_bill'>, 'type' | 'id' | 'bill' | 'version'>;

export type Payment = {
  /** The id that the tender has or will have, also in a repeat. */
  readonly tender: TenderId;
  /** Null if the host did not answer. */
  readonly answer: AnswerOf<'pay_bill'> | null;
};

/** The bills of a screen. The host holds them; the screen applies what its person does at once. */
export interface BillDesk {
  readonly store: StoreApi<BillsState>;
  /** The bill on the slip. */
  current(): Bill | null;
  /** Adds lines to the bill on the slip, or opens one. Returns the line to select; null if it was refused. */
  order(lines: readonly NewLine[]): LineId | null;
  /** Does this to a bill, by default to the one on the slip. Returns false, with a notice, if it cannot be. */
  act(act: ScreenAct, bill?: string): boolean;
  /**
   * Does what a supervisor has approved.
   */
  approved(asked: NeedsApproval, approval: string): void;
  /** Shows another bill on the slip, or none. */
  show(bill: string | null): void;
  /**
   * Reads these bills now, and again when another screen changes them. What a snapshot says to be outdated is not shown
   * until it was read.
   */
  look(bills: readonly string[]): void;
  /** A new id for a bill. */
  newId(): string;
  /**
   * Waits until the host has answered everything, and the bill on the slip is not older than the newest snapshot; true
   * if the host has taken it all.
   */
  settled(): Promise<boolean>;
  /** Pays this bill, or a part of it, in the version that the person saw. */
  pay(bill: Bill, paying: Paying): Promise<Payment>;
  shows(customer: CustomerShown): void;
  /** Shows this notice until the next act. */
  say(notice: BillNotice): void;
  forgetNotice(): void;
  /** Starts to follow the host. Returns a function that stops it. */
  link(): () => void;
}

type Seen = StoreApi<{ readonly snapshot: Snapshot | null }>;

const NOTHING: BillsState = {
  copies: NO_COPIES,
  shown: new Map(),
  current: null,
  notice: null,
  exchange: { kind: 'idle' },
  customer: { kind: 'bill' },
  told: null,
  looked: [],
  listed: new Set(),
  takenBack: 0,
  unanswered: null,
  restored: false,
};

/** True if nobody can do anything with the bill any more. */
export const isOver = (bill: Bill) => bill.closed || isPaid(bill);

/** What is left to pay. */
export const dueOf = (bill: Bill | null): MoneyInteger =>
  bill === null ? ZERO : amountsOf(bill).due;

/** The bill in an answer, as it is now; null if the till has none by this id. */
const billIn = (
  answer: AnswerOf<'bill' | 'pay_bill' | 'read_bill' | 'restore_bill'>,
): Bill | null => (answer.ok ? answer.value.bill : (answer.bill ?? null));

/** The rule of the bill for which the host refused a command; null for another reason. */
function billReason(refusal: Refusal): BillRefusal | null {
  const problem = problemOf(refusal);
  return BILL_REFUSALS.find((one) => `bill_${one}` === problem) ?? null;
}

/** The name that an act gives to a bill. The screen knows the names of all open bills, but not all bills. */
function nameIn(act: ScreenAct): string | null {
  if (act.act === 'rename') return act.name;
  return act.act === 'move' && act.to.kind === 'new' ? act.to.name : null;
}

/** What the desk tells the rest of the screen. */
export type DeskEvents = {
  /** Lines have new ids, because their orders were sent again. */
  readonly renamed: (ids: RenamedLines) => void;
  /** The bill that was being filled when the page or the till stopped is on the slip again. */
  readonly restored: (bill: Bill) => void;
  /** The host does this only with a supervisor's approval. */
  readonly needsApproval: (asked: NeedsApproval) => void;
  /** Another bill is on the slip, or none. */
  readonly shown: () => void;
};

/** The bills of a screen. */
export function createBills(
  bridge: Bridge,
  seen: Seen,
  device: ScreenDevice,
  events: DeskEvents,
): BillDesk {
  const store = createStore<BillsState>(() => NOTHING);
  const { getState: get, setState: set } = store;
  /** A command was sent, and its answer was lost: it is sent again. */
  const isLost = () => get().exchange.kind !== 'sending' && get().copies.sent !== null;

  const become = (next: BillCopies, more: Partial<BillsState> = {}) => {
    const copies = withResults(next, seen.getState().snapshot?.view.sales ?? [], device.now());
    set({ copies, shown: shownBills(copies, device.now()), ...more });
  };
  const open = () => seen.getState().snapshot?.bills?.open ?? [];
  const isUsed = (name: string, own: string) =>
    open().some((one) => one.id !== own && one.name?.toLowerCase() === name.toLowerCase());
  const nameOf = (bill: string) => get().shown.get(bill)?.name ?? null;
  const isLocked = () => seen.getState().snapshot?.backOffice?.state === 'locked';

  function settle(result: Answered, about: string, notice: BillNotice | null): void {
    set(({ takenBack }) => ({ takenBack: takenBack + result.takenBack.length }));
    if (result.renamed.size > 0) events.renamed(result.renamed);
    const isCurrent = about === get().current;
    const isTaken = result.takenBack.length > 0;
    const elsewhere: BillNotice | null = isTaken
      ? { kind: 'refused', problem: 'bill_changed' }
      : { kind: 'changed', name: nameOf(about) };
    const said = notice ?? (result.changed && (isCurrent || isTaken) ? elsewhere : null);
    become(result.copies, said === null ? {} : { notice: said });
    leaveEnded();
  }

  /** Takes the results of payments from the sales that the snapshot has. */
  function takeResults({ view }: Snapshot): void {
    const { copies } = get();
    if (withResults(copies, view.sales, device.now()) === copies) return;
    become(copies);
    leaveEnded();
  }

  function noteListed(bills: readonly { readonly id: string }[]): void {
    const { listed, copies, current } = get();
    if (bills.every(({ id }) => listed.has(id))) return;
    const kept = [...listed].filter((id) => id === current || copies.bills.has(id));
    set({ listed: new Set([...kept, ...bills.map(({ id }) => id)]) });
  }

  /** A bill that is paid or closed leaves the slip. */
  function leaveEnded(): void {
    const { current, copies } = get();
    const bill = current === null ? undefined : copies.bills.get(current);
    if (bill === undefined || !isOver(bill)) return;
    show(null);
    if (bill.closed) set({ notice: { kind: 'ended', name: bill.name } });
  }

  async function pump(): Promise<void> {
    const command = nextCommand(get().copies);
    if (get().exchange.kind === 'sending' || command === null) return;
    set({ copies: withSent(get().copies, command), exchange: { kind: 'sending' } });
    const answer = await call(bridge, { type: 'bill', ...command } as CommandOf<'bill'>);
    if (answer !== null) finish(command.bill, answer);
    set({ exchange: { kind: 'idle' } });
    if (answer === null) return device.after(AGAIN, () => isLost() && void pump());
    void pump();
    refresh();
  }

  function finish(bill: string, answer: AnswerOf<'bill'>): void {
    const { copies } = get();
    const { sent } = copies;
    const [first] = copies.pending;
    const now = billIn(answer);
    if (answer.ok) {
      const result = afterAnswer(copies, { ok: true, bill: now }, device.newId, device.now());
      settle(result, bill, null);
      tellShown();
      return;
    }
    const reason = billReason(answer.refusal);
    const refused = { ok: false, reason, bill: now } as const;
    const result = afterAnswer(copies, refused, device.newId, device.now());
    const isAsked = reason === 'needs_approval' && sent !== null && !isLocked();
    if (isAsked) events.needsApproval({ bill, version: sent.version, act: sent.act });
    // Only what the supervisor is asked about was taken back, or nothing.
    const isSilent =
      result.takenBack.length <= (isAsked ? 1 : 0) && (isAsked || reason === 'changed');
    const problem = problemOf(answer.refusal);
    settle(result, bill, isSilent ? null : { kind: 'refused', problem });
    const { current } = get();
    // The name of a parked bill was refused: the bill stays on the slip.
    const isNamed = first?.want.kind === 'act' && first.want.act.act === 'rename';
    if (current === null && isNamed) show(bill);
    // The bill was not opened, so there is none to show.
    if (current !== null && !get().shown.has(current)) show(null);
  }

  function take(bill: string, wanted: Want): boolean {
    const named = wanted.kind === 'act' ? nameIn(wanted.act) : null;
    if (named !== null && isUsed(named, bill)) {
      set({ notice: { kind: 'refused', problem: 'bill_name_in_use' } });
      return false;
    }
    const pending: Pending = { id: device.newId(), bill, want: wanted };
    const taken = want(get().copies, pending, device.now());
    if (!taken.ok) {
      set({ notice: { kind: 'refused', problem: `bill_${taken.reason}` } });
      return false;
    }
    become(taken.copies, { notice: null });
    void pump();
    return true;
  }

  /**
   * Forgets the copies of these bills that another screen has changed since. Whoever looks at such a bill would see and
   * pay what it was before; it is read first.
   */
  function forgetOutdated(ids: readonly string[]): void {
    const { copies } = get();
    if (copies.pending.length > 0) return;
    const bills = new Map(copies.bills);
    for (const id of ids) {
      const known = bills.get(id);
      if (known !== undefined && versionSaid(id) > known.version) bills.delete(id);
    }
    if (bills.size < copies.bills.size) become({ ...copies, bills });
  }

  /** Reads what other screens have changed, once the host has answered everything. */
  function refresh(): void {
    const { current, copies, looked, exchange } = get();
    if (exchange.kind !== 'idle' || copies.pending.length > 0) return;
    const stale = [current ?? '', ...looked].find((id) => {
      const known = copies.bills.get(id);
      const summary = open().find((one) => one.id === id);
      if (summary === undefined) return known !== undefined && !isOver(known);
      return known === undefined || summary.version > known.version;
    });
    if (stale !== undefined) void read(stale);
  }

  /** Reads the bill on the slip if a snapshot says that it was changed; false if the screen still has an earlier one. */
  async function isUpToDate(): Promise<boolean> {
    const { current } = get();
    const isNew = () => current === null || versionSaid(current) <= versionOf(current);
    if (current !== null && !isNew()) await read(current);
    return isNew();
  }

  async function read(id: string): Promise<void> {
    const exchange = { kind: 'reading', bill: id } as const;
    if (get().exchange.kind === 'sending') return;
    set({ exchange });
    const asked = versionSaid(id);
    const answer = await call(bridge, { type: 'read_bill', bill: id });
    // A command, or another question, has gone to the host meanwhile: this answer may be older than its.
    if (get().exchange !== exchange) return;
    set({ exchange: { kind: 'idle' } });
    if (answer === null) return;
    const now = billIn(answer);
    if (now !== null) {
      settle(learned(get().copies, now), id, null);
      // A bill that the host says older than its snapshot did before the question would be read without end.
      if (now.version >= asked) refresh();
      return;
    }
    if (answer.ok || get().copies.pending.length > 0) return;
    const { copies, current } = get();
    const bills = new Map(copies.bills);
    bills.delete(id);
    become({ ...copies, bills });
    if (current === id) show(null);
  }

  const versionOf = (id: string) => get().copies.bills.get(id)?.version ?? 0;
  /** The version of this open bill in the newest snapshot; 0 if it has none. */
  const versionSaid = (id: string) => open().find((one) => one.id === id)?.version ?? 0;

  function show(bill: string | null): void {
    if (bill === get().current) return;
    set({ current: bill });
    events.shown();
    device.keep(bill);
    tellShown();
    refresh();
  }

  function shownToCustomer(): Omit<CommandOf<'show_bill'>, 'type'> {
    const { current, copies, customer } = get();
    const bill = current !== null && copies.bills.has(current) ? current : null;
    if (customer.kind === 'tendered' && (bill === null || bill === customer.bill)) {
      return { bill: customer.bill, pays: { kind: 'tendered', tender: customer.tender } };
    }
    return bill === null || customer.kind !== 'cash' ? { bill } : { bill, pays: customer };
  }

  /** The customer's display shows the bill on the slip, once the host has it. */
  function tellShown(again = false): void {
    const shown = shownToCustomer();
    const content = JSON.stringify(shown);
    const { told } = get();
    const isTold = content === told || (told === null && shown.bill === null);
    if ((isTold && !again) || seen.getState().snapshot?.bills === undefined) return;
    set({ told: content });
    // If this call is lost, the next change of the bill on the slip corrects the display.
    void call(bridge, { type: 'show_bill', ...shown });
  }

  async function restore(): Promise<void> {
    const kept = device.kept();
    const command: CommandOf<'restore_bill' | 'read_bill'> =
      kept === null ? { type: 'restore_bill' } : { type: 'read_bill', bill: kept };
    const answer = await call(bridge, command);
    const bill = answer === null ? null : billIn(answer);
    if (bill === null || isOver(bill)) {
      if (kept !== null && answer !== null) device.keep(null);
      return;
    }
    settle(learned(get().copies, bill), bill.id, null);
    if (get().current !== null) return;
    show(bill.id);
    events.restored(bill);
  }

  const desk: BillDesk = {
    store,
    newId: device.newId,
    current: () => {
      const { current, shown } = get();
      return current === null ? null : (shown.get(current) ?? null);
    },
    order: (lines) => {
      const { current, listed } = get();
      // The host has no such open bill any more, so the line is the next customer's.
      const isGone =
        current !== null && listed.has(current) && !open().some(({ id }) => id === current);
      const before = new Set(isGone ? [] : desk.current()?.lines);
      if (current === null || isGone) {
        const bill = device.newId();
        if (!take(bill, { kind: 'act', act: { act: 'open', name: null, lines } })) return null;
        show(bill);
      } else if (!lines.every((line) => take(current, { kind: 'order', line }))) return null;
      return desk.current()?.lines.find((line) => !before.has(line))?.id ?? null;
    },
    act: (act, bill = get().current ?? '') => take(bill, { kind: 'act', act }),
    approved: ({ bill, version, act }, approval) => {
      const { notice } = get();
      const isTaken = take(bill, { kind: 'act', act, approved: { approval, version } });
      // What else was taken back meanwhile is still to be read.
      if (isTaken) set({ notice });
    },
    show,
    look: (ids) => {
      const { current, looked } = get();
      forgetOutdated(ids.filter((id) => id !== current && !looked.includes(id)));
      set({ looked: ids });
      refresh();
    },
    settled: async () => {
      const before = get().takenBack;
      while (get().copies.pending.length > 0) {
        await new Promise<void>((done) => {
          const stop = store.subscribe(({ copies }) => {
            if (copies.pending.length > 0) return;
            stop();
            done();
          });
        });
      }
      return (await isUpToDate()) && before === get().takenBack;
    },
    pay: async (bill, paying) => {
      const given = { bill: bill.id, version: bill.version, ...paying };
      const unanswered = repeatOf(get().unanswered, given, device.newId);
      set({ unanswered });
      const tender = tenderId(unanswered.id);
      const answer = await call(bridge, { type: 'pay_bill', id: unanswered.id, ...given });
      if (answer !== null) set({ unanswered: null });
      const isAtTill = paying.method.kind !== 'phone';
      if (answer?.ok === true && isAtTill) {
        set({ customer: { kind: 'tendered', bill: bill.id, tender } });
      }
      const now = answer === null ? null : billIn(answer);
      if (now !== null) settle(learned(get().copies, now), bill.id, null);
      if (isAtTill) tellShown();
      return { tender, answer };
    },
    shows: (customer) => {
      if (JSON.stringify(customer) !== JSON.stringify(get().customer)) set({ customer });
      tellShown();
    },
    say: (notice) => set({ notice }),
    forgetNotice: () => set({ notice: null }),
    link: () => {
      const follow = ({ snapshot }: { readonly snapshot: Snapshot | null }) => {
        if (snapshot?.bills === undefined) return;
        takeResults(snapshot);
        noteListed(snapshot.bills.open);
        if (isLost()) void pump();
        if (get().restored) return refresh();
        set({ restored: true });
        void restore();
      };
      const stopSeeing = seen.subscribe(follow);
      const stopLink = bridge.onLink((up) => {
        if (!up) return;
        if (isLost()) void pump();
        tellShown(true);
      });
      return () => {
        stopSeeing();
        stopLink();
      };
    },
  };
  return desk;
}
