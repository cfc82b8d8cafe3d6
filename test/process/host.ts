import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import {
  secureRandom,
  systemClock,
  systemFetch,
  systemIds,
} from '../../main/host/adapters/machine.ts';
import { createPush, openJournal } from '../../main/host/on-this-machine.ts';
import { createMerchantClient } from '../../shared/client/index.ts';
import { money } from '../../shared/money/money.ts';
import {
  createTerminal,
  isFinal,
  type SaleAction,
  type SaleRequest,
  type SaleView,
} from '../../shared/terminal/index.ts';
import type { HostLine, HostSetup } from './host-lines.ts';

/*
 * A till without a screen, in its own process, which the test kills. It starts one sale, gives one order
 * about it, and prints what a cashier would see. Without a plan it starts no sale and ends after every
 * sale has ended.
 */

const setup: HostSetup = JSON.parse(process.argv[2] ?? '');
const { plan, givenUp } = setup;
const say = (line: HostLine) => process.stdout.write(`${JSON.stringify(line)}\n`);

say({ kind: 'opening' });
const path = join(setup.directory, 'terminal.journal');
const opened = await openJournal({ path, clock: systemClock, ids: systemIds });
if (!opened.ok) throw new Error(opened.failure.description);
const { journal } = opened;
const access = {
  baseUrl: setup.baseUrl,
  merchantId: setup.merchantId,
  userId: setup.userId,
  credentials: { kind: 'secret', secret: setup.secret },
  clock: systemClock,
} as const;
const terminal = createTerminal({
  client: createMerchantClient({ ...access, fetch: systemFetch }),
  push: createPush({ ...access, random: secureRandom }),
  journal,
  clock: systemClock,
  ids: systemIds,
  settings: {
    posId: setup.posId,
    currency: 'NOK',
    policy: 'attended',
    channel: `till.${setup.posId}`,
    endedShown: 10_000,
    approvedDwell: 20,
  },
});

const told = new Map<string, string>();

function tell(sale: SaleView): void {
  const { id, tid, amount, aside, method: way, mode } = sale;
  const state = sale.state.kind;
  const news = `${state} ${tid} ${aside} ${sale.money.captured}`;
  if (told.get(id) === news) return;
  told.set(id, news);
  const pair = way.kind === 'qr_and_sticker';
  const taken = sale.money.captured;
  say({ kind: 'sale', id, tid, amount, pair, mode: mode.kind, taken, aside, state });
}

let own: string | null = null;
let hasOrdered = false;
const pressing = new Set<string>();

/** Presses a button once; prints a message before, and the till's answer after. */
async function press(sale: SaleView, action: SaleAction): Promise<void> {
  const key = `${sale.id} ${action}`;
  if (pressing.has(key)) return;
  pressing.add(key);
  const state = sale.state.kind;
  say({ kind: 'asked', id: sale.id, action });
  const done = await terminal.act(sale.id, action);
  say({ kind: 'answered', id: sale.id, action, accepted: done.ok, state });
  pressing.delete(key);
}

/** Finishes a sale of an earlier life: its money is captured or released as the last order says. */
async function finish(sale: SaleView): Promise<void> {
  const { actions, id } = sale;
  const gives = givenUp.includes(id) || plan === null;
  if (gives && actions.includes('release')) await press(sale, 'release');
  else if (actions.includes('capture')) await press(sale, 'capture');
  else if (plan === null && sale.tid !== null && actions.includes('cancel')) {
    await press(sale, 'cancel');
  }
}

/** Gives the order of this life when the till offers it, and captures reserved money otherwise. */
async function drive(sale: SaleView): Promise<void> {
  const { actions } = sale;
  const order = plan?.order ?? null;
  const isTime = order !== 'cancel' || sale.tid !== null;
  if (order !== null && !hasOrdered && isTime && actions.includes(order)) {
    hasOrdered = true;
    await press(sale, order);
    return;
  }
  const waits = order === 'release' || order === 'set_aside';
  if (sale.state.kind === 'authorised' && actions.includes('capture') && !waits) {
    await press(sale, 'capture');
  }
}

async function work(): Promise<void> {
  const { sales } = terminal.view();
  for (const sale of sales) tell(sale);
  for (const sale of sales) {
    if (sale.id === own) await drive(sale);
    else if (!isFinal(sale.state)) await finish(sale);
  }
  if (plan === null) {
    if (sales.every((sale) => isFinal(sale.state))) await end(sales);
    return;
  }
  if (own === null && !beginning) await begin();
  const mine = sales.find((sale) => sale.id === own);
  // If the till no longer offers the order, the customer was faster, and the order is not given.
  const waits = plan.order !== null && !hasOrdered && mine?.actions.includes(plan.order) === true;
  const isOver = mine !== undefined && isFinal(mine.state) && !waits && pressing.size === 0;
  const isPut = hasOrdered && plan.order === 'set_aside' && pressing.size === 0;
  if (isOver || isPut) say({ kind: 'done' });
}

function requestOf(way: NonNullable<HostSetup['plan']>['way']): SaleRequest {
  const [high = 0, low = 0] = secureRandom(2);
  const base = { amount: money(100 + high * 256 + low), text: null };
  const sticker = { kind: 'shortlink', id: setup.sticker } as const;
  if (way === 'pair') return { ...base, method: { kind: 'qr_and_sticker', sticker } };
  if (way === 'code') return { ...base, method: { kind: 'qr' } };
  return { ...base, method: { kind: 'qr' }, mode: { kind: 'authorise' }, label: 'Table' };
}

let beginning = false;
/** Starts this life's sale; while an earlier one is on the main screen, the till refuses it. */
async function begin(): Promise<void> {
  if (plan === null) return;
  beginning = true;
  const request = requestOf(plan.way);
  const started = await terminal.start(request);
  beginning = false;
  if (!started.ok) return;
  own = started.value.id;
  say({ kind: 'started', id: own, amount: request.amount });
  await work();
}

let ending = false;
async function end(sales: readonly SaleView[]): Promise<void> {
  if (ending) return;
  ending = true;
  say({ kind: 'end', sales: sales.length });
  await terminal.stop();
  await journal.close();
  process.exitCode = 0;
}

// A killed process leaves no compiled sources for the next one, so it writes them now.
flushCompileCache();
say({ kind: 'ready' });
terminal.subscribe(() => void work());
await work();
// The system clock's timers do not keep the process running, but a till must wait for its customer.
const alive = setInterval(() => void (ending ? clearInterval(alive) : work()), 200);
