import { beforeEach, describe, expect, test } from 'vitest';
import {
  chooseDisplay,
  type DisplayIdentity,
  type DisplaySetting,
  identityOf,
} from '../../../../main/electron/windows/choose-display.ts';
import {
  createCashierWindow,
  createDisplayWindow,
} from '../../../../main/electron/windows/create-windows.ts';
import { setupCustomerDisplay } from '../../../../main/electron/windows/customer-display.ts';
import { setupPlacement } from '../../../../main/electron/windows/placement.ts';
import { BrowserWindow, resetElectron, screen } from '../../../electron-double/electron.ts';
import { makeDisplay } from '../../../electron-double/machine.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

const COUNTER = makeDisplay(1, 'Counter', 0);
const POLE = makeDisplay(2, 'Pole 10', 1920, 1280);
const OFFICE = makeDisplay(3, 'Office', 3200);

beforeEach(resetElectron);

describe('the choice of the customer display', () => {
  const choose = (
    displays: readonly ReturnType<typeof makeDisplay>[],
    setting: DisplaySetting = { kind: 'automatic' },
    remembered: DisplayIdentity | null = null,
  ) => chooseDisplay({ displays, cashier: 1, setting, remembered })?.id ?? null;

  test('is none with one display, and the second one with two displays', () => {
    expect(choose([COUNTER])).toBe(null);
    expect(choose([COUNTER, POLE])).toBe(2);
  });

  test('is none among three displays until one is remembered or named', () => {
    expect(choose([COUNTER, POLE, OFFICE])).toBe(null);
    expect(choose([COUNTER, POLE, OFFICE], { kind: 'automatic' }, identityOf(POLE))).toBe(2);
    expect(choose([COUNTER, POLE, OFFICE], { kind: 'labelled', label: 'Office' })).toBe(3);
    expect(choose([COUNTER, POLE, OFFICE], { kind: 'labelled', label: 'Gone' })).toBe(null);
  });

  test('is the remembered display, also under another number', () => {
    const renumbered = makeDisplay(9, 'Pole 10', 3200, 1280);
    expect(choose([COUNTER, OFFICE, renumbered], { kind: 'automatic' }, identityOf(POLE))).toBe(9);
  });

  test('is not another model with the remembered number', () => {
    const other = makeDisplay(2, 'Projector', 1920, 1280);
    const remembered = identityOf(POLE);
    expect(choose([COUNTER, other, OFFICE], { kind: 'automatic' }, remembered)).toBe(null);
  });

  test('is never the cashier’s display, and is none if the setting is none', () => {
    const remembered = identityOf(COUNTER);
    expect(choose([COUNTER], { kind: 'automatic' }, remembered)).toBe(null);
    expect(choose([COUNTER, POLE], { kind: 'none' })).toBe(null);
  });
});

function openTill() {
  const clock = createManualClock();
  const reports: string[] = [];
  let remembered: DisplayIdentity | null = null;
  const cashier = createCashierWindow('/p', 'window');
  const stop = setupCustomerDisplay({
    clock,
    cashier,
    setting: { kind: 'automatic' },
    open: (bounds) => createDisplayWindow('/d', bounds),
    memory: {
      read: () => remembered,
      write: (identity) => {
        remembered = identity;
      },
    },
    report: (sentence) => reports.push(sentence),
  });
  const plug = (...displays: ReturnType<typeof makeDisplay>[]) => {
    screen.plug(displays);
    clock.advance(1_000);
  };
  const shown = () => BrowserWindow.getAllWindows().slice(1);
  return { clock, reports, plug, shown, stop, remembered: () => remembered };
}

test('the customer’s window opens and closes with its display', () => {
  const { plug, shown, reports, remembered } = openTill();
  expect(shown()).toEqual([]);
  plug(COUNTER, POLE);
  expect(shown().map((window) => window.bounds)).toEqual([POLE.bounds]);
  expect(remembered()).toEqual({ id: 2, label: 'Pole 10', width: 1280, height: 1080 });
  plug(COUNTER);
  expect(shown()).toEqual([]);
  expect(reports.at(-1)).toContain('disconnected');
  plug(COUNTER, POLE, OFFICE);
  expect(shown().map((window) => window.bounds)).toEqual([POLE.bounds]);
});

test('the customer’s window moves with its display, and no second window opens', () => {
  const { plug, shown } = openTill();
  plug(COUNTER, POLE);
  const [window] = shown();
  plug(COUNTER, makeDisplay(2, 'Pole 10', -1280, 1280));
  expect(shown()).toEqual([window]);
  expect(window?.bounds.x).toBe(-1280);
  window?.calls.splice(0);
  plug(COUNTER, makeDisplay(2, 'Pole 10', -1280, 1280));
  expect(window?.calls).toEqual([]);
});

test('several display events at the same time open one window', () => {
  const { clock, shown } = openTill();
  for (let count = 0; count < 5; count += 1) screen.plug([COUNTER, POLE]);
  expect(shown()).toEqual([]);
  clock.advance(1_000);
  expect(shown()).toHaveLength(1);
});

test('a destroyed customer’s window is opened again on the next display event', () => {
  const { plug, shown } = openTill();
  plug(COUNTER, POLE);
  shown()[0]?.destroy();
  plug(COUNTER, POLE);
  expect(shown()).toHaveLength(1);
});

test('the customer’s window closes with the till', () => {
  const { plug, shown, stop } = openTill();
  plug(COUNTER, POLE);
  stop();
  expect(shown()).toEqual([]);
});

test('the cashier’s window moves back from a disconnected display', () => {
  const clock = createManualClock();
  screen.displays = [COUNTER, POLE];
  const window = createCashierWindow('/p', 'window');
  setupPlacement(window, 'window', clock);
  window.setBounds({ x: 2000, y: 50, width: 1280, height: 800 });
  screen.plug([COUNTER]);
  clock.advance(1_000);
  expect(window.getBounds()).toEqual({ x: 0, y: 0, width: 1280, height: 800 });
});

test('a visible window stays in place; a kiosk fills its display again', () => {
  const clock = createManualClock();
  const window = createCashierWindow('/p', 'window');
  setupPlacement(window, 'window', clock);
  window.setBounds({ x: 300, y: 50, width: 1280, height: 800 });
  screen.emit('display-metrics-changed', {}, COUNTER, ['bounds']);
  clock.advance(1_000);
  expect(window.getBounds().x).toBe(300);
  setupPlacement(window, 'kiosk', clock);
  screen.emit('display-metrics-changed', {}, COUNTER, ['bounds']);
  clock.advance(1_000);
  expect(window.getBounds()).toEqual(COUNTER.bounds);
  expect(BrowserWindow.all[0]?.calls.at(-1)).toBe('setKiosk true');
});
