import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { z } from 'zod';
import {
  secureRandom,
  systemClock,
  systemFetch,
  systemIds,
} from '../../main/host/adapters/machine.ts';
import { openJournal } from '../../main/host/journal/journal.ts';
import { createPush } from '../../main/host/push/push.ts';
import { createMerchantClient } from '../../shared/client/index.ts';
import { money } from '../../shared/money/money.ts';
import { createTerminal, type Terminal } from '../../shared/terminal/index.ts';
import { send } from '../support/wire.ts';
import { startServer } from './server-process.ts';

/*
 * `node test/bench/approval.ts [sales]`: the time from a customer's approval, once it is durable and
 * answered for, to the terminal that shows it; as a ratio to a bare WebSocket echo of a message of
 * the same size, on the same machine in the same run. The ceiling is 6.
 */

const SALES = Number(process.argv[2] ?? 300);
/** Echoes come at the rhythm of sales: a socket in a hot loop is a socket that no shop has. */
const PAUSE = 10;
const MESSAGE_BYTES = 1_200;

const serviceReady = z.object({
  base_url: z.string(),
  simulator_url: z.string(),
  merchant: z.object({ id: z.string() }),
  users: z.array(z.object({ id: z.string(), secret: z.string() })),
  customers: z.array(z.object({ msisdn: z.string() })),
});
type ServiceReady = z.infer<typeof serviceReady>;

const service = await startServer('service/app/cli.ts', [
  ...['--ephemeral', '--demo', '--simulator', '--port', '0', '--ready-json'],
]);
const echo = await startServer('test/bench/ceilings/bare-echo.ts', []);
const directory = await mkdtemp(join(tmpdir(), 'tillkit-approval-'));
try {
  const ready = serviceReady.parse(service.ready);
  const till = await openTill(ready);
  const echoes = await openEcho(z.object({ url: z.string() }).parse(echo.ready).url);
  const times = { asked: [] as number[], answered: [] as number[], echo: [] as number[] };
  for (let sale = 0; sale < SALES; sale += 1) {
    const { asked, answered } = await oneSale(till.terminal, ready);
    times.asked.push(asked);
    times.answered.push(answered);
    await new Promise((resolve) => systemClock.after(PAUSE, () => resolve(null)));
    times.echo.push(await echoes.once());
  }
  echoes.close();
  await till.close();
  report(times);
} finally {
  await service.stop();
  await echo.stop();
  await rm(directory, { recursive: true, force: true });
}

async function openTill(ready: ServiceReady) {
  const path = join(directory, 'terminal.journal');
  const opened = await openJournal({ path, clock: systemClock, ids: systemIds });
  if (!opened.ok) throw new Error(opened.failure.description);
  const secret = ready.users.find((user) => user.id === 'pos')?.secret ?? '';
  const access = {
    baseUrl: ready.base_url,
    merchantId: ready.merchant.id,
    userId: 'pos',
    credentials: { kind: 'secret', secret },
    clock: systemClock,
  } as const;
  const terminal = createTerminal({
    client: createMerchantClient({ ...access, fetch: systemFetch }),
    push: createPush({ ...access, random: secureRandom }),
    journal: opened.journal,
    clock: systemClock,
    ids: systemIds,
    settings: { posId: 'kasse-1', currency: 'NOK', policy: 'attended', channel: 'till.bench' },
  });
  await until(terminal, () => {
    const { connection } = terminal.view();
    return connection.kind === 'online' && connection.push;
  });
  const close = async () => {
    await terminal.stop();
    await opened.journal.close();
  };
  return { terminal, close };
}

async function oneSale(terminal: Terminal, ready: ServiceReady) {
  const started = await terminal.start({
    amount: money(12_500),
    text: null,
    method: { kind: 'qr' },
  });
  if (!started.ok) throw new Error(started.refusal.description);
  const { id } = started.value;
  const sale = () => terminal.sale(id);
  const is = (kind: string) => until(terminal, () => sale()?.state.kind === kind);
  await is('waiting_scan');
  const url = `${ready.simulator_url}/payment_request/${sale()?.tid ?? ''}`;
  const headers = { 'content-type': 'application/json' };
  const body = { customer: ready.customers[0]?.msisdn };
  await send(`${url}/claim/`, { method: 'POST', headers, body });
  await is('waiting_approval');
  const asked = performance.now();
  const shown = is('authorised').then(() => performance.now());
  await send(`${url}/confirm/`, { method: 'POST', headers, body: {} });
  const answered = performance.now();
  const at = await shown;
  await is('paid');
  // Where the terminal was faster than the answer to the customer, the answer's time is none.
  return { asked: at - asked, answered: Math.max(0, at - answered) };
}

function until(terminal: Terminal, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!holds()) return;
      forget();
      resolve();
    };
    const forget = terminal.subscribe(look);
    look();
  });
}

async function openEcho(url: string) {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await new Promise((resolve) => socket.once('open', resolve));
  const message = 'x'.repeat(MESSAGE_BYTES);
  return {
    once: () =>
      new Promise<number>((resolve) => {
        const began = performance.now();
        socket.once('message', () => resolve(performance.now() - began));
        socket.send(message);
      }),
    close: () => socket.close(),
  };
}

function report(times: Readonly<Record<'asked' | 'answered' | 'echo', readonly number[]>>): void {
  const p = (list: readonly number[], share: number) =>
    [...list].sort((a, b) => a - b)[Math.floor(list.length * share)] ?? Number.NaN;
  const row = (name: string, list: readonly number[]) =>
    console.log(
      `${name.padEnd(44)}${p(list, 0.5).toFixed(2).padStart(9)}${p(list, 0.95).toFixed(2).padStart(9)}`,
    );
  console.log(`Node ${process.version}, ${cpus().length} cores, ${SALES} sales`);
  console.log(`${''.padEnd(44)}   p50 ms   p95 ms`);
  row('approval asked for -> terminal shows it', times.asked);
  row('approval answered for -> terminal shows it', times.answered);
  row(`bare WebSocket echo, ${MESSAGE_BYTES} bytes`, times.echo);
  const ratio = p(times.answered, 0.95) / p(times.echo, 0.95);
  console.log(`approval to the terminal / bare echo, p95: ${ratio.toFixed(2)} (at most 6)`);
}
