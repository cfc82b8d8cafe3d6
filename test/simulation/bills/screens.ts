import type { HostBills } from '../../../main/host/bills/bills.ts';
import { amountsOf } from '../../../shared/bill/amounts.ts';
import type { Bill } from '../../../shared/bill/bill.ts';
import type { BillCommand } from '../../../shared/bill/commands.ts';
import { isOpenBill, isPaid } from '../../../shared/bill/paid.ts';
import type { AnyAnswer, CommandOf } from '../../../shared/device/commands/table.ts';
import { money } from '../../../shared/money/money.ts';
import { commandFor } from '../../shared/bill/histories.ts';
import { bridgeCommand, type PhoneWay } from '../../support/bill-commands.ts';
import { billIn, giveTo, KIM, saleIn } from '../../support/host-commands.ts';
import type { Auditor } from '../auditor.ts';
import type { Prng } from '../prng.ts';
import { drawQuestions, type QuestionFeatures } from '../questions/actors.ts';
import { CUSTOMERS } from '../service.ts';
import type { Till } from '../till.ts';
import type { VirtualTime } from '../virtual-time.ts';
import type { BookAudit } from './book-audit.ts';
import { createReturns } from './returns.ts';

/** What the screens of a world with bills do. */
export type BillFeatures = {
  /** How many screens give commands on bills at each till. */
  readonly screens: number;
  /** How many commands each of them gives. */
  readonly commands: number;
  /** Odds that a screen pays all that is due of a bill. */
  readonly pays: number;
  /** Odds that the answer to a command does not reach the screen, which then repeats it. */
  readonly lost: number;
  /** Odds that a screen does not know the newest bills when it gives a command. */
  readonly stale: number;
  /** How customers are asked; null in a world without questions. */
  readonly questions: QuestionFeatures | null;
};

export function drawBills(prng: Prng): BillFeatures {
  return {
    screens: prng.between(2, 3),
    commands: prng.between(6, 18),
    pays: prng.pick([0.2, 0.5]),
    lost: prng.pick([0, 0.1, 0.4]),
    stale: prng.pick([0.1, 0.3, 0.6]),
    questions: drawQuestions(prng.fork('questions')),
  };
}

export type BillScreenParts = {
  readonly name: string;
  readonly till: Till;
  /** The tills of its shop, this one among them. */
  readonly shop: () => readonly Till[];
  readonly time: VirtualTime;
  readonly prng: Prng;
  readonly auditor: Auditor;
  readonly audit: BookAudit;
  readonly say: (line: string) => void;
  readonly features: BillFeatures;
  /** Called before the till reads a sale that it returns lines of. */
  readonly onReturn: (sale: string) => void;
  /** In the last part of a world the screen only repeats what has no answer. */
  readonly isFinishing: () => boolean;
};

/** Longest delay of an answer on its way to the screen. */
const LATE = 3_000;
/** Odds that a screen refunds some of a paid bill. */
const RETURNS = 0.4;

type Ordered = CommandOf<'bill' | 'pay_bill'>;

/** A person at one of several screens of a till, who gives random commands on bills. */
export function createBillScreen(parts: BillScreenParts) {
  const { name, till, time, prng, auditor, audit, say, features } = parts;
  let left = features.commands;
  let stopped = false;
  let given = 0;
  /** Bills as the last answer or the last look showed them. */
  const seen = new Map<string, Bill>();
  /** The command that has no answer yet. */
  let unanswered: Ordered | null = null;
  /** The host that works on it; null if its answer is lost. */
  let asked: HostBills | null = null;
  /** True if an answer to it said that it took effect. */
  let tookEffect = false;
  const told = new Set<string>();
  const returns = createReturns(parts);

  async function look(): Promise<void> {
    const host = till.bills();
    if (host === null) return;
    if (unanswered !== null) {
      // The answer of a host that was stopped never comes.
      if (asked !== host) await give(host, unanswered);
      return;
    }
    if (left <= 0 || parts.isFinishing()) return;
    if (!prng.chance(features.stale)) await refresh(host);
    if (till.bills() !== host) return;
    left -= 1;
    const paid = [...seen.values()].filter(isPaid);
    if (paid.length > 0 && prng.chance(RETURNS)) await returns.begin(prng.pick(paid));
    else await order(host);
  }

  async function refresh(host: HostBills): Promise<void> {
    const { open } = host.view();
    for (const [id, bill] of seen) {
      if (open.some((one) => one.id === id) || isPaid(bill)) continue;
      seen.delete(id);
      const now = billIn(await giveTo(host.commands, KIM)({ type: 'read_bill', bill: id }));
      // A paid bill stays for its returns.
      if (now !== undefined && isPaid(now)) seen.set(id, now);
    }
    for (const { id, version } of open) {
      if (seen.get(id)?.version === version) continue;
      note(await giveTo(host.commands, KIM)({ type: 'read_bill', bill: id }));
    }
  }

  async function order(host: HostBills): Promise<void> {
    given += 1;
    const view = { bills: new Map([...seen].filter(([, bill]) => isOpenBill(bill))), done: [] };
    const id = `${name}-${given}`;
    const ordered = payment([...view.bills.values()], id) ?? commandFor(prng, view, id);
    const command = bridgeCommand(ordered, drawWay(prng));
    unanswered = command;
    tookEffect = false;
    await give(host, command);
  }

  /** Payment of all that is due of a bill, or its payout, so that more of them are paid completely than by chance. */
  function payment(open: readonly Bill[], id: string): BillCommand | null {
    const due = open.filter((bill) => amountsOf(bill).due !== 0);
    if (due.length === 0 || !prng.chance(features.pays)) return null;
    const bill = prng.pick(due);
    const amount = amountsOf(bill).due;
    const method = { kind: prng.chance(0.8) && amount > 0 ? 'phone' : 'cash' } as const;
    const sums = { amount, tip: money(prng.chance(0.3) && amount > 0 ? 500 : 0) };
    const who = { id, bill: bill.id, version: bill.version, by: 'Kim', approvedBy: null };
    return { ...who, act: 'pay', tender: 'tender:', method, ...sums };
  }

  async function give(host: HostBills, command: Ordered): Promise<void> {
    asked = host;
    const what = command.type === 'bill' ? command.act.act : `pay ${command.method.kind}`;
    say(`${name}: ${what} on ${command.bill}, version ${command.version} (${command.id})`);
    const twice = prng.chance(features.lost / 4);
    const run = giveTo(host.commands, KIM);
    const answers = await Promise.all([run(command), ...(twice ? [run(command)] : [])]);
    // A refused command changes nothing, so its repeat may take effect once the disk writes again.
    if (answers[0]?.ok === true && answers.some(({ ok }) => !ok)) {
      auditor.find(`${name}: ${what} ${command.id} took effect, and its double is refused`);
    }
    const delay = prng.chance(features.lost) ? prng.between(0, LATE) : 0;
    if (delay > 0) await new Promise<void>((resolve) => time.after(delay, resolve));
    // If the till has stopped meanwhile, its answer does not reach the screen.
    const [answered] = answers;
    if (till.bills() !== host || answered === undefined) return;
    hear(command, answered, what);
  }

  function hear(command: Ordered, answered: AnyAnswer, what: string): void {
    // A bill that ended long ago, also by a wrong clock, says no more what became of a phone payment.
    const isGone = command.type === 'pay_bill' && command.method.kind === 'phone';
    if (tookEffect && !answered.ok && (answered.bill !== undefined || !isGone)) {
      auditor.find(`${name}: ${what} ${command.id} took effect, and its repeat is refused`);
    }
    tookEffect ||= answered.ok;
    if (prng.chance(features.lost)) {
      audit.count('lost answers');
      asked = null;
      return;
    }
    unanswered = null;
    asked = null;
    note(answered);
    if (!answered.ok) say(`${name}: refused: ${answered.refusal.description}`);
    const sale = saleIn(answered);
    if (sale === null || told.has(sale)) return;
    told.add(sale);
    say(`${name}: sale ${sale} pays ${command.bill}`);
    auditor.started(till.name, sale);
  }

  function note(answered: AnyAnswer): void {
    const bill = billIn(answered);
    if (bill !== undefined) seen.set(bill.id, bill);
  }

  function again(): void {
    if (stopped) return;
    // Not awaited: the till may stop while the screen waits for it.
    void look();
    time.after(prng.between(300, 4_000), again);
  }

  again();
  return {
    isDone: () =>
      unanswered === null && till.bills() !== null && (left <= 0 || parts.isFinishing()),
    stop: () => {
      stopped = true;
    },
  };
}

export type BillScreen = ReturnType<typeof createBillScreen>;

function drawWay(prng: Prng): PhoneWay {
  const { msisdn } = prng.pick(CUSTOMERS);
  return {
    method: prng.chance(0.5) ? { kind: 'qr' } : { kind: 'phone', msisdn },
    place: prng.chance(0.6) ? 'aside' : 'main_screen',
  };
}
