import {
  existsSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { keepIn } from '../../main/host/adapters/kept-value.ts';
import { realFiles } from '../../main/host/adapters/small-files.ts';
import { loadShellSettings } from '../../main/host/settings/shell-settings.ts';
import { windowMode } from '../../main/host/settings/window-mode.ts';
import {
  AUTOSTART_FILE,
  autostartFolder,
  setAutostart,
} from '../../main/host/system/autostart-file.ts';
import { pruneCrashFiles } from '../../main/host/system/crash-files.ts';
import { openShellLog } from '../../main/host/system/log-file.ts';
import {
  bootTime,
  clearStaleInstance,
  programOf,
  type ThisMachine,
} from '../../main/host/system/stale-instance.ts';
import { createManualClock } from '../support/manual-clock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-shell-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the settings of this machine’s windows', () => {
  const write = (value: unknown) =>
    writeFileSync(join(folder, 'shell.json'), JSON.stringify(value));

  test('are empty without a file, and read from a file', () => {
    expect(loadShellSettings(folder)).toEqual({});
    const whole = {
      window: 'kiosk',
      customer_display: { label: 'Pole 10' },
      start_with_computer: 'on',
      updates: { feed_url: 'https://updates.example.com/till/', install: 'idle' },
    };
    write(whole);
    expect(loadShellSettings(folder)).toEqual(whole);
  });

  test.each([
    [{ window: 'huge' }, 'window'],
    [{ customer_display: 'second' }, 'customer_display'],
    [{ updates: { feed_url: 'http://updates.example.com/', install: 'idle' } }, 'updates'],
    [{ updates: { feed_url: 'https://updates.example.com/', install: 'now' } }, 'updates'],
    [{ windows: 'kiosk' }, 'windows'],
  ])('%j is refused by the name of the field', (value, field) => {
    write(value);
    expect(() => loadShellSettings(folder)).toThrow(field);
  });

  test('a file that is not JSON is reported', () => {
    writeFileSync(join(folder, 'shell.json'), '{');
    expect(() => loadShellSettings(folder)).toThrow('not readable as JSON');
  });
});

test('the command line decides, then the settings, then how the program was packaged', () => {
  const wish = (window: 'as_set' | 'kiosk') => ({ root: folder, window });
  expect(windowMode(wish('as_set'), {})).toBe('window');
  writeFileSync(join(folder, 'package.json'), '{"tillkit":{"window":"kiosk"}}');
  expect(windowMode(wish('as_set'), {})).toBe('kiosk');
  expect(windowMode(wish('as_set'), { window: 'window' })).toBe('window');
  expect(windowMode(wish('kiosk'), { window: 'window' })).toBe('kiosk');
});

test('a kept value is read again, and an unreadable one is null', () => {
  const path = join(folder, 'kept.json');
  const kept = keepIn(realFiles, path, z.strictObject({ id: z.number() }));
  expect(kept.read()).toBe(null);
  kept.write({ id: 7 });
  expect(kept.read()).toEqual({ id: 7 });
  for (const broken of ['{"id":', '{"id":"7"}', '']) {
    writeFileSync(path, broken);
    expect(kept.read()).toBe(null);
  }
  kept.forget();
  expect(readdirSync(folder)).toEqual([]);
  keepIn(realFiles, join(folder, 'no/such/folder'), z.number()).write(1);
});

describe('crash dumps', () => {
  const dump = (name: string, bytes: number, day: number) => {
    const path = join(folder, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, Buffer.alloc(bytes));
    utimesSync(path, day, day);
  };

  test('the newest are kept within both limits, in every subfolder', () => {
    for (let day = 1; day <= 9; day += 1) dump(`completed/${day}.dmp`, 100, day);
    dump('settings.dat', 10, 1);
    expect(pruneCrashFiles(folder, { files: 5, bytes: 10_000 })).toBe(5);
    expect(readdirSync(join(folder, 'completed')).sort()).toEqual(
      [5, 6, 7, 8, 9].map((day) => `${day}.dmp`),
    );
    expect(pruneCrashFiles(folder, { files: 5, bytes: 250 })).toBe(2);
    expect(existsSync(join(folder, 'settings.dat'))).toBe(true);
  });

  test('a missing folder is no error', () => {
    expect(pruneCrashFiles(join(folder, 'none'))).toBe(0);
  });
});

test('the log keeps each sentence on one line, is private, and stays small', () => {
  const path = join(folder, 'electron.log');
  const log = openShellLog(path, createManualClock(0));
  log('The screen\nended.');
  expect(readFileSync(path, 'utf8')).toBe('1970-01-01T00:00:00.000Z The screen ended.\n');
  expect(statSync(path).mode & 0o077).toBe(0);
  for (let line = 0; line < 1_200; line += 1) log('x'.repeat(3_000));
  expect(readdirSync(folder).sort()).toEqual(['electron.log', 'electron.log.1']);
  expect(statSync(path).size + statSync(`${path}.1`).size).toBeLessThan(2.1 * 1024 * 1024);
  openShellLog(join(folder, 'no/such/folder.log'), createManualClock())('nothing happens');
});

describe('starting with the computer', () => {
  const path = () => join(folder, 'autostart', AUTOSTART_FILE);
  const set = (program: string | null, ...args: string[]) =>
    setAutostart(join(folder, 'autostart'), program === null ? null : { program, args });

  test('writes the file once, updates a moved program, and removes the file', () => {
    set('/opt/Tillkit/tillkit', '--kiosk');
    expect(readFileSync(path(), 'utf8')).toContain('Exec="/opt/Tillkit/tillkit" "--kiosk"\n');
    utimesSync(path(), 1, 1);
    set('/opt/Tillkit/tillkit', '--kiosk');
    expect(statSync(path()).mtimeMs).toBe(1_000);
    set('/home/a/Till.AppImage');
    expect(readFileSync(path(), 'utf8')).toContain('Exec="/home/a/Till.AppImage"\n');
    set(null);
    expect(existsSync(path())).toBe(false);
    set(null);
  });

  test('a path cannot add other keys to the file', () => {
    set('/a b/100%/"x"/$HOME/`id`/till\nExec=evil');
    const lines = readFileSync(path(), 'utf8').split('\n');
    expect(lines.filter((line) => line.startsWith('Exec='))).toEqual([
      'Exec="/a b/100%%/\\\\"x\\\\"/\\\\$HOME/\\\\`id\\\\`/till Exec=evil"',
    ]);
  });

  test('the folder is the desktop’s autostart folder', () => {
    expect(autostartFolder('/home/a', {})).toBe('/home/a/.config/autostart');
    expect(autostartFolder('/home/a', { XDG_CONFIG_HOME: '/c' })).toBe('/c/autostart');
    expect(autostartFolder('/home/a', { XDG_CONFIG_HOME: 'c' })).toBe('/home/a/.config/autostart');
  });
});

describe('the mark of an instance that is gone', () => {
  const NOW = Date.now();
  const machine = (over: Partial<ThisMachine> = {}): ThisMachine => ({
    host: 'till-1',
    booted: NOW - 60 * 60_000,
    program: '/opt/till',
    programOf: () => null,
    ...over,
  });
  const mark = (target: string) => {
    symlinkSync(target, join(folder, 'SingletonLock'));
    // The file system's clock can differ from this process's.
    lutimesSync(join(folder, 'SingletonLock'), NOW / 1_000, NOW / 1_000);
    symlinkSync('/tmp/x/SingletonSocket', join(folder, 'SingletonSocket'));
  };
  const left = () => readdirSync(folder).sort();

  test('is absent without a lock', () => {
    expect(clearStaleInstance(folder, machine())).toBe('nothing');
  });

  test('of this program, still running, stays', () => {
    mark('till-1-4711');
    const running = machine({ programOf: (pid) => (pid === 4711 ? '/opt/till' : null) });
    expect(clearStaleInstance(folder, running)).toBe('nothing');
    expect(readlinkSync(join(folder, 'SingletonLock'))).toBe('till-1-4711');
  });

  test.each([
    ['its process is gone', machine()],
    ['its process id belongs to another program now', machine({ programOf: () => '/bin/sh' })],
    ['it is older than this start of the machine', machine({ booted: NOW + 10 * 60_000 })],
    [
      'it is older, under the machine’s earlier name',
      machine({ booted: NOW + 10 * 60_000, host: 'till-renamed' }),
    ],
  ])('goes when %s', (_why, here) => {
    mark('till-1-4711');
    expect(clearStaleInstance(folder, here)).toBe('cleared');
    expect(left()).toEqual([]);
  });

  test('of another machine on a shared disk stays', () => {
    mark('till-2-4711');
    expect(clearStaleInstance(folder, machine())).toBe('nothing');
    expect(left()).toHaveLength(2);
  });

  test('a link of another program stays', () => {
    mark('nonsense');
    expect(clearStaleInstance(folder, machine())).toBe('nothing');
  });

  test('the real machine’s boot time and programs are read', () => {
    expect(programOf(process.pid, 'own')).toMatch(/node/);
    expect(programOf(2 ** 30, 'own')).toBe(null);
    const booted = bootTime();
    expect(booted).toBeLessThan(NOW);
  });
});
