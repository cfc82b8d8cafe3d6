import { once } from 'node:events';
import { type ClientRequest, createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { createDownloads } from '../../../service/portal/downloads.ts';
import { errorReply } from '../../../shared/node/http/error-reply.ts';
import { send } from '../../../shared/node/http/reply.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { until } from '../../support/last-resort.ts';

describe('a download', () => {
  const CHUNK = 'x'.repeat(64 * 1024);
  /** A file without end, which says how much of it was made and whether it was given up. */
  function endless() {
    const made = { parts: 0, ended: false };
    async function* parts() {
      try {
        for (;;) {
          made.parts += 1;
          yield CHUNK;
          await new Promise(setImmediate);
        }
      } finally {
        made.ended = true;
      }
    }
    return { made, parts: parts() };
  }

  async function serving<T>(
    parts: () => AsyncIterable<string>,
    work: (open: () => Promise<IncomingMessage>) => Promise<T>,
  ): Promise<T> {
    const downloads = createDownloads(() => {});
    const app = express();
    app.get('/', async (_request, response) => {
      const file = { name: 'f.csv', chunks: parts() };
      const opened = downloads.open('m', file);
      const framing = { requestId: 'r-1', mediaType: 'application/json', close: false };
      send(response, opened.ok ? opened.value : errorReply(opened.refusal), framing);
    });
    const server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const requests: ClientRequest[] = [];
    const open = async () => {
      const request = get({ host: '127.0.0.1', port, agent: false });
      requests.push(request);
      request.on('error', () => {});
      const [reply] = await once(request, 'response');
      return reply as IncomingMessage;
    };
    try {
      return await work(open);
    } finally {
      // A client that does not read does not notice the server's end.
      for (const request of requests) request.destroy();
      server.closeAllConnections();
      server.close();
    }
  }

  it('is produced at the speed of the reader, and stopped when the reader disconnects', async () => {
    const { made, parts } = endless();
    await serving(
      () => parts,
      async (open) => {
        const reply = await open();
        // The client reads nothing: the buffers of the connection fill, and then the service stops
        // writing.
        await until(
          async () => {
            const before = made.parts;
            // It makes a part a turn where it is not held up.
            for (let turn = 0; turn < 1_000; turn += 1) {
              await new Promise((resolve) => setImmediate(resolve));
            }
            return made.parts - before;
          },
          (more) => more === 0,
        );
        expect(made.parts).toBeLessThan(400);
        expect(made.ended).toBe(false);
        reply.destroy();
        await expect.poll(() => made.ended).toBe(true);
      },
    );
  });

  it('is refused with 503 and Retry-After while too many are in progress', async () => {
    const files: ReturnType<typeof endless>[] = [];
    const next = () => {
      const one = endless();
      files.push(one);
      return one.parts;
    };
    await serving(next, async (open) => {
      const running = [];
      for (let count = 0; count < LIMITS.portalDownloadsPerMerchant; count += 1) {
        running.push(await open());
      }
      const refused = await open();
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1']);
      refused.resume();
      running[0]?.destroy();
      await expect.poll(() => files[0]?.made.ended).toBe(true);
      expect((await open()).statusCode).toBe(200);
    });
  });

  it('that fails in the middle is aborted, so that the reader sees it is incomplete', async () => {
    async function* broken() {
      yield CHUNK;
      throw new Error('the store is away');
    }
    await serving(broken, async (open) => {
      const reply = await open();
      reply.on('error', () => {});
      await new Promise((resolve) => reply.on('close', resolve).resume());
      expect(reply.complete).toBe(false);
    });
  });
});
