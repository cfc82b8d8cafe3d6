import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { argumentsFor, conform, failedIn, removeFiles, start } from '../support/conform.ts';
import { takePort } from '../support/free-port.ts';
import type { TestService } from '../support/service.ts';
import { send } from '../support/wire.ts';

/* `tillkit conform` finds each of eight planted deviations in the row that is about it. */

type Reply = { status: number; headers: IncomingHttpHeaders; text: string };
type Deviation = (request: { method: string; url: string }, reply: Reply) => void;

/** Changes a member of a JSON reply. */
const inBody = (reply: Reply, from: RegExp, to: string) => {
  reply.text = reply.text.replace(from, to);
};
const OUTCOME = /\/outcome\/(\?|$)/;

const DEVIATIONS: readonly (readonly [string, string, Deviation])[] = [
  [
    'a wrong status',
    'status/400',
    (_, reply) => {
      if (reply.status === 400) reply.status = 422;
    },
  ],
  [
    'a missing member',
    'outcome/captures',
    ({ url }, reply) => OUTCOME.test(url) && inBody(reply, /"captures":/, '"captured":'),
  ],
  [
    'callbacks with the signature of an unknown key',
    'auth-rule/callback',
    ({ url }, reply) => {
      if (url === '/keys/callback.pem') reply.text = OTHER_KEY;
    },
  ],
  [
    'a Location without host',
    'convention/location',
    (_, { headers }) => {
      const { location } = headers;
      if (location !== undefined) headers.location = new URL(location).pathname;
    },
  ],
  [
    'an amount as text',
    'payment-read/amount',
    ({ method }, reply) => method === 'GET' && inBody(reply, /"amount":(\d+)/, '"amount":"$1"'),
  ],
  [
    'a wrong error type',
    'error-field/error_type',
    (_, reply) => inBody(reply, /"validation_error"/, '"Bad Request"'),
  ],
  [
    'a repeated request that is not recognised',
    'status/200',
    ({ method, url }, reply) => {
      if (method === 'POST' && url.endsWith('/payment_request/') && reply.status === 200) {
        reply.status = 409;
      }
    },
  ],
  [
    'a rejected payment that is reported as aborted',
    'flow/scan-outcome',
    ({ url }, reply) =>
      OUTCOME.test(url) && inBody(reply, /"status_code":5006/, '"status_code":4019'),
  ],
];
const OTHER_KEY = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  .publicKey.export({ type: 'spki', format: 'pem' })
  .toString();

/** A server in front of the service that changes its replies. */
async function startDeviant(port: number) {
  const deviant = { target: '', change: (() => undefined) as Deviation };
  const server: Server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming;
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', async () => {
      const headers = Object.fromEntries(
        Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
      );
      const body = chunks.length === 0 ? undefined : Buffer.concat(chunks);
      const reply: Reply = { ...(await send(deviant.target + url, { method, headers, body })) };
      deviant.change({ method, url }, reply);
      const { 'content-length': _, 'transfer-encoding': __, ...kept } = reply.headers;
      outgoing.writeHead(reply.status, kept).end(reply.text);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { deviant, server };
}

describe('a service with planted deviations', () => {
  let own: TestService;
  let place: Awaited<ReturnType<typeof startDeviant>>;
  beforeAll(async () => {
    const port = await takePort();
    place = await startDeviant(port);
    own = await start({ publicOrigin: `http://127.0.0.1:${port}`, demoInPublic: true });
    place.deviant.target = new URL(own.ready.simulator_url ?? '').origin;
  });
  afterAll(async () => {
    await own.stop();
    place.server.close();
    place.server.closeAllConnections();
    removeFiles();
  });

  it.each(DEVIATIONS)('fails for %s in the row %s', async (_name, row, change) => {
    const args = [...argumentsFor(own), '--only', row];
    expect((await conform(...args)).code).toBe(0);
    place.deviant.change = change;
    const { code, out } = await conform(...args);
    place.deviant.change = () => undefined;
    expect([code, failedIn(out).length]).toEqual([1, 1]);
    expect(failedIn(out)[0]).toContain(row);
  });

  it('a deviation that other rows need is named first, with its status, and they are its consequences', async () => {
    place.deviant.change = ({ method, url }, reply) => {
      if (method === 'POST' && url.endsWith('/payment_request/') && reply.status === 201) {
        reply.status = 202;
      }
    };
    const args = [...argumentsFor(own), '--only', 'put/'];
    const only = await conform(...args);
    const reports = [];
    for (const format of ['junit', 'html']) {
      reports.push((await conform(...args, '--format', format)).out);
    }
    const whole = await conform(...argumentsFor(own));
    place.deviant.change = () => undefined;
    const cause = 'POST /payment_request/ was answered with 202';
    expect([only.code, failedIn(only.out)]).toEqual([1, []]);
    expect(only.out).toMatch(/^(\d+) rows: 0 passed, 0 failed, \1 blocked, 0 not tested$/m);
    for (const report of reports) expect(report).toContain(cause);
    expect(reports[0]).toMatch(/name="tillkit conform [^"]*" tests="\d+" failures="1" /);
    // Only the rows about this request itself fail.
    expect(whole.out.split('\n', 2)).toEqual([
      'Look at this first:',
      expect.stringMatching(`^${cause} \\(\\d+ rows need it and could not be checked\\)$`),
    ]);
    expect(failedIn(whole.out).map((line) => line.split(/\s+/)[1])).toEqual([
      'endpoint-payment/paymentCreate',
      'status/200',
    ]);
  });
});
