import type { HostBooks } from '../../../main/host/books/books.ts';
import type { AnyAnswer, CommandOf } from '../../../shared/device/commands/table.ts';
import { money } from '../../../shared/money/money.ts';
import { giveTo, KIM_AS_SUPERVISOR } from '../../support/host-commands.ts';
import type { Auditor } from '../auditor.ts';
import type { Prng } from '../prng.ts';
import type { Till } from '../till.ts';
import type { VirtualTime } from '../virtual-time.ts';
import type { BookAudit } from './book-audit.ts';

export type ClerkParts = {
  readonly till: Till;
  readonly time: VirtualTime;
  readonly prng: Prng;
  readonly auditor: Auditor;
  readonly audit: BookAudit;
  /** Odds that an answer does not reach the person, who then gives the command again. */
  readonly lost: number;
  readonly isFinishing: () => boolean;
};

type Ordered = CommandOf<'drawer' | 'close_period'>;

/** How many commands a clerk gives. */
const COMMANDS = 8;

/** A person at the drawer of a till, who puts money in, takes some out, counts and closes. */
export function createClerk(parts: ClerkParts) {
  const { till, time, prng, auditor, audit, lost } = parts;
  const booked: string[] = [];
  let [given, stopped] = [0, false];
  let unanswered: Ordered | null = null;
  let asked: HostBooks | null = null;

  async function look(): Promise<void> {
    const host = till.hostBooks();
    if (host === null || asked === host) return;
    if (unanswered !== null) return give(host, unanswered);
    if (given >= COMMANDS || parts.isFinishing()) return;
    given += 1;
    const id = `${till.name}-k${given}`;
    asked = host;
    // Without a float no customer is paid out.
    const isDrawer = prng.chance(0.6) || given === 1;
    const command = isDrawer ? drawer(id) : close(host, id);
    unanswered = command;
    await give(host, command);
  }

  function drawer(id: string): Ordered {
    const amount = money(prng.between(1, 50_000));
    const picked = prng.pick(['float', 'pay_in', 'pay_out', 'no_sale'] as const);
    const act = given === 1 ? 'float' : picked;
    const reason = 'reason';
    if (act === 'no_sale') return { type: 'drawer', id, act: { act, reason } };
    if (act === 'float') return { type: 'drawer', id, act: { act, amount } };
    return { type: 'drawer', id, act: { act, amount, reason } };
  }

  function close(host: HostBooks, id: string): Ordered {
    const holds = till.books()?.books().drawer ?? money(0);
    const sum = Math.max(0, holds + (prng.chance(0.5) ? 0 : prng.between(-500, 500)));
    // Coins of one: the sum is what counts.
    const piles = Math.ceil(sum / 100_000);
    const counted = Array.from({ length: Math.min(piles, 40) }, (_, place) => ({
      value: money(1),
      count: Math.min(100_000, sum - place * 100_000),
    }));
    const open = till.bills()?.view().open ?? [];
    const openBills = open.map(({ id: bill, version }) => ({ id: bill, version }));
    const keep = money(prng.between(0, Math.min(sum, 20_000)));
    const close = { type: 'close_period', id, counted, keep, openBills } as const;
    return { ...close, reason: 'found', explains: null, lastClose: host.view('').lastClose };
  }

  async function give(host: HostBooks, command: Ordered): Promise<void> {
    asked = host;
    const answered = await giveTo(host.commands, KIM_AS_SUPERVISOR)(command);
    if (till.hostBooks() !== host) return;
    asked = null;
    hear(command, answered);
  }

  function hear({ id, type }: Ordered, answered: AnyAnswer): void {
    audit.count(answered.ok ? type : `refused: ${type}`);
    if (answered.ok) booked.push(id);
    // While the disk refuses, a till that was restarted does not know whether the entry would survive a power cut.
    else if (booked.includes(id) && answered.refusal.details?.reason !== 'books_not_saved') {
      auditor.find(`${till.name}: ${type} ${id} took effect, and its repeat is refused`);
    }
    if (!prng.chance(lost)) unanswered = null;
  }

  function again(): void {
    if (stopped) return;
    void look();
    time.after(prng.between(2_000, 20_000), again);
  }

  again();
  return {
    till,
    /** Commands whose answer said that they took effect. */
    booked: (): ReadonlySet<string> => new Set(booked),
    stop: () => {
      stopped = true;
    },
  };
}
export type Clerk = ReturnType<typeof createClerk>;
