import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { realFiles } from '../../../../main/host/adapters/small-files.ts';
import { openKnownShop } from '../../../../main/host/terminal/known-shop.ts';

const RECORD = {
  business_name: 'Kaffebaren Løkka',
  legal_entity: null,
  profile: null,
  organization_id: null,
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-known-shop-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a till that sells for another shop of the same name keeps its name too', () => {
  openKnownShop(folder, 'first', realFiles).heard(RECORD);
  expect(openKnownShop(folder, 'second', realFiles).shop().name).toBe('second');
  openKnownShop(folder, 'second', realFiles).heard(RECORD);
  expect(openKnownShop(folder, 'second', realFiles).shop().name).toBe('Kaffebaren Løkka');
});
