import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ShellChoice, startApp } from '../../../../main/electron/start-app.ts';
import { systemSecrets } from '../../../../main/electron/system/system-secrets.ts';
import { packageRoot } from '../../../../main/host/adapters/machine.ts';
import { chooseSecretStore } from '../../../../main/host/secrets/choose-store.ts';
import { IPC, type Snapshot } from '../../../../shared/device/bridge/contract.ts';
import type { AnyAnswer } from '../../../../shared/device/commands/table.ts';
import {
  BrowserWindow,
  ipcMain,
  resetElectron,
  safeStorage,
  utilityProcess,
} from '../../../electron-double/electron.ts';
import { startPairingWorld } from '../../host/pairing/pairing-setup.ts';

let folder: string;
beforeEach(() => {
  resetElectron();
  folder = mkdtempSync(join(tmpdir(), 'tillkit-safe-'));
});
afterEach(() => {
  resetElectron();
  rmSync(folder, { recursive: true, force: true });
});

const file = () => readFileSync(join(folder, 'secrets.json'), 'utf8');

test('the operating system protects the secret, and the file names the backend only', async () => {
  const chosen = chooseSecretStore(folder, await systemSecrets('linux'), 'refused');
  if (!chosen.ok) throw new Error(chosen.refusal.description);
  await chosen.value.write('till', 'the private key');
  expect(file()).toContain('os:gnome_libsecret');
  expect(file()).not.toContain('private key');
  expect(await chosen.value.read('till')).toEqual({ kind: 'found', secret: 'the private key' });
});

test('a desktop whose store has a publicly known password counts as one without a store', async () => {
  safeStorage.backend = 'basic_text';
  const chosen = chooseSecretStore(folder, await systemSecrets('linux'), 'refused');
  expect(chosen.ok).toBe(false);
  // On other systems the backend is the system itself.
  expect((await systemSecrets('darwin')).kind).toBe('available');
});

test('a secret of another backend is unreadable, and a locked key store counts as absent', async () => {
  const first = chooseSecretStore(folder, await systemSecrets('linux'), 'refused');
  if (first.ok) await first.value.write('till', 'key');
  safeStorage.backend = 'kwallet6';
  const other = chooseSecretStore(folder, await systemSecrets('linux'), 'refused');
  if (!other.ok) throw new Error(other.refusal.description);
  expect((await other.value.read('till')).kind).toBe('unreadable');
  safeStorage.available = false;
  expect((await systemSecrets('linux')).kind).toBe('absent');
});

test('in Electron a till pairs over IPC, without an embedded service', async () => {
  const world = await startPairingWorld();
  const stops: (() => Promise<void>)[] = [];
  const remote = { baseUrl: world.service.ready.base_url, secretFile: 'refused' } as const;
  const root = packageRoot();
  const addresses = { port: 0, screenPort: 0, lanAddress: null };
  const plan = { ...addresses, directory: folder, root, caFile: null, words: [] };
  const shell: ShellChoice = {
    settings: {},
    mode: 'window',
    graphics: { mode: () => 'hardware', giveUp: () => undefined },
    report: () => undefined,
    endThen: (run) => run(),
  };
  await startApp({ ...plan, remote, window: 'as_set' }, stops, shell);
  expect(utilityProcess.forks).toHaveLength(0);
  const contents = BrowserWindow.getAllWindows()[0]?.webContents;
  if (!contents) throw new Error('no window');
  const event = { sender: contents, senderFrame: contents.mainFrame };
  const snapshot = async () => (await ipcMain.play(event, IPC.subscribe)) as Snapshot;
  const call = (step: unknown) =>
    ipcMain.play(event, IPC.call, { type: 'setup', step }) as Promise<AnyAnswer>;
  expect((await snapshot()).setup).toMatchObject({ secrets: 'kept', why: 'first' });
  const { code } = await world.issue('electron-1');
  const address = world.service.ready.base_url;
  expect((await call({ kind: 'pair', address, code, file: 'refused' })).ok).toBe(true);
  const stage = async () => (await snapshot()).setup?.stage.kind ?? 'till';
  await expect.poll(stage).toBe('checked');
  await call({ kind: 'finish' });
  await expect.poll(stage).toBe('till');
  expect(file()).toContain('os:gnome_libsecret');
  expect(file()).not.toContain('PRIVATE KEY');
  for (const stop of stops.reverse()) await stop();
  await world.stop();
});
