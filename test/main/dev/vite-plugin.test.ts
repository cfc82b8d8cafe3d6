import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { ENVIRONMENT_FILE } from '../../../main/dev/dev-till.ts';
import { tillkit } from '../../../main/dev/vite-plugin.ts';
import { packageRoot } from '../../../main/host/adapters/machine.ts';
import { BRIDGE_PATH, BRIDGE_SUBPROTOCOL } from '../../../shared/device/bridge/address.ts';
import { type Command, runCommand } from '../start/run-till.ts';

/* A page under `vite dev` gets a token with each load, and its bridge leads to a till. */

const VITE = 'node_modules/vite/bin/vite.js';
const PAGE = join(packageRoot(), 'examples/react-till');
let data: string;
/** The data folder of the till, which the plugin makes. */
let folder: string;
let config: string;
let environment: string;
let vite: Command;
let origin: string;
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'tillkit-vite-'));
  folder = join(data, 'till');
  config = join(data, 'vite.config.mjs');
  environment = join(data, '.env');
  const plugin = pathToFileURL(join(packageRoot(), 'main/dev/vite-plugin.ts')).href;
  const folders = { cacheDir: join(data, 'cache'), envDir: data };
  const options = { ...folders, optimizeDeps: { noDiscovery: true } };
  const plugins = `[tillkit({ data: ${JSON.stringify(folder)} })]`;
  const lines = [
    `import { tillkit } from ${JSON.stringify(plugin)};`,
    `export default { ...${JSON.stringify(options)}, plugins: ${plugins} };`,
    '',
  ];
  writeFileSync(config, lines.join('\n'));
  writeFileSync(environment, '');
  vite = runCommand(VITE, argumentsOf(PAGE));
  origin = await originOf(vite);
});
afterAll(async () => {
  vite.signal('SIGTERM');
  await vite.ended;
  rmSync(data, { recursive: true, force: true });
});

function argumentsOf(...words: readonly string[]): readonly string[] {
  return [...words, '--config', config, '--configLoader', 'native', '--host', '127.0.0.1'];
}

async function originOf(command: Command): Promise<string> {
  const [, port = ''] = await command.line(/127\.0\.0\.1:\D*(\d+)\D*\/\D*$/m);
  return `http://127.0.0.1:${port}`;
}

/** Loads the page and returns its token. */
async function loadPage(): Promise<string> {
  // A restart of the server ends connections, so the next page needs a new one.
  const headers = { accept: 'text/html', connection: 'close' };
  const page = await (await fetch(`${origin}/`, { headers })).text();
  expect(page).toContain('id="tillkit-first"');
  return /name="tillkit-token" content="([^"]+)"/.exec(page)?.[1] ?? '';
}

/** The first frame that the page with this token gets. */
function firstFrame(token: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const address = origin.replace('http', 'ws') + BRIDGE_PATH;
    const socket = new WebSocket(address, BRIDGE_SUBPROTOCOL, { origin });
    socket.on('error', reject);
    socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', token })));
    socket.on('message', (bytes) => {
      socket.close();
      socket.once('close', () => resolve(JSON.parse(String(bytes))));
    });
  });
}

const SNAPSHOT = { type: 'snapshot', snapshot: { settings: { currency: 'NOK' } } };

it('gives each page load a separate token, which connects the page to the till', async () => {
  const tokens = [await loadPage(), await loadPage()];
  for (const token of tokens) expect(await firstFrame(token)).toMatchObject(SNAPSHOT);
  expect(new Set(tokens).size).toBe(2);
});

it('a restart of the server keeps the till, and pages from before stay connected to it', async () => {
  const before = await loadPage();
  // Vite restarts its server when a file of its configuration changes.
  appendFileSync(environment, 'VITE_SHOP=Corner\n');
  const [word] = await vite.line(/server restart(ed| failed)/);
  expect(word).toBe('server restarted');
  for (const token of [before, await loadPage()]) {
    expect(await firstFrame(token)).toMatchObject(SNAPSHOT);
  }
});

it.runIf(process.platform !== 'win32')(
  'other users of the machine cannot open the till’s data',
  () => {
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  },
);

it('the last server stops the till before it has closed, and the next server starts it again', async () => {
  const closed = join(data, 'closed');
  const program = join(data, 'servers.mjs');
  const url = (path: string) => JSON.stringify(pathToFileURL(join(packageRoot(), path)).href);
  writeFileSync(
    program,
    `import { existsSync } from 'node:fs';
    import { createServer } from ${url('node_modules/vite/dist/node/index.js')};
    import { tillkit } from ${url('main/dev/vite-plugin.ts')};
    const options = {
      configFile: false, root: ${JSON.stringify(PAGE)}, cacheDir: ${JSON.stringify(join(data, 'cache'))},
      optimizeDeps: { noDiscovery: true }, server: { middlewareMode: true, ws: false },
      plugins: [tillkit({ data: ${JSON.stringify(closed)} })],
    };
    // The database has its log while it is open.
    const names = ${JSON.stringify([ENVIRONMENT_FILE, 'tillkit.db-wal'])};
    const runs = () => names.filter((name) => existsSync(${JSON.stringify(`${closed}/`)} + name)).length;
    for (const name of ['first', 'second']) {
      const server = await createServer(options);
      await server.restart();
      const open = runs();
      await server.close();
      console.log(name, open, runs());
    }`,
  );
  const { code, text } = await runCommand(relative(packageRoot(), program), []).ended;
  expect([code, text]).toEqual([0, expect.stringContaining('second 2 0')]);
});

it('vite preview serves the built page without a till', async () => {
  const built = join(data, 'built');
  mkdirSync(built);
  writeFileSync(join(built, 'index.html'), '<title>Built</title>');
  const preview = runCommand(VITE, argumentsOf('preview', PAGE, '--outDir', built));
  const page = await (await fetch(await originOf(preview))).text();
  preview.signal('SIGTERM');
  expect((await preview.ended).text).not.toContain('tillkit: ');
  expect(page).toBe('<title>Built</title>');
});

it.each([
  [{ command: 'serve', mode: 'development', isPreview: false }, true],
  [{ command: 'serve', mode: 'test' }, false],
  [{ command: 'serve', mode: 'production', isPreview: true }, false],
  [{ command: 'build', mode: 'production' }, false],
] as const)('with the command %j of Vite the plugin applies: %j', (command, applies) => {
  expect(tillkit().apply({}, command)).toBe(applies);
});
