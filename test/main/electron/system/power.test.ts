import { beforeEach, expect, test } from 'vitest';
import { setupPower, setupSessionEnd } from '../../../../main/electron/system/power.ts';
import { createCashierWindow } from '../../../../main/electron/windows/create-windows.ts';
import {
  BrowserWindow,
  powerMonitor,
  powerSaveBlocker,
  resetElectron,
} from '../../../electron-double/electron.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

let asked: string[];
beforeEach(() => {
  resetElectron();
  asked = [];
});

function start() {
  const clock = createManualClock();
  const release = setupPower({
    clock,
    report: (sentence) => asked.push(sentence),
    refresh: () => asked.push('refresh'),
    quit: () => asked.push('quit'),
  });
  return { clock, release };
}

const held = () => [...powerSaveBlocker.started.entries()];

test('the display stays on while the till is open, and no longer after it stops', () => {
  const { clock, release } = start();
  expect(held().map(([, type]) => type)).toEqual(['prevent-display-sleep']);
  release();
  expect(held()).toEqual([]);
  clock.advance(60 * 60_000);
  expect(held()).toEqual([]);
});

test('one blocker is held and renewed after a while and after sleep', () => {
  const { clock } = start();
  const [first] = held();
  clock.advance(5 * 60_000);
  expect(held()).toHaveLength(1);
  expect(held()[0]?.[0]).not.toBe(first?.[0]);
  const before = held()[0]?.[0];
  powerMonitor.emit('resume');
  expect(held()).toHaveLength(1);
  expect(held()[0]?.[0]).not.toBe(before);
});

test('after sleep and after unlocking, open sales are queried at once', () => {
  start();
  powerMonitor.emit('suspend');
  expect(asked).not.toContain('refresh');
  powerMonitor.emit('resume');
  powerMonitor.emit('unlock-screen');
  expect(asked.filter((what) => what === 'refresh')).toHaveLength(2);
});

test('a shutdown waits until the till has stopped', () => {
  start();
  let delayed = false;
  powerMonitor.emit('shutdown', {
    preventDefault: () => {
      delayed = true;
    },
  });
  expect([delayed, asked.at(-1)]).toEqual([true, 'quit']);
});

test('the end of a Windows session stops the till and is never refused', () => {
  const parts = { report: () => undefined, quit: () => asked.push('quit') };
  const window = createCashierWindow('/p', 'window');
  setupSessionEnd(window, parts);
  const double = BrowserWindow.all[0];
  let prevented = false;
  const event = {
    preventDefault: () => {
      prevented = true;
    },
  };
  double?.emit('query-session-end', event);
  expect(asked).toEqual([]);
  double?.emit('session-end', event);
  expect([asked, prevented]).toEqual([['quit'], false]);
});
