import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { LAST_RESORT } from '../support/last-resort.ts';
import { secretHeaders, send } from '../support/wire.ts';
import { type RunningService, startHostProcess, startServiceProcess } from './children.ts';
import type { HostLine, HostSetup } from './host-lines.ts';
import { auditPayments, createKillAudit, type SaleLine } from './kill-audit.ts';
import { KILL_CASES, type KillCase } from './kill-cases.ts';
import { createCustomers } from './kill-customers.ts';

export type KillReport = {
  readonly kills: number;
  /** Kills at the moment of each case; a sale that ended before that is killed at its end. */
  readonly met: Readonly<Record<string, number>>;
  readonly sales: number;
  readonly pairs: number;
  readonly paid: number;
  /** Orders that a till had accepted. */
  readonly orders: number;
  readonly findings: readonly string[];
};

/**
 * Kills a till `kills` times with `kill -9`, each time at the line of the next case, against a service in
 * another process. Then lets it finish and compares what it shows with people's orders, with the
 * service's replies and with its ledger. Waits for lines and processes only.
 */
export async function runKills(kills: number): Promise<KillReport> {
  const service = await startServiceProcess();
  const directory = await mkdtemp(join(tmpdir(), 'tillkit-kill-'));
  const audit = createKillAudit();
  const met: Record<string, number> = {};
  const stuck: string[] = [];
  try {
    const ask = (path: string) => request(service, 'pos', path);
    const base = { ...setupOf(service, directory), sticker: await makeSticker(service) };
    const customers = createCustomers(service, base.sticker, ask);
    const hear = (line: HostLine) => {
      audit.hear(line);
      if (line.kind === 'sale') customers.meet(line);
    };
    for (let kill = 0; kill < kills; kill += 1) {
      const next = KILL_CASES[kill % KILL_CASES.length];
      if (next === undefined) break;
      const setup = { ...base, plan: next.plan, givenUp: audit.givenUp() };
      const ended = await oneLife(setup, next, hear);
      if (ended === 'met') met[next.name] = (met[next.name] ?? 0) + 1;
      if (ended === 'stuck') stuck.push(`${next.name}: the till said nothing more`);
    }
    const shown = new Map<string, SaleLine>();
    const last = startHostProcess({ ...base, plan: null, givenUp: audit.givenUp() }, (line) => {
      hear(line);
      if (line.kind === 'sale' && !line.id.endsWith('.s')) shown.set(line.id, line);
    });
    const code = await last.ended;
    await customers.done();
    const findings =
      code === 0
        ? [
            ...stuck,
            ...audit.finish(shown),
            ...(await auditPayments(ask, await booked(service), shown)),
          ]
        : [`the till ended with ${code}`];
    const sales = [...shown.values()];
    const paid = sales.filter(({ state }) => state === 'paid').length;
    const pairs = sales.filter(({ pair }) => pair).length;
    return { kills, met, sales: sales.length, pairs, paid, orders: audit.counts.ordered, findings };
  } finally {
    await service.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/**
 * Runs a till until the line of its case: `met`. A till whose sale ends without that line is killed too.
 * A till that does neither before the last resort is `stuck`.
 */
async function oneLife(
  setup: HostSetup,
  { at }: KillCase,
  hear: (line: HostLine) => void,
): Promise<'met' | 'ended' | 'stuck'> {
  let own: string | null = null;
  let isMet = false;
  let isKilled = false;
  let isStuck = false;
  const till = startHostProcess(setup, (line) => {
    hear(line);
    if (isKilled) return;
    if (line.kind === 'started') own = line.id;
    isMet = at(line, own);
    if (!isMet && line.kind !== 'done') return;
    isKilled = true;
    till.kill();
  });
  const lastResort = setTimeout(() => {
    isStuck = true;
    till.kill();
  }, LAST_RESORT);
  await till.ended;
  clearTimeout(lastResort);
  return isStuck ? 'stuck' : isMet ? 'met' : 'ended';
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
  };
}

const made = z.object({ id: z.string() });

/** The printed code of the till, whose scans go to the till's own channel. */
async function makeSticker(service: RunningService): Promise<string> {
  const body = { callback_uri: `ws:till.${service.pos[0]?.id ?? ''}` };
  return made.parse(await request(service, 'admin', '/shortlink/', body)).id;
}

const settlement = z.object({ settlement_summary: z.object({ gross: z.number() }) });

/** What the merchant is settled for, by the service's ledger. */
async function booked(service: RunningService): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  await send(`${service.simulator_url}/settlement/`, { method: 'POST', headers });
  let gross = 0;
  // All of the merchant: the service makes one by itself at midnight.
  for (let id = 1; ; id += 1) {
    const read = settlement.safeParse(await request(service, 'admin', `/settlement/${id}/`));
    if (!read.success) return gross;
    gross += read.data.settlement_summary.gross;
  }
}

async function request(
  service: RunningService,
  userId: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const secret = service.users.find((user) => user.id === userId)?.secret ?? '';
  const headers = secretHeaders(service.merchant.id, userId, secret);
  const sent = body === undefined ? { headers } : { headers, method: 'POST', body };
  return (await send(service.base_url + path, sent)).json;
}
