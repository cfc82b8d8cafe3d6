import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exampleFlow } from './flows.ts';
import { type HttpPeer, measurePeer, nothingMissing } from './http-peer.ts';
import { installPeer } from './installed.ts';

/* The bench continues without a registry and with a broken peer, and prints the reason. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-peers-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe('the installation of a peer', () => {
  it.each([
    ['does not answer', () => {}],
    ['closes the connection', (socket: { destroy(): void }) => socket.destroy()],
  ])('reports a registry that %s, and leaves no file', async (_, answer) => {
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
    expect(peer).toMatchObject({ ok: false, why: expect.stringContaining('other users') });
  });
});

/** A peer that runs `script` as its server. The script may use the variable `port`. */
function peerOf(script: string): HttpPeer {
  return {
    name: 'a peer',
    packages: [],
    calls: '',
    durability: '',
    missingRequirement: nothingMissing,
    prepare: () => {},
    command: (_, __, port) => [process.execPath, '-e', `const port = ${port}; ${script}`],
    warmUp: 0,
    flow: exampleFlow,
  };
}

const serverThat = (answers: string) =>
  `require('node:http').createServer((request, response) => { ${answers} }).listen(port, '127.0.0.1')`;

const SHORT_LOAD = { connections: 2, seconds: 0.2 };

describe('the measurement of a peer', () => {
  it.each([
    ['ends at once', 'process.exit(1)', 'it did not start: its process ended at once'],
    [
      'refuses requests',
      serverThat('response.writeHead(503).end()'),
      'it answers POST /payment_request/ with 503',
    ],
    ['does not answer requests', serverThat(''), 'it stopped answering'],
    ['closes connections', serverThat('request.socket.destroy()'), 'connection closed'],
    ['answers without an id', serverThat('response.end("{}")'), 'it created no payment'],
  ])('gives the reason for a peer that %s, and ends its process', async (_, script, why) => {
    expect(await measurePeer(peerOf(script), folder, SHORT_LOAD)).toEqual({ ok: false, why });
    expect(readdirSync(folder).filter((name) => name.includes('bench-peer'))).toEqual([]);
  });

  it('gives a rate, and passes no environment variable of the bench to the peer', async () => {
    vi.stubEnv('A_SECRET_OF_OURS', 'secret');
    const answers = `request.resume(); response.statusCode = process.env.A_SECRET_OF_OURS ? 500 : 201;
      response.end('{"id":"one"}')`;
    const rate = await measurePeer(peerOf(serverThat(answers)), folder, SHORT_LOAD);
    expect(rate).toMatchObject({ ok: true });
    expect(rate.ok && rate.value.rate).toBeGreaterThan(1);
  });
});
