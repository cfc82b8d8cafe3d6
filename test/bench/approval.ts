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
import { createPush, openJournal } from '../../main/host/on-this-machine.ts';
import { createMerchantClient } from '../../shared/client/index.ts';
import { money } from '../../shared/money/money.ts';
import { createTerminal, type Terminal } from '../../shared/terminal/index.ts';
import { send } from '../support/wire.ts';
import { startServer } from './server-process.ts';

/*
 * `node test/bench/approval.ts [sales]` measures the time from the service's answer to a customer's
 * approval until the terminal shows the approval. The service answers after the commit. The result is
 * a ratio to a bare WebSocket echo of a message of the same size, measured in the same run. The target
 * is a ratio of at most 6.
 */

const SALES = Number(process.argv[2] ?? 300);
/** Milliseconds between a sale and an echo. Echoes without pauses would be faster than in a shop. */
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
const echoServer = await startServer('test/bench/ceilings/bare-echo.ts', []);
const directory = await mkdtemp(join(tmpdir(), 'tillkit-approval-'));
try {
  const ready = serviceReady.parse(service.ready);
  const till = await startTill(ready);
  const echo = await openEcho(z.object({ url: z.string() }).parse(echoServer.ready).url);
  const times = { request: [] as number[], answer: [] as number[], echo: [] as number[] };
  for (let sale = 0; sale < SALES; sale += 1) {
    const { request, answer } = await measureSale(till.terminal, ready);
    times.request.push(request);
    times.answer.push(answer);
    await new Promise((resolve) => systemClock.after(PAUSE, () => resolve(null)));
    times.echo.push(await echo.once());
  }
  echo.close();
  await till.close();
  report(times);
} finally {
  await service.stop();
  await echoServer.stop();
  await rm(directory, { recursive: true, force: true });
}

async function startTill(ready: ServiceReady) {
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

async function measureSale(terminal: Terminal, ready: ServiceReady) {
  const started = await terminal.start({
    amount: money(12_500),
    text: null,
    method: { kind: 'qr' },
  });
  if (!started.ok) throw new Error(started.refusal.description);
  const { id } = started.value;
  const sale = () => terminal.sale(id);
  const reaches = (kind: string) => until(terminal, () => sale()?.state.kind === kind);
  await reaches('waiting_scan');
  const url = `${ready.simulator_url}/payment_request/${sale()?.tid ?? ''}`;
  const headers = { 'content-type': 'application/json' };
  const body = { customer: ready.customers[0]?.msisdn };
  await send(`${url}/claim/`, { method: 'POST', headers, body });
  await reaches('waiting_approval');
  const requestSent = performance.now();
  const authorised = reaches('authorised').then(() => performance.now());
  await send(`${url}/confirm/`, { method: 'POST', headers, body: {} });
  const answerReceived = performance.now();
  const shown = await authorised;
  await reaches('paid');
  // The terminal can show the approval before the customer's answer arrives: the time is then 0.
  return { request: shown - requestSent, answer: Math.max(0, shown - answerReceived) };
}

function until(terminal: Terminal, condition: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!condition()) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = terminal.subscribe(check);
    check();
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

function report(times: Readonly<Record<'request' | 'answer' | 'echo', readonly number[]>>): void {
  const percentile = (list: readonly number[], share: number) =>
    [...list].sort((a, b) => a - b)[Math.floor(list.length * share)] ?? Number.NaN;
  const row = (name: string, list: readonly number[]) => {
    const columns = [0.5, 0.95].map((share) => percentile(list, share).toFixed(2).padStart(9));
    console.log(`${name.padEnd(44)}${columns.join('')}`);
  };
  console.log(`Node ${process.version}, ${cpus().length} cores, ${SALES} sales`);
  console.log(`${''.padEnd(44)}   p50 ms   p95 ms`);
  row('approval request -> terminal shows it', times.request);
  row('approval answer -> terminal shows it', times.answer);
  row(`bare WebSocket echo, ${MESSAGE_BYTES} bytes`, times.echo);
  const ratio = percentile(times.answer, 0.95) / percentile(times.echo, 0.95);
  console.log(`approval answer to terminal / bare echo, p95: ${ratio.toFixed(2)} (at most 6)`);
}
