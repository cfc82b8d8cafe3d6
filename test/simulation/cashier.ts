import { money } from '../../shared/money/money.ts';
import {
  isFinal,
  type SaleAction,
  type SaleView,
  type Terminal,
} from '../../shared/terminal/index.ts';
import type { Auditor } from './auditor.ts';
import type { CoverEvent } from './coverage.ts';
import type { Features, OrderOdds } from './features.ts';
import type { Prng } from './prng.ts';
import { drawScenario } from './scenarios.ts';
import type { Till } from './till.ts';
import type { VirtualTime } from './virtual-time.ts';

export type CashierParts = {
  readonly till: Till;
  readonly time: VirtualTime;
  readonly prng: Prng;
  readonly auditor: Auditor;
  readonly say: (line: string) => void;
  readonly sales: number;
  readonly features: Features;
  readonly onOrder: (sale: string, order: CoverEvent) => void;
  /** In the last part of a world the cashier finishes open sales and starts no new ones. */
  readonly isFinishing: () => boolean;
};

/** How often a cashier captures reserved money in parts. */
const PARTS = 0.5;
/** The largest number of open sales at a till. */
const OPEN_MAX = 4;
/** Odds of the orders that finish open sales, for the last part of a world. */
const FINISHING: OrderOdds = {
  cancel: 0.08,
  capture: 0.5,
  release: 0.4,
  settle: 0.5,
  renew: 0,
  ask_again: 0,
  set_aside: 0,
  bring_to_front: 0,
  dismiss: 0,
};

/** The cashier of a till. Reports every order to the auditor. */
export function createCashier(parts: CashierParts) {
  const { till, time, prng, auditor, say } = parts;
  let left = parts.sales;
  let stopped = false;
  /** The engines that are starting a sale for this cashier; a stopped one never answers. */
  const starting: Terminal[] = [];

  async function look(): Promise<void> {
    const sales = till.screen()?.sales;
    if (sales === undefined) return;
    for (const { id } of sales) {
      // The till needs time to carry out an order; meanwhile the other sales may change their state.
      const sale = till.screen()?.sales.find((one) => one.id === id);
      if (sale !== undefined) await press(sale);
    }
    const open = sales.filter((sale) => !isFinal(sale.state));
    const live = open.some((sale) => !sale.aside);
    if (live || left <= 0 || open.length >= OPEN_MAX) return;
    await begin();
  }

  async function begin(): Promise<void> {
    const terminal = till.terminal();
    if (terminal === null) return;
    const scenario = drawScenario(prng, parts.features.scenarios);
    const request = scenario.request(prng, till.name);
    starting.push(terminal);
    const started = await terminal.start(request);
    starting.splice(starting.indexOf(terminal), 1);
    if (!started.ok) {
      say(`${till.name}: no sale: ${started.refusal.description}`);
      // A till whose disk stays full starts no sale, and the world continues without one.
      if (parts.isFinishing()) left -= 1;
      return;
    }
    left -= 1;
    say(`${till.name}: sale ${started.value.id} begins: ${scenario.name}`);
    const codes = request.method.kind === 'qr_and_sticker' ? 'two codes' : 'one code';
    auditor.started(till.name, started.value.id, request.mode?.kind, codes);
  }

  async function press(sale: SaleView): Promise<void> {
    const odds = parts.isFinishing() ? FINISHING : parts.features.orders;
    const wanted = sale.actions.find((action) => prng.chance(odds[action]));
    if (wanted === undefined) return;
    const partly = wanted === 'capture' && sale.mode.kind === 'authorise' && prng.chance(PARTS);
    if (partly) await takePart(sale);
    else await order(sale.id, wanted);
  }

  async function takePart(sale: SaleView): Promise<void> {
    const terminal = till.terminal();
    if (terminal === null || sale.money.authorised < 1) return;
    const amount = money(prng.between(1, sale.money.authorised));
    const rest = prng.chance(0.5) ? 'release' : 'keep';
    say(`${till.name}: take ${amount} of ${sale.id}, ${rest} the rest`);
    parts.onOrder(sale.id, 'order take_part');
    const waiting = auditor.partOrdered(till.name, sale.id, amount, rest);
    const done = await terminal.capture(sale.id, { amount, rest });
    if (till.terminal() !== terminal) return;
    auditor.orderAnswered(waiting, done.ok);
    if (!done.ok) say(`${till.name}: part refused: ${done.refusal.description}`);
  }

  async function order(id: string, action: SaleAction): Promise<void> {
    const terminal = till.terminal();
    if (terminal === null) return;
    say(`${till.name}: ${action} ${id}`);
    parts.onOrder(id, `order ${action}`);
    const waiting = auditor.ordered(till.name, id, action, 'answered later');
    const done = await terminal.act(id, action);
    // If the till has stopped meanwhile, its answer does not reach the cashier.
    if (till.terminal() !== terminal) return;
    auditor.orderAnswered(waiting, done.ok);
    if (!done.ok) say(`${till.name}: ${action} refused`);
  }

  function again(): void {
    if (stopped) return;
    // Not awaited: the till may stop while the cashier waits for it.
    void look();
    time.after(prng.between(200, 3_000), again);
  }

  again();
  return {
    isDone: () => {
      const screen = till.screen();
      const isStarting = starting.some((terminal) => terminal === till.terminal());
      if (left > 0 || screen === null || isStarting) return false;
      return screen.sales.every((sale) => isFinal(sale.state));
    },
    stop: () => {
      stopped = true;
    },
  };
}

export type Cashier = ReturnType<typeof createCashier>;
