import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  loadSettings,
  SETTINGS_FILE,
  saveShop,
} from '../../../../main/host/settings/till-settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const DEFAULTS = {
  shop: { name: 'Kaffebaren Løkka', address: null, organisationNumber: null },
  posId: 'till1',
  systemLanguage: undefined,
  machineZone: 'UTC',
};
const path = () => join(folder, SETTINGS_FILE);

function edit(change: (file: Record<string, unknown>) => void): void {
  const file = JSON.parse(readFileSync(path(), 'utf8'));
  change(file);
  writeFileSync(path(), JSON.stringify(file));
}

test('the first start writes a file to edit, and the next one reads it', () => {
  const first = loadSettings(folder, DEFAULTS);
  expect(first).toMatchObject({ posId: 'till1', currency: 'NOK', language: 'en' });
  edit((file) => {
    file.shop = { name: 'Annen butikk', address: 'Storgata 1', organisation_number: null };
    file.paid_dwell_seconds = 20;
  });
  const second = loadSettings(folder, { ...DEFAULTS, posId: 'ignored' });
  expect(second.shop).toEqual({
    name: 'Annen butikk',
    address: 'Storgata 1',
    organisationNumber: null,
  });
  expect(second.paidDwellSeconds).toBe(20);
});

test('the file defines the sticker, and a pairing keeps it', () => {
  expect(loadSettings(folder, DEFAULTS)).not.toHaveProperty('sticker');
  edit((file) => {
    file.sticker = { serial_number: '0123456789012' };
  });
  const sticker = { kind: 'serial', serial: '0123456789012' };
  expect(loadSettings(folder, DEFAULTS).sticker).toEqual(sticker);
  expect(saveShop(folder, { ...DEFAULTS, posId: 'till2' })).toMatchObject({
    posId: 'till2',
    sticker,
  });
  edit((file) => {
    file.sticker = { serial_number: '' };
  });
  expect(() => loadSettings(folder, DEFAULTS)).toThrow(/sticker\.serial_number/);
});

test('a shop offers tips in per cent and sums, and a pairing in another currency removes them', () => {
  expect(loadSettings(folder, DEFAULTS)).not.toHaveProperty('tips');
  edit((file) => {
    file.tips = { ask: 'display', percents: [5, 12.5], amounts: [2_000] };
  });
  const tips = { ask: 'display', percents: [500, 1_250], amounts: [2_000], patience: 20_000 };
  expect(loadSettings(folder, DEFAULTS).tips).toEqual(tips);
  expect(saveShop(folder, DEFAULTS)).toMatchObject({ tips });
  expect(saveShop(folder, { ...DEFAULTS, currency: 'JPY' })).not.toHaveProperty('tips');
});

test.each([
  [{ ask: 'display' }],
  [{ ask: 'nowhere', percents: [5] }],
  [{ ask: 'display', percents: [5, 5] }],
  [{ ask: 'display', percents: [1, 2, 3, 4] }],
  [{ ask: 'display', percents: [5.125] }],
  [{ ask: 'display', amounts: [0] }],
  [{ ask: 'display', percents: [5], seconds: 4 }],
])('the settings name tips that are not valid: %j', (tips) => {
  loadSettings(folder, DEFAULTS);
  edit((file) => {
    file.tips = tips;
  });
  expect(() => loadSettings(folder, DEFAULTS)).toThrow(/tips/);
});

test('the file defines the amount that is asked again, and only a pairing in its currency keeps it', () => {
  expect(loadSettings(folder, DEFAULTS)).not.toHaveProperty('askAbove');
  for (const askAbove of [250_000, 'never'] as const) {
    edit((file) => {
      file.ask_above = askAbove;
    });
    expect(loadSettings(folder, DEFAULTS)).toMatchObject({ askAbove });
  }
  expect(saveShop(folder, DEFAULTS)).toMatchObject({ askAbove: 'never' });
  expect(saveShop(folder, { ...DEFAULTS, currency: 'JPY' })).not.toHaveProperty('askAbove');
  edit((file) => {
    file.ask_above = 0;
  });
  expect(() => loadSettings(folder, DEFAULTS)).toThrow(/ask_above/);
});

test.each([
  ['nb_NO.UTF-8', 'nb'],
  ['no', 'nb'],
  ['nn-NO', 'nb'],
  ['en_GB.UTF-8', 'en'],
  ['C', 'en'],
  ['nokia', 'en'],
])('a system with the language %s starts the till in %s', (systemLanguage, language) => {
  expect(loadSettings(folder, { ...DEFAULTS, systemLanguage }).language).toBe(language);
});

test('all invalid settings are named, and the file is not changed', () => {
  loadSettings(folder, DEFAULTS);
  edit((file) => {
    file.currency = 'kroner';
    file.paid_dwell_seconds = 0;
    file.colour = 'red';
  });
  const before = readFileSync(path(), 'utf8');
  expect(() => loadSettings(folder, DEFAULTS)).toThrow(/currency[\s\S]*paid_dwell_seconds/);
  expect(readFileSync(path(), 'utf8')).toBe(before);
});

test('a file that is not JSON is reported', () => {
  writeFileSync(path(), 'shop: x');
  expect(() => loadSettings(folder, DEFAULTS)).toThrow('not readable as JSON');
});

test('a pairing keeps whether the cashier can ask for membership numbers', () => {
  expect(loadSettings(folder, DEFAULTS).membership).toBeUndefined();
  edit((file) => {
    file.membership = 'asked';
  });
  expect(loadSettings(folder, DEFAULTS).membership).toBe(true);
  expect(saveShop(folder, DEFAULTS).membership).toBe(true);
});

test('a pairing keeps whether receipts have links', () => {
  expect(loadSettings(folder, DEFAULTS).receiptLinks).toBeUndefined();
  edit((file) => {
    file.receipt_links = 'offered';
  });
  expect(loadSettings(folder, DEFAULTS).receiptLinks).toBe(true);
  expect(saveShop(folder, DEFAULTS).receiptLinks).toBe(true);
});

test('the limits of discounts are in per cent, and a pairing keeps them', () => {
  loadSettings(folder, DEFAULTS);
  edit((file) => {
    file.discounts = { cashier: 12.5, supervisor: 50, members: 20 };
  });
  const limits = { cashier: 1_250, supervisor: 5_000, members: 2_000 };
  expect(loadSettings(folder, DEFAULTS).discounts).toEqual(limits);
  expect(saveShop(folder, DEFAULTS).discounts).toEqual(limits);
  edit((file) => {
    file.discounts = { cashier: 120, supervisor: 50 };
  });
  expect(() => loadSettings(folder, DEFAULTS)).toThrow('discounts');
});
