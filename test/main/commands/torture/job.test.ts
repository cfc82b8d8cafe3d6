import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultOf } from '../../../../main/commands/torture/plan.ts';
import { tortureCommand } from '../../../../main/commands/torture/run.ts';
import { until } from '../../../support/last-resort.ts';
import { printed } from '../../../support/run-command.ts';
import { startTestService, type TestService } from '../../../support/service.ts';
import { rest } from '../../../support/till.ts';

/* Kills of one till, and what the command does with it afterwards. The tills are small scripts. */

const NODE = `"${process.execPath}"`;
let test: TestService;
let folder: string;
beforeAll(async () => {
  test = await startTestService({ clock: 'system' });
  folder = mkdtempSync(join(tmpdir(), 'tillkit-torture-job-'));
});
afterAll(async () => {
  await test.stop();
  rmSync(folder, { recursive: true });
});

/** Makes one sale; returns the exit code and what was printed. */
const torture = (...args: readonly string[]) =>
  printed(tortureCommand(new AbortController().signal), ['--sales', '1', ...args]);

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  chmodSync(path, 0o600);
  return path;
}

/**
 * A way to the service that answers a change of a payment when the till that sent it has ended, and an
 * outcome when the proxy has handled that answer.
 */
async function startSlowService(target: URL) {
  const answered = Promise.withResolvers<void>();
  const isGone = (pid: number) => {
    try {
      return !process.kill(pid, 0);
    } catch {
      return true;
    }
  };
  const server = createServer(async (incoming, response) => {
    const { method, url: path = '/', headers } = incoming;
    if (method === 'PUT') {
      await until(() => isGone(Number(headers['x-pid'])), Boolean);
      response.once('close', answered.resolve);
    }
    if (path.endsWith('/outcome/')) {
      await answered.promise;
      await rest();
    }
    const { hostname, port } = target;
    const sent = request({ hostname, port, path, method, headers, agent: false }, (reply) => {
      response.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(response);
    });
    incoming.pipe(sent);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${target.pathname}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

describe('a till', () => {
  it('is started once when two exchanges kill it at the same time', async () => {
    const kills = (seed: number) =>
      [0, 1].every((exchange) => faultOf(seed, 1, 'create', exchange).name === 'kill before');
    let seed = 0;
    while (!kills(seed)) seed += 1;
    const starts = join(folder, 'starts');
    // Sends two payment requests at once. After its restart it sends none.
    const script = file(
      'two-requests.mjs',
      `import { appendFileSync, existsSync } from 'node:fs';
       const again = existsSync(${JSON.stringify(starts)});
       appendFileSync(${JSON.stringify(starts)}, 'x');
       process.stdin.on('data', (line) => {
         const { sale, amount } = JSON.parse(String(line).split('\\n')[0]);
         if (again) return console.log(JSON.stringify({ sale, result: 'not_paid' }));
         const url = process.env.TILL_SERVICE_URL + '/payment_request/';
         const body = JSON.stringify({ amount });
         for (const _ of [1, 2]) fetch(url, { method: 'POST', body }).catch(() => {});
       });`,
    );
    const args = ['--till', `${NODE} ${script}`, '--seed', String(seed)];
    const { out } = await torture(...args);
    expect(out).toContain('1 sale,');
    expect(readFileSync(starts, 'utf8')).toBe('xx');
  });

  it('is started again when it is killed while it finishes, and then finishes', async () => {
    const kills = (seed: number) => faultOf(seed, 1, 'create', 0).name === 'kill before';
    let seed = 0;
    while (!kills(seed)) seed += 1;
    const steps = join(folder, 'steps');
    // Sends its payment request when the input ends. After its restart it sends none.
    const script = file(
      'late-request.mjs',
      `import { appendFileSync, existsSync } from 'node:fs';
       const again = existsSync(${JSON.stringify(steps)});
       const log = (step) => appendFileSync(${JSON.stringify(steps)}, step + ' ');
       log('start');
       let order;
       process.stdin.on('data', (line) => {
         order = JSON.parse(String(line).split('\\n')[0]);
         console.log(JSON.stringify({ sale: order.sale, result: 'not_paid' }));
       });
       process.stdin.on('end', async () => {
         log('finish');
         const url = process.env.TILL_SERVICE_URL + '/payment_request/';
         const body = JSON.stringify({ amount: order?.amount });
         if (!again) await fetch(url, { method: 'POST', body });
         log('end');
       });`,
    );
    const args = ['--till', `${NODE} ${script}`, '--seed', String(seed)];
    const { code, out, err } = await torture(...args);
    expect([code, err, out]).toEqual([0, '', expect.stringMatching(/^0 findings/m)]);
    expect(readFileSync(steps, 'utf8')).toBe('start finish start finish end ');
  });

  it('is neither killed nor started after its end, also if its last request is answered later', async () => {
    const faults = (seed: number) => [
      faultOf(seed, 1, 'create', 0).name,
      faultOf(seed, 1, 'abort', 0).name,
    ];
    let seed = 0;
    while (faults(seed).join() !== 'none,kill after') seed += 1;
    // Reports, sends an abort when the input ends, and does not wait for its reply.
    const script = file(
      'hasty.mjs',
      `import { request } from 'node:http';
       const { TILL_SERVICE_URL, TILL_MERCHANT, TILL_USER, TILL_SECRET, TILL_POS } = process.env;
       const headers = {
         'X-Svc-Merchant': TILL_MERCHANT, 'X-Svc-User': TILL_USER,
         Authorization: 'SECRET ' + TILL_SECRET, 'Content-Type': 'application/json',
       };
       const url = TILL_SERVICE_URL + '/payment_request/';
       process.stdin.once('data', async (line) => {
         const { sale, amount, currency } = JSON.parse(String(line).split('\\n')[0]);
         const body = JSON.stringify({
           action: 'sale', currency, amount, allow_credit: false, pos_id: TILL_POS, pos_tid: sale,
           success_return_uri: '', failure_return_uri: '',
         });
         const { id } = await (await fetch(url, { method: 'POST', headers, body })).json();
         console.log(JSON.stringify({ sale, result: 'not_paid' }));
         process.stdin.on('end', () => {
           const sent = { method: 'PUT', headers: { ...headers, 'X-Pid': process.pid } };
           const abort = request(url + id + '/', sent).on('error', () => {});
           abort.end('{"action":"abort"}', () => process.exit());
         });
       });`,
    );
    const service = await startSlowService(new URL(test.ready.base_url));
    try {
      const credentials = file('ready.json', JSON.stringify(test.ready));
      const json = join(folder, 'hasty.json');
      const { code, err } = await torture(
        ...[service.url, '--credentials', credentials, '--user', 'pos', '--json', json],
        ...['--till', `exec ${NODE} ${script}`, '--seed', String(seed)],
      );
      expect([code, err]).toEqual([0, '']);
      expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({
        counts: { kills: 0 },
        findings: [],
      });
    } finally {
      await service.stop();
    }
  });
});
