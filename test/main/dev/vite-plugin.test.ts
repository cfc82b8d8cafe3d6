import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { packageRoot } from '../../../main/host/adapters/machine.ts';
import { BRIDGE_PATH, BRIDGE_SUBPROTOCOL } from '../../../shared/bridge/address.ts';
import { type Command, runCommand } from '../start/run-till.ts';

/* A page under `vite dev` gets a token with each load, and its bridge leads to a till. */

const data = mkdtempSync(join(tmpdir(), 'tillkit-vite-'));
let vite: Command;
let origin: string;
beforeAll(async () => {
  const plugin = pathToFileURL(join(packageRoot(), 'main/dev/vite-plugin.ts')).href;
  const options = { cacheDir: join(data, 'cache'), optimizeDeps: { noDiscovery: true } };
  const config = join(data, 'vite.config.mjs');
  const plugins = `[tillkit({ data: ${JSON.stringify(data)} })]`;
  const lines = [
    `import { tillkit } from ${JSON.stringify(plugin)};`,
    `export default { ...${JSON.stringify(options)}, plugins: ${plugins} };`,
  ];
  writeFileSync(config, lines.join('\n'));
  const page = join(packageRoot(), 'examples/react-till');
  const args = [page, '--config', config, '--configLoader', 'native', '--host', '127.0.0.1'];
  vite = runCommand('node_modules/vite/bin/vite.js', args);
  const [, port = ''] = await vite.line(/127\.0\.0\.1:\D*(\d+)\D*\/\D*$/m);
  origin = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  vite.signal('SIGTERM');
  await vite.ended;
  rmSync(data, { recursive: true, force: true });
});

it('gives each page load a separate token, which connects the page to the till', async () => {
  const tokens = new Set<string>();
  for (let load = 0; load < 2; load += 1) {
    const page = await (await fetch(`${origin}/`, { headers: { accept: 'text/html' } })).text();
    const [, token = ''] = /name="tillkit-token" content="([^"]+)"/.exec(page) ?? [];
    expect(page).toContain('id="tillkit-first"');
    tokens.add(token);
    const frame = await new Promise((resolve, reject) => {
      const address = origin.replace('http', 'ws') + BRIDGE_PATH;
      const socket = new WebSocket(address, BRIDGE_SUBPROTOCOL, { origin });
      socket.on('error', reject);
      socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', token })));
      socket.on('message', (bytes) => {
        socket.close();
        socket.once('close', () => resolve(JSON.parse(String(bytes))));
      });
    });
    expect(frame).toMatchObject({ type: 'snapshot', snapshot: { settings: { currency: 'NOK' } } });
  }
  expect(tokens.size).toBe(2);
});
