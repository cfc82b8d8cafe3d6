import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exampleFlow } from './flows.ts';
import { type HttpPeer, nothingMissing, underLoad } from './http-peer.ts';
import { installPeer } from './installed.ts';

/* A bench without a registry, and one with a peer that is broken, goes on and says it. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-peers-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe('a registry', () => {
  it.each([
    ['that takes the question and says nothing', () => {}],
    ['that cuts the connection', (socket: { destroy(): void }) => socket.destroy()],
  ])('%s is reported in a sentence, and no file is left', async (_, answer) => {
    const sockets: Socket[] = [];
    const registry = createServer((socket) => {
      sockets.push(socket);
      answer(socket);
    });
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
    const address = registry.address();
    const port = typeof address === 'object' ? address?.port : 0;
    vi.stubEnv('npm_config_registry', `http://127.0.0.1:${port}`);
    try {
      const peer = await installPeer(['a-peer@1.2.3'], 3_000);
      expect(peer).toEqual({ ok: false, why: 'the registry does not answer for a-peer@1.2.3' });
      const [cache = ''] = readdirSync(folder).filter((name) => name.includes('bench-peers'));
      expect(readdirSync(join(folder, cache))).toEqual([]);
    } finally {
      for (const socket of sockets) socket.destroy();
      registry.close();
    }
  });
});

describe('the folder of the peers', () => {
  it('is not used if other users may write to it', async () => {
    vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9');
    await installPeer(['a-peer@1.2.3'], 3_000);
    const [cache = ''] = readdirSync(folder).filter((name) => name.includes('bench-peers'));
    chmodSync(join(folder, cache), 0o777);
    const peer = await installPeer(['a-peer@1.2.3'], 3_000);
    expect(peer).toMatchObject({ ok: false, why: expect.stringContaining('open to others') });
  });
});

/** A peer that is a few words of ours, which have `port`. */
function peerOf(script: string): HttpPeer {
  return {
    name: 'a peer',
    packages: [],
    asked: '',
    durability: '',
    missing: nothingMissing,
    prepare: () => {},
    command: (_, __, port) => [process.execPath, '-e', `const port = ${port}; ${script}`],
    warmUp: 0,
    flow: exampleFlow,
  };
}

const serverThat = (answers: string) =>
  `require('node:http').createServer((request, response) => { ${answers} }).listen(port, '127.0.0.1')`;

const SHORT = { connections: 2, seconds: 0.2, patience: 500 };

describe('a peer', () => {
  it.each([
    ['ends at once', 'process.exit(1)', 'it does not start: it ends as soon as it is started'],
    [
      'answers with a refusal',
      serverThat('response.writeHead(503).end()'),
      'it answers POST /payment_request/ with 503',
    ],
    ['takes requests and is silent', serverThat(''), 'it stopped answering'],
    ['cuts connections', serverThat('request.socket.destroy()'), 'connection closed'],
    ['answers with something else', serverThat('response.end("{}")'), 'nothing was created'],
  ])('that %s is reported in a sentence, and its process has ended', async (_, script, why) => {
    expect(await underLoad(peerOf(script), folder, SHORT)).toEqual({ ok: false, why });
    expect(readdirSync(folder).filter((name) => name.includes('bench-peer'))).toEqual([]);
  });

  it('that answers is measured, and gets no environment variable of the bench', async () => {
    vi.stubEnv('A_SECRET_OF_OURS', 'secret');
    const answers = `request.resume(); response.statusCode = process.env.A_SECRET_OF_OURS ? 500 : 201;
      response.end('{"id":"one"}')`;
    const rate = await underLoad(peerOf(serverThat(answers)), folder, SHORT);
    expect(rate).toMatchObject({ ok: true });
    expect(rate.ok && rate.value.rate).toBeGreaterThan(1);
  });
});
