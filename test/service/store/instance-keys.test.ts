import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openInstanceKeys } from '../../../service/store/instance-keys.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => JSON.parse(readFileSync(join(folder, 'instance-keys.json'), 'utf8'));

describe('the keys of an installation', () => {
  it('compute the same digest before and after a restart', async () => {
    const keys = await openInstanceKeys(folder);
    expect(Object.keys(file())).toEqual(['mac_key']);
    expect((await openInstanceKeys(folder)).mac('a', 'text')).toBe(keys.mac('a', 'text'));
    expect(keys.mac('a', 'text')).not.toBe(keys.mac('b', 'text'));
  });

  it('sign id tokens with one key, which is generated at first use and kept', async () => {
    const keys = await openInstanceKeys(folder);
    const [first, second] = await Promise.all([keys.idToken(), keys.idToken(), keys.prepare()]);
    expect(second).toBe(first);
    expect(file().id_token_private_key_pem).toBe(first.privateKeyPem);
    expect(file().mac_key).toMatch(/^[\w-]{43}$/);
    expect(await (await openInstanceKeys(folder)).idToken()).toEqual(first);
  });

  it('use the key that another process of the same data has generated in the meantime', async () => {
    const [one, other] = [await openInstanceKeys(folder), await openInstanceKeys(folder)];
    expect(await other.idToken()).toEqual(await one.idToken());
  });

  it('are refused when the file is damaged', async () => {
    writeFileSync(join(folder, 'instance-keys.json'), '{"mac_key":"short"}');
    await expect(openInstanceKeys(folder)).rejects.toThrow();
  });
});
