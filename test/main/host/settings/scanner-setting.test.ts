import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { realFiles } from '../../../../main/host/adapters/small-files.ts';
import {
  openScannerSetting,
  SCANNER_FILE,
} from '../../../../main/host/settings/scanner-setting.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-scanner-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const PROFILE = { prefix: ['F9'], suffix: ['Enter', 'Ctrl+j'], gap: 12 };

test('what a till learned about its scanner is kept over a restart, until it is forgotten', () => {
  const first = openScannerSetting(folder, realFiles);
  expect(first.view()).toEqual({ profile: null });
  let changes = 0;
  first.subscribe(() => {
    changes += 1;
  });
  expect(first.save(PROFILE)).toMatchObject({ ok: true });
  expect([changes, first.view()]).toEqual([1, { profile: PROFILE }]);
  const next = openScannerSetting(folder, realFiles);
  expect(next.view()).toEqual({ profile: PROFILE });
  next.save(null);
  expect(openScannerSetting(folder, realFiles).view()).toEqual({ profile: null });
});

test('a damaged file is an unknown scanner', () => {
  for (const text of ['{', '{"prefix":"F9"}', JSON.stringify({ ...PROFILE, gap: -1 })]) {
    writeFileSync(join(folder, SCANNER_FILE), text);
    expect(openScannerSetting(folder, realFiles).view()).toEqual({ profile: null });
  }
});

test('a disk that takes nothing is refused in words, and the till keeps what it knew', () => {
  const setting = openScannerSetting(folder, realFiles);
  rmSync(folder, { recursive: true });
  expect(setting.save(PROFILE)).toMatchObject({
    ok: false,
    refusal: { details: { reason: 'not_saved' } },
  });
  expect(setting.view()).toEqual({ profile: null });
});
