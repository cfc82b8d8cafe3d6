import { createStore, type StoreApi } from 'zustand/vanilla';
import type { NewLine } from '../../../shared/bill/acts.ts';
import { amountsOf } from '../../../shared/bill/amounts.ts';
import type { Bill } from '../../../shared/bill/bill.ts';
import { BILL_REFUSALS, type BillRefusal } from '../../../shared/bill/commands.ts';
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
import type { KeptDeck } from '../goods-state.ts';
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
  type SentBill,
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
  /** What the page had before it was loaded again. */
  readonly kept: () => KeptBills;
  readonly keep: (bills: KeptBills) => void;
  /** What the deck of this screen showed last, also before the browser was closed; null if nobody has chosen yet. */
  readonly keptDeck: () => KeptDeck | null;
  readonly keepDeck: (deck: KeptDeck) => void;
};

/** What a page that is loaded again goes on with. */
export type KeptBills = {
  /** The bill on the slip; null if there was none. */
  readonly bill: string | null;
  /** What the host has not answered, oldest first. */
  readonly pending: readonly Pending[];
  readonly sent: SentBill | null;
};

export const NOTHING_KEPT: KeptBills = { bill: null, pending: [], sent: null };

/** What the slip shows. */
export type SlipShown =
  /** The next line opens a bill. */
  | { readonly kind: 'none' }
  /** The bill that the person fills. `own`: the tenders that this screen has ordered for it. */
  | { readonly kind: 'open'; readonly bill: string; readonly own: readonly TenderId[] }
  /** A bill as it was paid, cleared or moved at another screen, until the person goes on. */
  | { readonly kind: 'ended'; readonly bill: Bill };

/** The bill that the person fills; null without one. */
export const openOn = (slip: SlipShown): string | null => (slip.kind === 'open' ? slip.bill : null);

/** What the screen tells its person about the bills. */
export type BillNotice =
  /** Somebody else has changed the bill that is shown. */
  | { readonly kind: 'changed'; readonly name: string | null }
  /** The bill before ended at another screen, and the line that was just ordered began the next one. */
  | { readonly kind: 'begun'; readonly name: string | null }
  /** What the screen had not sent when it was locked, and does not send for whoever unlocks it. */
  | { readonly kind: 'not_saved'; readonly goods: readonly string[] }
  /** The host or its rules refused what the person has done; it was taken back, with the order of these goods. */
  | { readonly kind: 'refused'; readonly problem: TillProblem; readonly goods: readonly string[] }
  /** The catalogue says that there is nothing left of it. */
  | { readonly kind: 'sold_out'; readonly product: EveryLanguage };

export type BillsState = {
  readonly copies: BillCopies;
  /** The bills with everything that the person has done. */
  readonly shown: ReadonlyMap<string, Bill>;
  readonly slip: SlipShown;
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
  /** True from the first snapshot of an unlocked screen on: what was there before the page was loaded is read once. */
  readonly restored: boolean;
  /** True from a lock to the first snapshot after it. */
  readonly wasLocked: boolean;
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
  /** The bill that the person fills; null without one. */
  current(): Bill | null;
  /** The person has seen how the bill on the slip ended, or has seen this sale's bill end: the next sale begins. */
  goOn(bill?: string): void;
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
  slip: { kind: 'none' },
  notice: null,
  exchange: { kind: 'idle' },
  customer: { kind: 'bill' },
  told: null,
  looked: [],
  listed: new Set(),
  takenBack: 0,
  unanswered: null,
  restored: false,
  wasLocked: false,
};

/** True if nobody can do anything with the bill any more. */
export const isOver = (bill: Bill) => bill.closed || isPaid(bill);

/** True if one of these tenders is the last one that paid the bill. */
const isPaidBy = ({ tenders }: Bill, own: readonly TenderId[]): boolean => {
  const last = tenders.findLast(({ state }) => state === 'paid');
  return last !== undefined && own.includes(last.id);
};

const linesIn = ({ want: wanted }: Pending): readonly NewLine[] => {
  if (wanted.kind === 'order') return [wanted.line];
  return wanted.act.act === 'open' ? (wanted.act.lines ?? []) : [];
};

/** The names of the goods that these wants order. */
const goodsIn = (wants: readonly Pending[]): readonly string[] =>
  wants.flatMap((one) => linesIn(one).map(({ name }) => name));

const isOpening = ({ want: { kind, ...of } }: Pending) =>
  kind === 'act' && 'act' in of && of.act.act === 'open';

/** True for an order, for which no person answers; a taken-back deposit names who took it. */
const isGoods = (one: Pending) => {
  const lines = linesIn(one);
  return lines.length > 0 && lines.every(({ kind }) => kind !== 'deposit_return');
};

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
  /** The bill on the slip has ended at another screen. */
  readonly ended: () => void;
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
  /** What the page had before it was loaded again, until the screen goes on with it. */
  let left = device.kept();
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
    const isCurrent = about === openOn(get().slip);
    const isTaken = result.takenBack.length > 0;
    const elsewhere: BillNotice | null = isTaken
      ? { kind: 'refused', problem: 'bill_changed', goods: goodsIn(result.takenBack) }
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
    const { listed, copies, slip } = get();
    if (bills.every(({ id }) => listed.has(id))) return;
    const kept = [...listed].filter((id) => id === openOn(slip) || copies.bills.has(id));
    set({ listed: new Set([...kept, ...bills.map(({ id }) => id)]) });
  }

  /** A bill that this screen has paid leaves the slip. One that ended elsewhere stays there as it ended. */
  function leaveEnded(): void {
    const { slip, copies } = get();
    const bill = slip.kind === 'open' ? copies.bills.get(slip.bill) : undefined;
    if (slip.kind !== 'open' || bill === undefined || !isOver(bill)) return;
    if (isPaidBy(bill, slip.own)) show(null);
    else endElsewhere(bill);
  }

  function endElsewhere(bill: Bill): void {
    put({ kind: 'ended', bill });
    events.ended();
  }

  async function pump(): Promise<void> {
    const command = nextCommand(get().copies);
    if (get().exchange.kind === 'sending' || command === null || isLocked()) return;
    set({ copies: withSent(get().copies, command), exchange: { kind: 'sending' } });
    const answer = await call(bridge, { type: 'bill', ...command } as CommandOf<'bill'>);
    // What a locked screen has not sent waits until somebody unlocks it.
    const isKept = answer?.ok === false && problemOf(answer.refusal) === 'locked';
    if (isKept) set({ copies: { ...get().copies, sent: null }, wasLocked: true });
    else if (answer !== null) finish(command.bill, answer);
    set({ exchange: { kind: 'idle' } });
    if (isKept) return;
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
    const goods = goodsIn(result.takenBack);
    settle(result, bill, isSilent ? null : { kind: 'refused', problem, goods });
    const current = openOn(get().slip);
    // The name of a parked bill was refused: the bill stays on the slip.
    const isNamed = first?.want.kind === 'act' && first.want.act.act === 'rename';
    if (current === null && isNamed) show(bill);
    // The bill was not opened, so there is none to show.
    if (current !== null && !get().shown.has(current)) show(null);
  }

  function take(bill: string, wanted: Want): boolean {
    const named = wanted.kind === 'act' ? nameIn(wanted.act) : null;
    if (named !== null && isUsed(named, bill)) {
      set({ notice: { kind: 'refused', problem: 'bill_name_in_use', goods: [] } });
      return false;
    }
    const pending: Pending = { id: device.newId(), bill, want: wanted };
    const taken = want(get().copies, pending, device.now());
    if (!taken.ok) {
      set({ notice: { kind: 'refused', problem: `bill_${taken.reason}`, goods: [] } });
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
    const { slip, copies, looked, exchange } = get();
    if (exchange.kind !== 'idle' || copies.pending.length > 0) return;
    const stale = [openOn(slip) ?? '', ...looked].find((id) => {
      const known = copies.bills.get(id);
      const summary = open().find((one) => one.id === id);
      if (summary === undefined) return known !== undefined && !isOver(known);
      return known === undefined || summary.version > known.version;
    });
    if (stale !== undefined) void read(stale);
  }

  /** Reads the bill on the slip if a snapshot says that it was changed; false if the screen still has an earlier one. */
  async function isUpToDate(): Promise<boolean> {
    const current = openOn(get().slip);
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
    const { copies, slip } = get();
    const bills = new Map(copies.bills);
    const last = bills.get(id);
    bills.delete(id);
    become({ ...copies, bills });
    if (openOn(slip) !== id) return;
    if (last === undefined) show(null);
    // The host has dropped it, as it does with a bill that ended some time ago.
    else endElsewhere({ ...last, closed: true });
  }

  const versionOf = (id: string) => get().copies.bills.get(id)?.version ?? 0;
  /** The version of this open bill in the newest snapshot; 0 if it has none. */
  const versionSaid = (id: string) => open().find((one) => one.id === id)?.version ?? 0;

  function show(bill: string | null): void {
    const { slip } = get();
    if (slip.kind !== 'ended' && bill === openOn(slip)) return;
    put(bill === null ? { kind: 'none' } : { kind: 'open', bill, own: [] });
  }

  function put(slip: SlipShown): void {
    set({ slip });
    events.shown();
    tellShown();
    refresh();
  }

  /** The screen orders this tender for a bill. */
  function orders(bill: string, tender: TenderId): void {
    const { slip } = get();
    if (slip.kind !== 'open' || slip.bill !== bill || slip.own.includes(tender)) return;
    set({ slip: { ...slip, own: [...slip.own, tender] } });
  }

  function shownToCustomer(): Omit<CommandOf<'show_bill'>, 'type'> {
    const { slip, copies, customer } = get();
    const current = openOn(slip);
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

  /** The page of before has sent this, and has not read the answer. What the host did not do is sent again. */
  async function askAgain(
    sent: SentBill,
    { pending }: KeptBills,
  ): Promise<readonly Pending[] | null> {
    const [first, ...rest] = pending;
    if (first === undefined) return [];
    const answer = await call(bridge, { type: 'bill', ...sent } as CommandOf<'bill'>);
    if (answer === null) return null;
    return answer.ok ? rest : [{ ...first, id: device.newId() }, ...rest];
  }

  /** Goes on with what the page had before it was loaded again; else with a bill that the till says to be nobody's. */
  async function restore(): Promise<void> {
    const before = left;
    const again = () => set({ restored: false });
    const pending = before.sent === null ? before.pending : await askAgain(before.sent, before);
    if (pending === null) return again();
    left = { ...before, pending, sent: null };
    const opened = new Set(pending.flatMap((one) => (isOpening(one) ? [one.bill] : [])));
    const ids = new Set([before.bill, ...pending.map(({ bill }) => bill)]);
    let found: Bill | null = null;
    for (const id of ids) {
      if (id !== null && opened.has(id)) continue;
      const command: CommandOf<'restore_bill' | 'read_bill'> =
        id === null ? { type: 'restore_bill' } : { type: 'read_bill', bill: id };
      const answer = await call(bridge, command);
      if (answer === null) return again();
      const bill = billIn(answer);
      if (bill !== null) settle(learned(get().copies, bill), bill.id, null);
      if (id === before.bill) found = bill;
    }
    left = NOTHING_KEPT;
    const { copies } = get();
    become({ ...copies, pending: [...pending, ...copies.pending] });
    const bill = found ?? get().shown.get(before.bill ?? '') ?? null;
    if (get().slip.kind === 'none' && bill !== null) {
      show(bill.id);
      if (isOver(bill)) leaveEnded();
      else events.restored(bill);
    }
    resume();
    keep();
  }

  /** What the screen has not sent when it was locked is sent; beside goods, nobody answers for what another person did. */
  function resume(): void {
    const { copies, wasLocked } = get();
    if (wasLocked) {
      const lost = copies.pending.filter((one) => !isGoods(one));
      const pending = copies.pending.filter(isGoods);
      const goods = goodsIn(lost);
      set({ wasLocked: false });
      if (lost.length > 0) become({ ...copies, pending }, { notice: { kind: 'not_saved', goods } });
    }
    void pump();
  }

  /** A page that is loaded again finds the bill on its slip, and what the host has not answered. */
  function keep(): void {
    const { slip, copies } = get();
    const bill = slip.kind === 'ended' ? slip.bill.id : openOn(slip);
    device.keep({
      bill: bill ?? left.bill,
      pending: [...left.pending, ...copies.pending],
      sent: left.pending.length > 0 ? left.sent : copies.sent,
    });
  }

  const desk: BillDesk = {
    store,
    newId: device.newId,
    current: () => {
      const { slip, shown } = get();
      return shown.get(openOn(slip) ?? '') ?? null;
    },
    goOn: (bill) => {
      const { slip } = get();
      if (slip.kind === 'ended' && (bill === undefined || bill === slip.bill.id)) show(null);
    },
    order: (lines) => {
      const { slip, listed, shown } = get();
      const current = openOn(slip);
      // The host has no such open bill any more, so the line is the next customer's.
      const isGone =
        current !== null && listed.has(current) && !open().some(({ id }) => id === current);
      const before = new Set(isGone ? [] : desk.current()?.lines);
      if (current === null || isGone) {
        const bill = device.newId();
        if (!take(bill, { kind: 'act', act: { act: 'open', name: null, lines } })) return null;
        const over = slip.kind === 'ended' ? slip.bill : shown.get(current ?? '');
        show(bill);
        if (over !== undefined) set({ notice: { kind: 'begun', name: over.name } });
      } else if (!lines.every((line) => take(current, { kind: 'order', line }))) return null;
      return desk.current()?.lines.find((line) => !before.has(line))?.id ?? null;
    },
    act: (act, bill = openOn(get().slip) ?? '') => take(bill, { kind: 'act', act }),
    approved: ({ bill, version, act }, approval) => {
      const { notice } = get();
      const isTaken = take(bill, { kind: 'act', act, approved: { approval, version } });
      // What else was taken back meanwhile is still to be read.
      if (isTaken) set({ notice });
    },
    show,
    look: (ids) => {
      const { slip, looked } = get();
      const current = openOn(slip);
      forgetOutdated(ids.filter((id) => id !== current && !looked.includes(id)));
      set({ looked: ids });
      refresh();
    },
    settled: async () => {
      const before = get().takenBack;
      const isWaiting = () => get().copies.pending.length > 0 && !get().wasLocked;
      while (isWaiting()) {
        await new Promise<void>((done) => {
          const stop = store.subscribe(() => {
            if (isWaiting()) return;
            stop();
            done();
          });
        });
      }
      // Whoever unlocks the screen has not ordered what waits for it.
      if (get().copies.pending.length > 0) return false;
      return (await isUpToDate()) && before === get().takenBack;
    },
    pay: async (bill, paying) => {
      const given = { bill: bill.id, version: bill.version, ...paying };
      const unanswered = repeatOf(get().unanswered, given, device.newId);
      set({ unanswered });
      const tender = tenderId(unanswered.id);
      orders(bill.id, tender);
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
        // Nobody is at the screen: what it has kept is for whoever unlocks it.
        if (isLocked()) return set({ wasLocked: true });
        if (isLost()) void pump();
        if (get().restored) {
          if (get().wasLocked) resume();
          return refresh();
        }
        set({ restored: true });
        void restore();
      };
      const stopSeeing = seen.subscribe(follow);
      const stopKeeping = store.subscribe((now, before) => {
        const isSame = now.slip === before.slip && now.copies.pending === before.copies.pending;
        if (!isSame || now.copies.sent !== before.copies.sent) keep();
      });
      const stopLink = bridge.onLink((up) => {
        if (!up) return;
        if (isLost()) void pump();
        tellShown(true);
      });
      return () => {
        stopSeeing();
        stopKeeping();
        stopLink();
      };
    },
  };
  return desk;
}
