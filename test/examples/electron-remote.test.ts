import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Shop, startRemoteTill } from '../../examples/electron-till/remote.ts';
import { resetElectron, safeStorage } from '../electron-double/electron.ts';
import { startTestService, type TestService } from '../support/service.ts';

/* The example of an Electron app whose till has a remote service: its key is in the key store. */

let test: TestService;
let shop: Shop;
const data = mkdtempSync(join(tmpdir(), 'tillkit-electron-remote-'));
beforeAll(async () => {
  resetElectron();
  test = await startTestService({ clock: 'system' });
  shop = { url: test.ready.base_url, merchant: test.ready.merchant.id, user: 'admin' };
});
afterAll(async () => {
  await test.stop();
  resetElectron();
  rmSync(data, { recursive: true, force: true });
});

it('stores the key sealed at the first start, and starts with it afterwards', async () => {
  await expect(startRemoteTill(data, shop, null)).rejects.toThrow('has no key yet');
  const key = test.ready.users.find(({ id }) => id === 'admin')?.private_key_pem ?? '';
  for (const given of [key, null]) {
    const till = await startRemoteTill(data, shop, given);
    expect(till.ready).toMatchObject({ pos_id: 'kasse-1', currency: 'NOK', embedded: null });
    await till.stop();
  }
  expect(readFileSync(join(data, 'till-key.json'), 'utf8')).not.toContain('PRIVATE KEY');
  expect(process.env.TILL_KEY).toBeUndefined();
  safeStorage.backend = 'kwallet6';
  await expect(startRemoteTill(data, shop, null)).rejects.toThrow('Enter the key again');
  safeStorage.backend = 'basic_text';
  await expect(startRemoteTill(data, shop, key)).rejects.toThrow('no key store');
});
