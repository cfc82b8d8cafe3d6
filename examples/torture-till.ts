import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startTerminal } from 'tillkit/host';

// The till that `tillkit torture` tests, as an adapter of a terminal without a window:
//   tillkit torture --till "node examples/torture-till.ts"
// With --register each sale is made by the program cash-register.ts beside this file.
const env = process.env;
const folder = `${env.TILL_FOLDER}`;
const running = await startTerminal({
  data: folder,
  service: {
    kind: 'remote',
    url: `${env.TILL_SERVICE_URL}`,
    merchant: `${env.TILL_MERCHANT}`,
    user: `${env.TILL_USER}`,
    secret: { env: 'TILL_SECRET' },
  },
  pos_id: `${env.TILL_POS}`,
  till_api: { port: 0 },
});
const { url, token } = JSON.parse(readFileSync(`${folder}/till-api.json`, 'utf8'));

async function call(method: string, path: string, body?: object) {
  const reply = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { ok: reply.ok, body: await reply.json() };
}

const rest = (time: number) => new Promise((resolve) => setTimeout(resolve, time));
const cancelled = new Set<string>();

/** Starts a sale; the same reference finds the same sale, also after the till was killed. */
async function start(reference: string, amount: number) {
  for (;;) {
    const started = await call('POST', 'sales/', { reference, amount });
    if (started.ok) return started.body;
    // Offline, or the sale before is still on the screen: a register tries again.
    await rest(100);
  }
}

// A signal ends this program only, so the register is ended before.
const stopping = new AbortController();
process.once('SIGTERM', () => {
  stopping.abort();
  process.exit(143);
});

/** Runs cash-register.ts until it has printed the end of the sale. */
async function register(reference: string, amount: number) {
  const program = fileURLToPath(new URL('cash-register.ts', import.meta.url));
  for (;;) {
    const args = [program, folder, reference, String(amount)];
    const { promise, resolve } = Promise.withResolvers<string | null>();
    execFile(process.execPath, args, { signal: stopping.signal }, (_error, text, problem) => {
      resolve(problem === '' ? (text.trim().split('\n').at(-1) ?? null) : null);
    });
    const kind = await promise;
    if (kind !== null) return kind;
    await rest(100);
  }
}

async function saleOf(reference: string) {
  const { body } = await call('GET', `sales/?reference=${reference}`);
  return body.sales?.[0];
}

/** What a cashier does: cancels, and decides about money that is found reserved after a restart. */
async function decide(sale: { id: string; reference: string; actions: string[] }) {
  const cancels = cancelled.has(sale.reference);
  const wanted = cancels ? ['cancel', 'release', 'capture'] : ['capture'];
  const action = wanted.find((one) => sale.actions.includes(one));
  if (action !== undefined) {
    await call('POST', `sales/${sale.id}/${action}/`, action === 'capture' ? {} : undefined);
  }
}

async function sell(reference: string, amount: number) {
  const made = process.argv.includes('--register') ? register(reference, amount) : null;
  let sale = made === null ? await start(reference, amount) : await saleOf(reference);
  for (;;) {
    if (sale?.state.final) break;
    if (sale === undefined) {
      await rest(50);
      sale = await saleOf(reference);
      continue;
    }
    await decide(sale);
    const read = await call('GET', `sales/${sale.id}/?wait=1&since=${sale.version}`);
    if (read.ok) sale = read.body;
  }
  const kind = made === null ? sale.state.kind : await made;
  const result = kind === 'paid' ? 'paid' : 'not_paid';
  console.log(JSON.stringify({ sale: reference, result, amount: sale.money.captured }));
}

const selling: Promise<void>[] = [];
for await (const line of createInterface({ input: process.stdin })) {
  const order = JSON.parse(line);
  if (order.cancel) {
    cancelled.add(order.cancel);
    const sale = await saleOf(order.cancel);
    if (sale !== undefined) await decide(sale);
  } else selling.push(sell(order.sale, order.amount));
}
await Promise.all(selling);
await running.stop();
