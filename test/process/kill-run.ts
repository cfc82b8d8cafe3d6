import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { outcome } from '../../shared/protocol/outcome.ts';
import { secretHeaders, send } from '../support/wire.ts';
import { type RunningService, startHostProcess, startServiceProcess } from './children.ts';
import type { HostLine } from './host-lines.ts';

export type KillReport = {
  readonly kills: number;
  /** Kills before the till could say that it was ready. */
  readonly duringStart: number;
  readonly sales: number;
  readonly paid: number;
  readonly findings: readonly string[];
};

type Seen = { tid: string | null; amount: number; state: string };

/** Longest life of a till once it is ready, as a share of the time that it took to get there. */
const LIFE = 0.9;
/** Longest life of a till that is killed while it starts. */
const START = 500;

/**
 * Kills a selling till `kills` times at random moments, against a service in another process, lets
 * it finish, and compares what it says with the service's answers and its books.
 */
export async function runKills(kills: number): Promise<KillReport> {
  const service = await startServiceProcess();
  const directory = await mkdtemp(join(tmpdir(), 'tillkit-kill-'));
  const sales = new Map<string, Seen>();
  const customers = createCustomers(service);
  let duringStart = 0;
  const hear = (line: HostLine) => {
    if (line.kind === 'started') note(sales, line.id, { tid: null, state: 'started', ...line });
    if (line.kind !== 'sale') return;
    note(sales, line.id, line);
    if (line.tid !== null && line.state === 'waiting_scan') customers.meet(line.tid);
  };
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      if (!(await oneLife(service, directory, hear))) duringStart += 1;
    }
    const finish = { ...setupOf(service, directory), finish: true };
    const shown = new Map<string, Seen>();
    const last = startHostProcess(finish, (line) => {
      hear(line);
      if (line.kind === 'sale') note(shown, line.id, line);
    });
    const code = await last.ended;
    await customers.done();
    const findings =
      code === 0 ? await judge(service, sales, shown) : [`the till ended with ${code}`];
    const paid = [...shown.values()].filter((sale) => sale.state === 'paid').length;
    return { kills, duringStart, sales: shown.size, paid, findings };
  } finally {
    await service.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

function setupOf(service: RunningService, directory: string) {
  const user = service.users.find((one) => one.id === 'pos');
  return {
    directory,
    baseUrl: service.base_url,
    merchantId: service.merchant.id,
    userId: 'pos',
    secret: user?.secret ?? '',
    posId: service.pos[0]?.id ?? '',
    finish: false,
  };
}

/** Lets a till live for a random time and kills it; true when it had become ready. */
async function oneLife(
  service: RunningService,
  directory: string,
  hear: (line: HostLine) => void,
): Promise<boolean> {
  let ready = false;
  let timer: NodeJS.Timeout | null = null;
  const began = performance.now();
  const till = startHostProcess(setupOf(service, directory), (line) => {
    hear(line);
    if (line.kind !== 'ready' || ready) return;
    ready = true;
    const life = Math.random() * LIFE * (performance.now() - began);
    if (timer === null) timer = setTimeout(till.kill, life);
  });
  if (Math.random() < 0.15) timer = setTimeout(till.kill, Math.random() * START);
  await till.ended;
  if (timer !== null) clearTimeout(timer);
  return ready;
}

function note(sales: Map<string, Seen>, id: string, seen: Seen): void {
  const { tid, amount, state } = seen;
  sales.set(id, { tid: tid ?? sales.get(id)?.tid ?? null, amount, state });
}

/** Customers who approve soon after they see the code, most of them. */
function createCustomers(service: RunningService) {
  const msisdn = service.customers[0]?.msisdn ?? '';
  const met = new Set<string>();
  const underWay = new Set<Promise<unknown>>();

  async function pay(tid: string): Promise<void> {
    const url = `${service.simulator_url}/payment_request/${tid}`;
    const json = { 'content-type': 'application/json' };
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
    await send(`${url}/claim/`, { method: 'POST', headers: json, body: { customer: msisdn } });
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
    const what = Math.random() < 0.9 ? 'confirm' : 'reject';
    // A sale that was cancelled meanwhile answers 409, which is no concern of the customer's.
    await send(`${url}/${what}/`, { method: 'POST', headers: json, body: {} });
  }

  return {
    meet: (tid: string) => {
      if (met.has(tid)) return;
      met.add(tid);
      const paying = pay(tid).finally(() => underWay.delete(paying));
      underWay.add(paying);
    },
    done: () => Promise.all(underWay),
  };
}

const listed = z.object({
  items: z.array(z.object({ tid: z.string() })),
  cursor: z.string().nullable(),
});
const settled = z.object({ settlement_ids: z.array(z.string()) });
const settlement = z.object({ settlement_summary: z.object({ gross: z.number() }) });

const MATCHING: Readonly<Record<number, readonly string[]>> = {
  2000: ['paid'],
  4019: ['aborted', 'released'],
  5006: ['declined'],
  5011: ['expired'],
};

async function judge(
  service: RunningService,
  told: ReadonlyMap<string, Seen>,
  shown: ReadonlyMap<string, Seen>,
): Promise<string[]> {
  const findings: string[] = [];
  for (const id of told.keys()) if (!shown.has(id)) findings.push(`sale ${id} is lost`);
  const owners = new Map<string, string>();
  let captured = 0;
  for (const tid of await everyTid(service)) {
    const read = outcome.parse(await ask(service, 'pos', `/payment_request/${tid}/outcome/`));
    const sale = shown.get(read.pos_tid);
    const sum = read.captures.reduce((total, one) => total + one.amount, 0);
    captured += sum;
    const owner = owners.get(read.pos_tid);
    if (owner !== undefined) findings.push(`sale ${read.pos_tid} has ${owner} and ${tid}`);
    owners.set(read.pos_tid, tid);
    if (sale === undefined) findings.push(`payment ${tid} belongs to no sale`);
    else if (!(MATCHING[read.status_code] ?? []).includes(sale.state)) {
      findings.push(`${tid} is ${read.status_code}, its sale is ${sale.state}`);
    } else if (sum !== (sale.state === 'paid' ? sale.amount : 0)) {
      findings.push(`${tid}: ${sum} was taken for a sale of ${sale.amount}`);
    }
  }
  const took = [...shown.values()]
    .filter((sale) => sale.state === 'paid')
    .reduce((total, sale) => total + sale.amount, 0);
  const gross = await booked(service);
  if (took !== captured || took !== gross) {
    findings.push(`the till took ${took}, captures are ${captured}, the books say ${gross}`);
  }
  return findings;
}

async function everyTid(service: RunningService): Promise<string[]> {
  const tids: string[] = [];
  for (let query = 'page_size=100'; ; ) {
    const page = listed.parse(await ask(service, 'pos', `/payment_request/?${query}`));
    tids.push(...page.items.map((item) => item.tid));
    if (page.cursor === null) return tids;
    query = `page_size=100&cursor=${encodeURIComponent(page.cursor)}`;
  }
}

/** What the merchant is settled for, by the service's books. */
async function booked(service: RunningService): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const made = await send(`${service.simulator_url}/settlement/`, { method: 'POST', headers });
  let gross = 0;
  // Every merchant's, and their numbers are their own: the same one may come twice.
  for (const id of new Set(settled.parse(made.json).settlement_ids)) {
    const read = settlement.safeParse(await ask(service, 'admin', `/settlement/${id}/`));
    gross += read.data?.settlement_summary.gross ?? 0;
  }
  return gross;
}

async function ask(service: RunningService, userId: string, path: string): Promise<unknown> {
  const secret = service.users.find((user) => user.id === userId)?.secret ?? '';
  const headers = secretHeaders(service.merchant.id, userId, secret);
  return (await send(service.base_url + path, { headers })).json;
}
