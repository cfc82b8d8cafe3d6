import type { NewLine } from '../../../shared/bill/acts.ts';
import type { Bill, BillLine, Bills } from '../../../shared/bill/bill.ts';
import { BillIndex } from '../../../shared/bill/bill-index.ts';
import type { BillRefusal } from '../../../shared/bill/commands.ts';
import { decideBill, type Permit } from '../../../shared/bill/decide.ts';
import { QUANTITY_MAX, quantity } from '../../../shared/bill/quantity.ts';
import { reduceBill } from '../../../shared/bill/reduce.ts';
import { ANY_RETURNS } from '../../../shared/bill/return-limits.ts';
import type { ScreenAct } from '../../../shared/device/commands/bills.ts';
import { type LineId, lineId } from '../../../shared/ids/host-ids.ts';
import { tenderResult } from '../../../shared/terminal/bills/tender-result.ts';
import { isFinal, type SaleView } from '../../../shared/terminal/sale/state.ts';
import type { Instant } from '../../../shared/time/clock.ts';

/*
 * The bills as a screen knows them, and what its person has done since the host's last answer. A tap counts at once:
 * the screen applies it to its copy by the host's own rules, and sends one command after another. The host decides.
 */

/** What a person wants on a bill. */
export type Want =
  /** This line, or more of the same line if the bill has one. It becomes an act when it is sent. */
  | { readonly kind: 'order'; readonly line: NewLine }
  | { readonly kind: 'act'; readonly act: ScreenAct; readonly approved?: Approved };

/** A supervisor's approval of an act on this version of the bill. On another version the act is not the approved one. */
export type Approved = { readonly approval: string; readonly version: number };

/** A want that the host has not answered. */
export type Pending = { readonly id: string; readonly bill: string; readonly want: Want };

/** A command as it goes to the host. A repeat after a lost answer is the same one. */
export type SentBill = {
  readonly id: string;
  readonly bill: string;
  readonly version: number;
  readonly act: ScreenAct;
  readonly approval?: string;
};

/** A command that the host refused without a supervisor: what it does to the version of the bill that the person saw. */
export type NeedsApproval = Pick<SentBill, 'bill' | 'version' | 'act'>;

export type BillCopies = {
  /** Each bill as the host has said it last, by id. */
  readonly bills: ReadonlyMap<string, Bill>;
  /** Oldest first. */
  readonly pending: readonly Pending[];
  /** The oldest one once it was sent. Its answer can be lost. */
  readonly sent: SentBill | null;
};

export const NO_COPIES: BillCopies = { bills: new Map(), pending: [], sent: null };

/** Ended bills that a screen remembers at least: the one that it has just shown as paid is among them. */
const ENDED_KEPT = 200;

/** The host alone knows the limit of the person. */
const ANY_DISCOUNT: Permit = { discountMax: 10_000, returns: ANY_RETURNS, drawer: null };

const PERSON = { by: '', approvedBy: null } as const;

const stateOf = ({ bills }: BillCopies): Bills => ({ bills, done: [] });

/** Adds the line, or its units to an equal line that has no discount of its own. */
function orderOf(bill: Bill | undefined, line: NewLine): ScreenAct {
  const same = bill?.lines.find((one) => isSame(one, line, bill));
  if (same === undefined) return { act: 'add', line };
  return {
    act: 'set_quantity',
    line: same.id,
    quantity: quantity(same.quantity + line.quantity),
  };
}

function isSame(one: BillLine, line: NewLine, bill: Bill): boolean {
  return (
    one.product !== null &&
    // Each weighing is a line of its own.
    one.unit !== 'kg' &&
    one.product === line.product &&
    one.kind === line.kind &&
    one.name === line.name &&
    one.price === line.price &&
    one.note?.to === line.note?.to &&
    one.note?.text === line.note?.text &&
    one.options.map(({ group, option }) => `${group} ${option}`).join() ===
      line.options.map(({ group, option }) => `${group} ${option}`).join() &&
    one.discounts.every(({ id }) => id === bill.percent?.id) &&
    one.quantity + line.quantity <= QUANTITY_MAX
  );
}

function commandOf({ id, bill, want }: Pending, bills: Bills['bills']): SentBill {
  const known = bills.get(bill);
  const version = known?.version ?? 0;
  if (want.kind === 'order') return { id, bill, version, act: orderOf(known, want.line) };
  const { act, approved } = want;
  if (approved !== undefined) return { id, bill, act, ...approved };
  const { to } = act.act === 'move' ? act : { to: null };
  // The other bill of a move is named in the version that this screen shows by then.
  const moved =
    act.act === 'move' && to?.kind === 'open'
      ? { ...act, to: { ...to, version: bills.get(to.bill)?.version ?? to.version } }
      : act;
  return { id, bill, version, act: moved };
}

function applied(state: Bills, one: Pending, at: Instant): Bills {
  const { act, ...command } = commandOf(one, state.bills);
  return reduceBill(state, { ...act, ...command, ...PERSON, at });
}

/** The bills as the screen shows them: those of the host, with everything that its person has done since. */
export function shownBills(copies: BillCopies, at: Instant): Bills['bills'] {
  return copies.pending.reduce((state, one) => applied(state, one, at), stateOf(copies)).bills;
}

/** The lines of a shown bill that the host has not confirmed as they are. */
export function pendingLines(copies: BillCopies, shown: Bill): ReadonlySet<string> {
  if (copies.pending.length === 0) return new Set();
  const known = new Map(copies.bills.get(shown.id)?.lines.map((line) => [line.id, line]));
  return new Set(shown.lines.filter((line) => known.get(line.id) !== line).map(({ id }) => id));
}

/** Takes a want, or says by the host's own rules why it cannot be. */
export function want(
  copies: BillCopies,
  one: Pending,
  at: Instant,
):
  | { readonly ok: true; readonly copies: BillCopies }
  | { readonly ok: false; readonly reason: BillRefusal } {
  const state = { bills: shownBills(copies, at), done: [] };
  const { act, ...command } = commandOf(one, state.bills);
  const decision = decideBill(state, { ...act, ...command, ...PERSON }, at, ANY_DISCOUNT);
  if (!decision.ok) return decision;
  return { ok: true, copies: { ...copies, pending: joined(copies, one) } };
}

/** The queue with one want more. Another quantity of a line replaces one that was not sent. */
function joined({ pending, sent }: BillCopies, one: Pending): readonly Pending[] {
  const last = pending.at(-1);
  const waits = last !== undefined && last.id !== sent?.id && last.bill === one.bill;
  if (waits && last.want.kind === 'act' && one.want.kind === 'act') {
    const [before, now] = [last.want.act, one.want.act];
    const replaces =
      before.act === 'set_quantity' && now.act === 'set_quantity' && before.line === now.line;
    if (replaces) return [...pending.slice(0, -1), { ...last, want: one.want }];
  }
  return [...pending, one];
}

/** The command to send now: the one whose answer was lost, or the oldest want; null if there is none. */
export function nextCommand(copies: BillCopies): SentBill | null {
  if (copies.sent !== null) return copies.sent;
  const [first] = copies.pending;
  return first === undefined ? null : commandOf(first, copies.bills);
}

/** The copies after this command was sent. */
export function withSent(copies: BillCopies, sent: SentBill): BillCopies {
  return { ...copies, sent };
}

/** The host's answer to the command that was sent; without one the same command is sent again. */
export type HostAnswer =
  | { readonly ok: true; readonly bill: Bill | null }
  | { readonly ok: false; readonly reason: BillRefusal | null; readonly bill: Bill | null };

export type RenamedLines = ReadonlyMap<LineId, LineId>;

export type Answered = {
  readonly copies: BillCopies;
  /** What the person has done and the host did not take. */
  readonly takenBack: readonly Pending[];
  /** Somebody else has changed the bill. */
  readonly changed: boolean;
  /** The new ids of the lines of orders that are sent again. */
  readonly renamed: RenamedLines;
};

/** The copies after the host's answer. `newId` makes the id of an order that is sent again. */
export function afterAnswer(
  copies: BillCopies,
  answer: HostAnswer,
  newId: () => string,
  at: Instant,
): Answered {
  const { sent } = copies;
  const [first, ...rest] = copies.pending;
  if (sent === null || first === undefined) return learned(copies, answer.bill);
  if (answer.ok) {
    const own = reduceBill(stateOf(copies), { ...sent.act, ...headOf(sent), ...PERSON, at });
    const expected = own.bills.get(sent.bill)?.version;
    const next = { bills: own.bills, pending: rest, sent: null };
    // A repeat is answered with a bill on which others may have worked since.
    if (answer.bill === null || answer.bill.version === expected) {
      return quiet({ ...next, bills: withBill(own.bills, answer.bill) });
    }
    return asTheHost(next, answer.bill);
  }
  const known = withBill(copies.bills, answer.bill);
  if (answer.reason === 'changed' && first.want.kind === 'order' && answer.bill !== null) {
    const again = { ...first, id: newId() };
    const renamed = new Map([[lineId(first.id, 0), lineId(again.id, 0)]]);
    const waiting = { bills: known, pending: [again, ...rest], sent: null };
    return { ...kept(waiting, sent.bill, renamed), changed: true };
  }
  const isHere = (one: Pending) => billsOf(one).some((bill) => billsOf(first).includes(bill));
  if (answer.reason === 'changed') {
    const left = kept({ bills: known, pending: rest, sent: null }, sent.bill, new Map());
    return { ...left, changed: true, takenBack: [first, ...left.takenBack] };
  }
  return {
    ...quiet({ bills: known, pending: rest.filter((one) => !isHere(one)), sent: null }),
    takenBack: [first, ...rest.filter(isHere)],
  };
}

const quiet = (copies: BillCopies): Answered => ({
  copies,
  takenBack: [],
  changed: false,
  renamed: new Map(),
});

const headOf = ({ id, bill, version }: SentBill) => ({ id, bill, version });

function withBill(bills: Bills['bills'], bill: Bill | null): Bills['bills'] {
  return bill === null
    ? bills
    : BillIndex.of(bills)
        .with([bill])
        .without(() => true, ENDED_KEPT);
}

/** The bills that a want changes. */
function billsOf({ bill, want: { kind, ...of } }: Pending): readonly string[] {
  const act = kind === 'act' && 'act' in of ? of.act : null;
  return act?.act === 'move' ? [bill, act.to.bill] : [bill];
}

/**
 * The copies after the host has said a bill that it was asked for, or that was paid. An answer can be late: one that is
 * older than what the screen knows changes nothing.
 */
export function learned(copies: BillCopies, bill: Bill | null): Answered {
  const known = bill === null ? undefined : copies.bills.get(bill.id);
  const isOlder = bill !== null && known !== undefined && known.version > bill.version;
  return isOlder ? quiet(copies) : asTheHost(copies, bill);
}

/** The copies with the bill as the host has said it. */
function asTheHost(copies: BillCopies, bill: Bill | null): Answered {
  const before = bill === null ? undefined : copies.bills.get(bill.id);
  if (bill === null || before?.version === bill.version) return quiet(copies);
  const next = { ...copies, bills: withBill(copies.bills, bill) };
  const left = kept(next, bill.id, new Map());
  return { ...left, changed: before !== undefined && !isSameOrder(before, bill) };
}

/**
 * The copies after the results of these sales. While a bill waits for a phone payment nothing else changes it, so the
 * result makes the same version here as at the host. A person who sees that a payment was cancelled can go on with its
 * bill at once, before the screen has read it.
 */
export function withResults(
  copies: BillCopies,
  sales: readonly SaleView[],
  at: Instant,
): BillCopies {
  const ended = sales.filter(({ bill, state }) => {
    const known = isFinal(state) ? copies.bills.get(bill?.bill ?? '') : undefined;
    return known?.tenders.some((one) => one.id === bill?.tender && one.state === 'open') ?? false;
  });
  if (ended.length === 0) return copies;
  const results = ended.flatMap((sale) =>
    sale.bill === undefined ? [] : [tenderResult(sale.bill.bill, sale.bill.tender, sale)],
  );
  const after = results.reduce((state, one) => reduceBill(state, { ...one, at }), stateOf(copies));
  return { ...copies, bills: after.bills };
}

/** True if nobody has ordered, moved or taken off anything between two versions of a bill. */
function isSameOrder(before: Bill, now: Bill): boolean {
  const orderOf = ({ name, lines, percent, discounts, closed }: Bill) =>
    JSON.stringify([name, lines, percent, discounts, closed]);
  return orderOf(before) === orderOf(now);
}

/**
 * What stays to be sent after somebody else has changed a bill. An order does not depend on what its person saw, and
 * nobody else knows the line of an order that was not sent. Everything else is taken back.
 */
function kept(copies: BillCopies, bill: string, renamed: RenamedLines): Answered {
  const own = new Set<LineId>();
  const pending: Pending[] = [];
  const takenBack: Pending[] = [];
  for (const one of copies.pending) {
    const next = withLine(one, renamed);
    const line = lineOf(next);
    const stays =
      !billsOf(next).includes(bill) ||
      next.id === copies.sent?.id ||
      next.want.kind === 'order' ||
      (line !== null && own.has(line));
    if (next.want.kind === 'order') own.add(lineId(next.id, 0));
    (stays ? pending : takenBack).push(next);
  }
  return { copies: { ...copies, pending }, takenBack, changed: false, renamed };
}

/** The line that a want is about; null if it is about something else. */
function lineOf({ want: wanted }: Pending): LineId | null {
  return wanted.kind === 'act' && 'line' in wanted.act && typeof wanted.act.line === 'string'
    ? wanted.act.line
    : null;
}

function withLine(one: Pending, renamed: RenamedLines): Pending {
  const before = lineOf(one);
  const line = before === null ? undefined : renamed.get(before);
  if (line === undefined || one.want.kind !== 'act' || !('line' in one.want.act)) return one;
  const { act } = one.want;
  return typeof act.line === 'string'
    ? { ...one, want: { ...one.want, act: { ...act, line } as ScreenAct } }
    : one;
}
