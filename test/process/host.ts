import { join } from 'node:path';
import {
  secureRandom,
  systemClock,
  systemFetch,
  systemIds,
} from '../../main/host/adapters/machine.ts';
import { openJournal } from '../../main/host/journal.ts';
import { createPush } from '../../main/host/push.ts';
import { createMerchantClient } from '../../shared/client/index.ts';
import { money } from '../../shared/money/money.ts';
import { createTerminal, isFinal, type SaleView } from '../../shared/terminal/index.ts';
import type { HostLine, HostSetup } from './host-lines.ts';

/*
 * A till without a screen, in a process of its own that is there to be killed: it sells by itself,
 * and says on its standard output what a cashier would see. With `finish` it sells nothing new and
 * ends when everything is resolved.
 */

const setup: HostSetup = JSON.parse(process.argv[2] ?? '');
const say = (line: HostLine) => process.stdout.write(`${JSON.stringify(line)}\n`);

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
  const kind = sale.state.kind;
  const news = `${kind} ${sale.tid}`;
  if (told.get(sale.id) === news) return;
  told.set(sale.id, news);
  say({ kind: 'sale', id: sale.id, tid: sale.tid, amount: sale.amount, state: kind });
}

/** What a cashier does: takes money that was found, cancels what the test wants cancelled. */
async function work(): Promise<void> {
  const { sales } = terminal.view();
  for (const sale of sales) {
    tell(sale);
    if (sale.state.kind === 'authorised' && sale.actions.includes('capture')) {
      await terminal.act(sale.id, 'capture');
    }
    const unwanted = setup.finish || sale.amount % 7 === 0;
    if (unwanted && sale.tid !== null && sale.actions.includes('cancel')) {
      await terminal.act(sale.id, 'cancel');
    }
  }
  const live = sales.some((sale) => !isFinal(sale.state));
  if (live) return;
  if (setup.finish) await end(sales);
  else await begin();
}

let beginning = false;
async function begin(): Promise<void> {
  if (beginning) return;
  beginning = true;
  const [high = 0, low = 0] = secureRandom(2);
  const amount = money(100 + high * 256 + low);
  const started = await terminal.start({ amount, text: null, way: { kind: 'qr' } });
  beginning = false;
  if (started.ok) say({ kind: 'started', id: started.value.id, amount });
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

say({ kind: 'ready' });
terminal.subscribe(() => void work());
await work();
// The system's timers keep no process alive; a till that waits for a customer must be.
const alive = setInterval(() => void (ending ? clearInterval(alive) : work()), 200);
