import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  chooseSecretStore,
  NO_SYSTEM_SECRETS,
} from '../../../../main/host/secrets/choose-store.ts';
import {
  type Cipher,
  openSecretStore,
  SECRETS_FILE,
} from '../../../../main/host/secrets/secret-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const turned = (text: string) => [...text].reverse().join('');
const cipher: Cipher = {
  backend: 'test',
  protect: async (text) => turned(text),
  reveal: async (text) => turned(text),
};
const file = () => readFileSync(join(folder, SECRETS_FILE), 'utf8');

describe('a till’s secrets', () => {
  it('are refused without a key store, with advice', () => {
    const chosen = chooseSecretStore(folder, NO_SYSTEM_SECRETS, 'refused');
    expect(chosen).toMatchObject({ ok: false });
    if (!chosen.ok)
      expect(chosen.refusal.description).toMatch(/cannot be kept safely.*--secret-file/);
  });

  it('are stored by the operating system if it has a store, even if a file is allowed', async () => {
    const chosen = chooseSecretStore(folder, { kind: 'available', cipher }, 'allowed');
    if (!chosen.ok) throw new Error(chosen.refusal.description);
    await chosen.value.write('a', 'the secret');
    expect(chosen.value.place).toBe('os');
    expect(file()).not.toContain('the secret');
    expect(file()).toContain('"backend": "test"');
    expect(await chosen.value.read('a')).toEqual({ kind: 'found', secret: 'the secret' });
  });

  it('are readable by their owner only, even if others could read the file before', async () => {
    const store = openSecretStore(folder, null);
    await store.write('a', 'one');
    chmodSync(join(folder, SECRETS_FILE), 0o644);
    await store.write('b', 'two');
    expect(statSync(join(folder, SECRETS_FILE)).mode & 0o777).toBe(0o600);
    await store.keepOnly(['b']);
    expect([await store.read('a'), await store.read('b')]).toEqual([
      { kind: 'none' },
      { kind: 'found', secret: 'two' },
    ]);
  });

  it('are not read by another backend than the one that wrote them', async () => {
    await openSecretStore(folder, cipher).write('a', 'one');
    const read = await openSecretStore(folder, null).read('a');
    expect(read).toMatchObject({ kind: 'unreadable' });
    if (read.kind === 'unreadable') expect(read.description).toMatch(/kept by test.*pair/);
    expect(await openSecretStore(folder, cipher).read('a')).toMatchObject({ kind: 'found' });
  });

  it('that are locked or damaged are reported', async () => {
    const locked = { ...cipher, reveal: () => Promise.reject(new Error('locked')) };
    await openSecretStore(folder, cipher).write('a', 'one');
    expect(await openSecretStore(folder, locked).read('a')).toMatchObject({ kind: 'unreadable' });
    writeFileSync(join(folder, SECRETS_FILE), '{"backend":');
    const read = await openSecretStore(folder, cipher).read('a');
    expect(read.kind === 'unreadable' && read.description).toMatch(/damaged/);
  });

  it('cannot have names that reach the prototype of their object', async () => {
    const store = openSecretStore(folder, null);
    expect(await store.read('__proto__')).toEqual({ kind: 'none' });
    expect(await store.read('constructor')).toEqual({ kind: 'none' });
  });
});
