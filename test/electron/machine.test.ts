import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setupAutoLaunch } from '../../main/electron/system/auto-launch.ts';
import { setupGraphics } from '../../main/electron/system/command-line.ts';
import { keepCrashes, setupCrashes } from '../../main/electron/system/crashes.ts';
import { setupInstance } from '../../main/electron/system/single-instance.ts';
import {
  loadUpdater,
  type Updater,
  updaterSource,
} from '../../main/electron/updates/updater-source.ts';
import { setupUpdates } from '../../main/electron/updates/updates.ts';
import { createScreenSources, TERMINAL_ALONE } from '../../main/host/bridge/screen-source.ts';
import { DEVICE_SCREEN } from '../../main/host/screens/screens.ts';
import { watchIdle } from '../../main/host/updates/idle-watch.ts';
import type { ReleaseCheck } from '../../main/host/updates/release-check.ts';
import { app, crashReporter, resetElectron } from '../electron-double/electron.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createScriptedTerminal, TILL_SETTINGS } from '../support/scripted-terminal.ts';

let folder: string;
let reports: string[];
const report = (sentence: string) => reports.push(sentence);
beforeEach(() => {
  resetElectron();
  reports = [];
  folder = mkdtempSync(join(tmpdir(), 'tillkit-machine-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('crashes', () => {
  test('are stored here and uploaded nowhere', () => {
    keepCrashes(folder);
    expect(app.paths.get('crashDumps')).toBe(join(folder, 'crashes'));
    expect(crashReporter.starts).toEqual([
      { uploadToServer: false, ignoreSystemCrashHandler: false },
    ]);
  });

  function start() {
    const clock = createManualClock();
    const graphics = setupGraphics(folder, '45.4.1');
    let restarts = 0;
    const restartWhenQuiet = () => {
      restarts += 1;
    };
    setupCrashes({ clock, report, graphics, restartWhenIdle: restartWhenQuiet });
    const die = (type: string, reason = 'crashed') =>
      app.emit('child-process-gone', {}, { type, reason, exitCode: 11, name: '', serviceName: '' });
    return { clock, graphics, die, restarts: () => restarts };
  }

  test('each ended process is reported with its reason', () => {
    const { die } = start();
    die('Utility', 'clean-exit');
    expect(reports).toEqual([]);
    die('Utility', 'oom');
    expect(reports).toEqual(['The process "Utility" ended (oom, code 11).']);
  });

  test('repeated crashes of the graphics process select software rendering once', () => {
    const { die, graphics, restarts } = start();
    die('GPU');
    die('GPU');
    expect([graphics.mode(), restarts()]).toEqual(['hardware', 0]);
    die('GPU');
    die('GPU');
    expect([graphics.mode(), restarts()]).toEqual(['software', 1]);
    expect(app.calls).not.toContain('disableHardwareAcceleration');
    expect(setupGraphics(folder, '45.4.1').mode()).toBe('software');
    expect(app.calls).toContain('disableHardwareAcceleration');
  });

  test('crashes that are far apart do not', () => {
    const { clock, die, graphics } = start();
    for (let count = 0; count < 9; count += 1) {
      die('GPU');
      clock.advance(11 * 60_000);
    }
    expect(graphics.mode()).toBe('hardware');
  });

  test('a new version of Electron tries the graphics card again', () => {
    setupGraphics(folder, '45.4.1').giveUp();
    expect(setupGraphics(folder, '46.0.0').mode()).toBe('hardware');
    expect(existsSync(join(folder, 'graphics.json'))).toBe(false);
    expect(app.calls).toEqual([]);
  });
});

describe('starting with the computer', () => {
  const machine = (platform: NodeJS.Platform, env = {}) => ({
    platform,
    home: folder,
    env,
    zone: 'UTC',
  });
  const file = () => join(folder, '.config/autostart/no.tillkit.till.desktop');

  test('is not changed without a setting or in a tree that is not installed', () => {
    setupAutoLaunch('on', machine('linux'), []);
    app.isPackaged = true;
    setupAutoLaunch(undefined, machine('linux'), []);
    setupAutoLaunch(undefined, machine('win32'), []);
    expect([existsSync(file()), app.loginItems]).toEqual([false, []]);
  });

  test('is a login item on Windows and macOS', () => {
    app.isPackaged = true;
    setupAutoLaunch('on', machine('win32'), ['--kiosk']);
    setupAutoLaunch('off', machine('darwin'), []);
    expect(app.loginItems).toEqual([
      { openAtLogin: true, args: ['--kiosk'] },
      { openAtLogin: false, args: [] },
    ]);
  });

  test('is a file on Linux that names an AppImage by its path', () => {
    app.isPackaged = true;
    setupAutoLaunch('on', machine('linux', { APPIMAGE: '/home/a/Till.AppImage' }), ['--kiosk']);
    expect(readFileSync(file(), 'utf8')).toContain('Exec="/home/a/Till.AppImage" "--kiosk"');
    setupAutoLaunch('off', machine('linux'), []);
    expect(existsSync(file())).toBe(false);
  });
});

test('a stale lock in the profile does not prevent the start', () => {
  app.setPath('userData', folder);
  symlinkSync('a-machine-of-yesterday-1', join(folder, 'SingletonLock'));
  // The link was made just now, by another name: it may be another machine's, so it stays.
  expect(setupInstance('linux')).toBe(true);
  expect(app.calls.join()).toContain('requestSingleInstanceLock');
});

describe('updates', () => {
  function fakeUpdater(version: string | null) {
    const calls: string[] = [];
    const updater: Updater = {
      autoDownload: true,
      autoInstallOnAppQuit: true,
      autoRunAppAfterInstall: false,
      allowDowngrade: true,
      logger: console,
      setFeedURL: ({ provider, url }) => calls.push(`${provider} ${url}`),
      checkForUpdates: () =>
        Promise.resolve({
          updateInfo: { version: version ?? '0.1.0', files: [] },
          isUpdateAvailable: version !== null,
        }),
      downloadUpdate: () => {
        calls.push('download');
        return Promise.resolve([]);
      },
      quitAndInstall: (silent, again) => calls.push(`install ${silent} ${again}`),
    };
    return { updater, calls };
  }
  const FEED = 'https://updates.example.com/till/';
  const SIGNED: ReleaseCheck = {
    offer: async () => ({ product: 'tillkit', version: '1.2.0', files: [] }),
    fetched: async () => undefined,
  };

  test('the updater does nothing automatically and installs no older version', async () => {
    const { updater, calls } = fakeUpdater('1.2.0');
    const source = updaterSource(updater, FEED, SIGNED);
    expect([updater.autoDownload, updater.autoInstallOnAppQuit, updater.allowDowngrade]).toEqual([
      ...[false, false, false],
    ]);
    expect([updater.autoRunAppAfterInstall, updater.logger]).toEqual([true, null]);
    expect(await source.obtain()).toBe('1.2.0');
    source.install();
    expect(calls).toEqual([`generic ${FEED}`, 'download', 'install true true']);
  });

  test('an unsigned update is neither downloaded nor installed', async () => {
    const { updater, calls } = fakeUpdater('1.2.0');
    const unsigned = { ...SIGNED, offer: () => Promise.reject(new Error('it is not signed')) };
    await expect(updaterSource(updater, FEED, unsigned).obtain()).rejects.toThrow('not signed');
    expect(calls).not.toContain('download');
    const changed = { ...SIGNED, fetched: () => Promise.reject(new Error('it was changed')) };
    app.isPackaged = true;
    const given = { ...parts(async () => updater), releaseCheck: () => changed };
    await setupUpdates(given);
    given.clock.advance(30_000);
    await expect.poll(() => reports.join()).toContain('it was changed');
    given.clock.advance(60 * 60_000);
    expect(calls.join()).not.toContain('install');
  });

  test('no newer version means no update', async () => {
    const { updater, calls } = fakeUpdater(null);
    expect(await updaterSource(updater, FEED, SIGNED).obtain()).toBe(null);
    expect(calls).not.toContain('download');
  });

  const parts = (load: () => Promise<Updater | null>) => {
    const clock = createManualClock();
    const { terminal } = createScriptedTerminal();
    const idle = watchIdle(
      createScreenSources(terminal, TILL_SETTINGS, TERMINAL_ALONE)(DEVICE_SCREEN),
      clock,
    );
    const settings = { feed_url: FEED, install: 'idle' } as const;
    const endThen = (run: () => void) => {
      reports.push('ended');
      run();
    };
    return { settings, load, releaseCheck: () => SIGNED, idle, clock, report, endThen };
  };

  test('a program that was built without the updater reports it', async () => {
    app.isPackaged = true;
    await setupUpdates(parts(async () => null));
    expect(reports.join()).toContain('built without the updater');
  });

  test('a tree that is not installed does not check for updates', async () => {
    const given = parts(() => Promise.reject(new Error('it was loaded')));
    await setupUpdates(given);
    expect(given.clock.armed()).toBe(0);
  });

  test('an installed program checks for updates soon after its start', async () => {
    app.isPackaged = true;
    const { updater, calls } = fakeUpdater('1.2.0');
    const given = parts(async () => updater);
    await setupUpdates(given);
    given.clock.advance(30_000);
    await expect.poll(() => calls).toContain('install true true');
    expect(calls.indexOf('download')).toBeGreaterThan(0);
    expect(reports.at(-1)).toBe('ended');
    given.clock.advance(9 * 60_000);
    expect(app.calls).toEqual([]);
    given.clock.advance(2 * 60_000);
    expect(app.calls).toEqual(['relaunch']);
  });

  test('a missing updater loads as null', async () => {
    const loaded = await loadUpdater();
    expect(loaded === null || typeof loaded.checkForUpdates === 'function').toBe(true);
  });
});
