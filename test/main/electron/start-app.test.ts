import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ShellChoice, startApp } from '../../../main/electron/start-app.ts';
import { WATCH_IPC } from '../../../main/electron/windows/watchdog.ts';
import { packageRoot } from '../../../main/host/adapters/machine.ts';
import { AUTOSTART_FILE } from '../../../main/host/system/autostart-file.ts';
import { type Bridge, IPC, type Snapshot } from '../../../shared/device/bridge/contract.ts';
import type { AnyAnswer } from '../../../shared/device/commands/table.ts';
import {
  app,
  BrowserWindow,
  contextBridge,
  crashReporter,
  dialogs,
  ipcMain,
  ipcRenderer,
  menus,
  protocol,
  resetElectron,
  utilityProcess,
} from '../../electron-double/electron.ts';
import { realServices } from '../../electron-double/real-service.ts';
import { createIssuer } from '../../support/certificates.ts';
import { takePort } from '../../support/free-port.ts';
import { idIn } from '../../support/host-commands.ts';
import { forgetSignals } from '../../support/own-signals.ts';
import { startTlsProxy } from '../../support/tls-proxy.ts';
import { startPairingWorld } from '../host/pairing/pairing-setup.ts';

/*
 * Main, preload and the service's process as they run in Electron, without its binary: the double
 * carries IPC, and the utility process is a real Node process with the real service in it.
 */
const ROOT = packageRoot();
let folder: string;
let stops: (() => Promise<void>)[];
let services: ReturnType<typeof realServices>;
let loads = 0;
forgetSignals();

beforeEach(() => {
  resetElectron();
  folder = mkdtempSync(join(tmpdir(), 'tillkit-electron-'));
  stops = [];
  services = realServices();
  utilityProcess.onFork = services.onFork;
});

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  await services.end();
  resetElectron();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const plan = () => ({
  directory: folder,
  port: 0,
  screenPort: 0,
  lanAddress: null,
  caFile: null,
  root: ROOT,
  remote: null,
  window: 'as_set' as const,
  words: [],
});

const shell = (): ShellChoice => ({
  settings: {},
  mode: 'window',
  graphics: { mode: () => 'hardware', giveUp: () => undefined },
  report: () => undefined,
  endThen: (run) => run(),
});

function isBridge(value: unknown): value is Bridge {
  return typeof value === 'object' && value !== null && 'call' in value;
}

/** What the page of the opened window has, with the snapshots that it was given. */
async function openPage() {
  const contents = BrowserWindow.all[0]?.webContents;
  if (!contents) throw new Error('no window was opened');
  ipcRenderer.contents = contents;
  // Main asks the page every ten seconds what it shows: a test that takes longer is asked too.
  vi.stubGlobal('document', { getElementById: () => ({ childElementCount: 1 }) });
  await import('../../../main/preload/till.ts');
  const bridge = contextBridge.exposed.get('tillkit');
  if (!isBridge(bridge)) throw new Error('the preload exposed no bridge');
  let latest: Snapshot | null = null;
  bridge.subscribe((snapshot) => {
    latest = snapshot;
  });
  return { bridge, contents, stateOf: () => latest?.view.sales[0]?.state.kind ?? 'none' };
}

test('the till starts, sells, survives a crash of its service, and stops', async () => {
  // The system must not give the port to another program while the service starts again.
  await startApp({ ...plan(), port: await takePort() }, stops, shell());
  const { bridge, contents, stateOf } = await openPage();
  const sale = { amount: 12_500, method: { kind: 'qr' } } as const;
  const started = await bridge.call({ type: 'start_sale', request: sale });
  expect(started).toMatchObject({ ok: true, value: { id: expect.any(String) } });
  await expect.poll(stateOf).toBe('waiting_scan');
  const channels = new Set(contents.sent.map(({ channel }) => channel));
  channels.delete(WATCH_IPC.ping);
  expect([...channels]).toEqual([IPC.snapshot]);

  services.processes[0]?.kill('SIGKILL');
  await expect.poll(() => services.processes.length).toBe(2);
  await expect.poll(stateOf).toBe('waiting_scan');
  const id = idIn(started);
  expect((await bridge.call({ type: 'act', saleId: id, action: 'cancel' })).ok).toBe(true);
  await expect.poll(stateOf).toBe('aborted');

  for (const stop of stops.splice(0).reverse()) await stop();
  expect(services.processes.map((real) => real.exitCode ?? real.signalCode)).toEqual([
    'SIGKILL',
    0,
  ]);
});

test('a start on the data of a running till is refused', async () => {
  await startApp(plan(), stops, shell());
  const again = startApp(plan(), [], shell());
  await expect(again).rejects.toThrow(/in use/);
});

test('the service trusts the file of authorities, and a start with the computer names it again', async () => {
  app.isPackaged = true;
  vi.stubEnv('XDG_CONFIG_HOME', folder);
  const caFile = join(folder, 'shop ca.pem');
  const settings = { start_with_computer: 'on' } as const;
  const start = () => startApp({ ...plan(), caFile }, stops, { ...shell(), settings });
  await expect(start()).rejects.toThrow(/shop ca\.pem cannot be read \(ENOENT\)/);
  writeFileSync(caFile, createIssuer('Shop').cert);
  await start();
  const kept =
    process.platform === 'linux'
      ? readFileSync(join(folder, 'autostart', AUTOSTART_FILE), 'utf8')
      : JSON.stringify(app.loginItems);
  expect(kept).toMatch(/"--ca-file"[ ,]".*shop ca\.pem"/);
});

/** Runs main as Electron does, with these arguments after the script's. */
async function runMain(...args: readonly string[]): Promise<void> {
  const before = process.argv;
  process.argv = app.isPackaged ? ['tillkit', ...args] : ['electron', 'main.js', ...args];
  loads += 1;
  await import(/* @vite-ignore */ `../../../main/electron/main.ts?load=${loads}`);
  process.argv = before;
}

test('main starts from its command line, is hardened before any window, and quits', async () => {
  await runMain('--data', folder, '--port', '0');
  expect(app.calls).toContain('enableSandbox');
  expect(protocol.privileged).toHaveLength(1);
  expect(app.paths.get('userData')).toBe(`${folder}/electron`);
  expect(app.paths.get('crashDumps')).toBe(`${folder}/crashes`);
  expect(crashReporter.starts).toMatchObject([{ uploadToServer: false }]);
  expect(menus).toEqual([null]);
  await expect.poll(() => BrowserWindow.all.length).toBe(1);
  expect(BrowserWindow.all[0]?.webContents.windowOpenHandler).not.toBe(null);
  app.quit();
  await expect.poll(() => app.quits.at(-1)).toEqual({ prevented: false });
  expect(services.processes[0]?.exitCode).toBe(0);
});

test('main starts as a kiosk, which cannot be closed by hand', async () => {
  await runMain('--data', folder, '--port', '0', '--kiosk', '--ozone-platform=x11');
  await expect.poll(() => BrowserWindow.all.length).toBe(1);
  const [window] = BrowserWindow.all;
  expect(window?.options).toMatchObject({ kiosk: true, webPreferences: { devTools: false } });
  expect([...app.switches.keys()]).toContain('overscroll-history-navigation');
  window?.close();
  expect(window?.isDestroyed()).toBe(false);
  app.quit();
  await expect.poll(() => app.quits.at(-1)).toEqual({ prevented: false });
  window?.close();
  expect(window?.isDestroyed()).toBe(true);
});

test.each(['--no-sandbox', '--remote-debugging-port=9222', '--disable-web-security'])(
  'a switch that disables protection is refused: %s',
  async (word) => {
    await runMain('--data', folder, word);
    await expect.poll(() => app.exits).toEqual([1]);
    expect(dialogs[0]?.content).toContain(word.split('=')[0]);
  },
);

test('main refuses a file of authorities that it cannot read', async () => {
  const service = ['--service', 'https://pay.example'];
  await runMain('--data', folder, ...service, '--ca-file', join(folder, 'no.pem'));
  await expect.poll(() => app.exits).toEqual([1]);
  expect(dialogs[0]?.content).toMatch(/no\.pem cannot be read \(ENOENT\)\.$/);
});

test('main reaches a service behind a private authority that --ca-file names', async () => {
  const usual = tls.getCACertificates('default');
  const [world, proxy] = await Promise.all([startPairingWorld(), startTlsProxy()]);
  try {
    const { port, pathname } = new URL(world.service.ready.base_url);
    proxy.target = Number(port);
    const authority = join(world.folder(), 'shop-ca.pem');
    writeFileSync(authority, proxy.ca);
    const address = proxy.origin + pathname;
    await runMain('--data', folder, '--port', '0', '--service', address, '--ca-file', authority);
    await expect.poll(() => BrowserWindow.all.length).toBe(1);
    const contents = BrowserWindow.all[0]?.webContents;
    if (!contents) throw new Error('no window');
    const event = { sender: contents, senderFrame: contents.mainFrame };
    const { code } = await world.issue('electron-tls');
    const step = { kind: 'pair', address, code, file: 'allowed' };
    const call = { type: 'setup', step };
    expect(((await ipcMain.play(event, IPC.call, call)) as AnyAnswer).ok).toBe(true);
    const firstCheck = async () => {
      const { setup } = (await ipcMain.play(event, IPC.subscribe)) as Snapshot;
      return setup?.stage.kind === 'checked' ? setup.stage.results[0] : setup?.stage;
    };
    await expect.poll(firstCheck).toMatchObject({ id: 'address', state: 'passed' });
    app.quit();
    await expect.poll(() => app.quits.at(-1)).toEqual({ prevented: false });
  } finally {
    tls.setDefaultCACertificates(usual);
    delete process.env.NODE_EXTRA_CA_CERTS;
    await proxy.stop();
    await world.stop();
  }
});

test('a packaged till removes the debugger switches first', async () => {
  app.isPackaged = true;
  for (const name of ['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'lang']) {
    app.commandLine.appendSwitch(name, '1');
  }
  await runMain('--data', folder, '--remote-debugging-port=9222');
  await expect.poll(() => app.exits).toEqual([1]);
  expect([...app.switches.keys()]).toEqual(['lang']);
});

/** What the one window of a packaged till shows at its start with these arguments. */
async function installed(...args: readonly string[]): Promise<Snapshot> {
  app.isPackaged = true;
  await runMain('--data', folder, '--port', '0', ...args);
  await expect.poll(() => BrowserWindow.all.length).toBe(1);
  const contents = BrowserWindow.all[0]?.webContents;
  if (!contents) throw new Error('no window');
  const event = { sender: contents, senderFrame: contents.mainFrame };
  return (await ipcMain.play(event, IPC.subscribe)) as Snapshot;
}

async function quit(): Promise<void> {
  app.quit();
  await expect.poll(() => app.quits.at(-1)).toEqual({ prevented: false });
}

test('an installed till without a service asks for one, and starts no demo', async () => {
  const { setup } = await installed();
  expect(setup).toMatchObject({ why: 'first', facts: { address: null } });
  expect(services.processes).toEqual([]);
  await quit();
});

test('an installed till begins the demo where it is asked to, and goes on with it', async () => {
  expect((await installed('--demo')).setup).toBe(undefined);
  await quit();
  resetElectron();
  utilityProcess.onFork = services.onFork;
  expect((await installed()).setup).toBe(undefined);
  expect(services.processes).toHaveLength(2);
  await quit();
});

test('a second start changes nothing and quits', async () => {
  app.instanceLock = false;
  await runMain('--data', folder, '--port', '0');
  await expect.poll(() => app.exits).toEqual([1]);
  expect([services.processes.length, BrowserWindow.all.length]).toEqual([0, 0]);
});

test('invalid arguments are reported and end the start', async () => {
  await runMain('--colour');
  await expect.poll(() => app.exits).toEqual([1]);
  expect(dialogs[0]?.content).toContain('--colour');
});
