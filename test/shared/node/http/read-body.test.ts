import { createServer, type RequestListener } from 'node:http';
import { expect, it, onTestFinished, vi } from 'vitest';
import { listenOn } from '../../../../shared/node/http/listener.ts';
import { servedBy } from '../../../../shared/node/http/pipeline.ts';
import { BodyBudget } from '../../../../shared/node/http/read-body.ts';
import { transport } from '../../../../shared/node/http/transport.ts';
import { answer, refuse } from '../../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import { SVC_PROFILE } from '../../../../shared/protocol/media.ts';
import { openRaw } from '../../../support/raw-socket.ts';

const { bodyBeforeCallerBytesMax: SMALL, bodyDroppedBytesMax: DROPPED } = LIMITS;
const MOST = 4 * SMALL;

/** A server with one route, whose callers are known by a header, and its memory for bodies. */
async function world() {
  const bodies = new BodyBudget(MOST, 3 * SMALL);
  const lengths: number[] = [];
  const serve = servedBy(
    {
      ...{ name: 'put', method: 'PUT', path: '/', level: 'SECRET', summary: '' },
      ...{ success: [200], errors: [], bodyBytesMax: 3 * SMALL },
    },
    {
      failed: () => refuse('Internal Server Error', 'Failed.'),
      identify: async ({ headers, body }) => {
        lengths.push(body.length);
        const { authorization = 'stranger' } = headers;
        return authorization === 'stranger'
          ? refuse('Unauthorized', 'Who are you?')
          : { ok: true, value: authorization };
      },
      owner: (who: string) => who,
      readBody: (_, { body }) => answer(body.length),
      reply: (body: unknown) => ({ status: 200, body }),
      refused: ({ refusal, retryAfterSeconds }) => ({
        status: { Unauthorized: 401, 'Service Unavailable': 503 }[String(refusal.type)] ?? 413,
        body: { wait: retryAfterSeconds ?? null },
      }),
    },
    async ({ body }) => ({ ok: true, value: body }),
  );
  const deps = {
    ...{ profile: SVC_PROFILE, bodies, nextRequestId: () => 'r' },
    ...{ faultReply: () => ({ status: 500 }), stopping: new AbortController().signal },
  };
  const listener: RequestListener = (request, response) =>
    void transport(request, response, serve, deps);
  const server = createServer(listener);
  const port = await listenOn(server, '127.0.0.1', 0);
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  const head = (length: number, caller = 'me') =>
    `PUT / HTTP/1.1\r\nHost: x\r\nAuthorization: ${caller}\r\nContent-Length: ${length}\r\n\r\n`;
  const open = async (first: string) => {
    const raw = await openRaw(port, first);
    onTestFinished(() => void raw.socket.destroy());
    return raw;
  };
  const hears = (raw: { heard(): string }, text: string) =>
    vi.waitFor(() => expect(raw.heard()).toContain(text));
  return { bodies, lengths, head, open, hears };
}

it('a stranger is refused before more than its first bytes are kept, whatever it declares', async () => {
  const { bodies, lengths, head, open, hears } = await world();
  const declared = await open(head(MOST, 'stranger') + 'x'.repeat(2 * SMALL));
  await hears(declared, '401');
  expect(lengths).toEqual([0]);
  const chunked = await open(
    'PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n' +
      `${(2 * SMALL).toString(16)}\r\n${'x'.repeat(2 * SMALL)}\r\n`,
  );
  await hears(chunked, '401');
  expect(bodies.kept).toBe(0);
  const endless = await open(head(DROPPED + 1, 'stranger'));
  await endless.closed;
  expect(endless.heard()).toContain('401');
});

it('the connection of a refused stranger takes the next request when the body has come', async () => {
  const { head, open, hears } = await world();
  const raw = await open(head(2 * SMALL, 'stranger'));
  await hears(raw, '401');
  raw.socket.write(`${'x'.repeat(2 * SMALL) + head(3)}abc`);
  await hears(raw, '200');
});

it('large bodies share one memory, small ones never wait for it, and it is free again afterwards', async () => {
  const { bodies, head, open, hears } = await world();
  const slow = await open(head(3 * SMALL) + 'x'.repeat(3 * SMALL - 1));
  await vi.waitFor(() => expect(bodies.kept).toBe(3 * SMALL - 1));
  const second = await open(head(2 * SMALL, 'another') + 'x'.repeat(2 * SMALL));
  await hears(second, '503');
  await hears(second, '{"wait":1}');
  const small = await open(head(SMALL) + 'x'.repeat(SMALL));
  await hears(small, `${SMALL}`);
  slow.socket.write('x');
  await hears(slow, `${3 * SMALL}`);
  await vi.waitFor(() => expect(bodies.kept).toBe(0));
  const gone = await open(head(2 * SMALL) + 'x'.repeat(SMALL + 1));
  await vi.waitFor(() => expect(bodies.kept).toBe(SMALL + 1));
  gone.socket.destroy();
  await vi.waitFor(() => expect(bodies.kept).toBe(0));
});

it('strangers and a shop with many large bodies take no room from another shop', async () => {
  const { bodies, lengths, head, open, hears } = await world();
  for (let held = 0; held < 6; held += 1) {
    await open(head(SMALL, 'stranger') + 'x'.repeat(SMALL - 1));
  }
  const slow = await open(head(3 * SMALL) + 'x'.repeat(2 * SMALL));
  await vi.waitFor(() => expect(bodies.kept).toBe(2 * SMALL));
  const more = await open(head(2 * SMALL) + 'x'.repeat(2 * SMALL));
  await hears(more, '503');
  const other = await open(head(2 * SMALL, 'another') + 'x'.repeat(2 * SMALL));
  await hears(other, `${2 * SMALL}`);
  expect(lengths).not.toContain(SMALL - 1);
  slow.socket.write('x'.repeat(SMALL));
  await hears(slow, `${3 * SMALL}`);
  await vi.waitFor(() => expect(bodies.kept).toBe(0));
  const again = await open(head(3 * SMALL) + 'x'.repeat(3 * SMALL));
  await hears(again, `${3 * SMALL}`);
});

it('a body in very many pieces is whole, and one above the bound of its route is refused', async () => {
  const { bodies, head, open, hears } = await world();
  const drops = await open(head(SMALL + 600));
  drops.socket.setNoDelay(true);
  drops.socket.write('x'.repeat(SMALL));
  for (let sent = 1; sent <= 600; sent += 1) {
    const kept = sent > 1 ? SMALL + sent - 1 : 0;
    await vi.waitFor(() => expect(bodies.kept).toBe(kept), { interval: 1 });
    drops.socket.write('x');
  }
  await hears(drops, `${SMALL + 600}`);
  const long = await open(head(3 * SMALL + 1) + 'x'.repeat(3 * SMALL + 1));
  await hears(long, '413');
  expect(bodies.kept).toBe(0);
});
