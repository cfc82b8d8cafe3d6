import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCallbackKeys, readKeyPair } from '../../../service/callbacks/keys.ts';
import { signedHeaders } from '../../../service/callbacks/signed-attempt.ts';
import { SVC_PROFILE } from '../../../shared/protocol/media.ts';
import { addressOf } from '../../support/address-of.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const blocks = (pem: string) => pem.match(/-----BEGIN PUBLIC KEY-----/g)?.length ?? 0;

describe('the signing keys of callbacks', () => {
  it('are generated at first use, readable by their owner only, and reused later', async () => {
    const first = await openCallbackKeys(folder);
    expect(readdirSync(folder)).toEqual([]);
    const made = await first.published();
    const mode = statSync(join(folder, 'callback-keys.json')).mode & 0o777;
    if (process.platform !== 'win32') expect(mode).toBe(0o600);
    const again = await openCallbackKeys(folder);
    expect(await again.published()).toBe(made);
    expect(blocks(await first.published())).toBe(1);
    const { modulusLength } = createPublicKey(await first.published()).asymmetricKeyDetails ?? {};
    expect(modulusLength).toBe(2048);
    expect(await first.published()).not.toContain('PRIVATE');
  });

  it('are the same for concurrent callers, and for processes with the same data', async () => {
    let turn: Promise<unknown> = Promise.resolve();
    const alone = <T>(work: () => Promise<T>): Promise<T> => {
      const result = turn.then(work);
      turn = result;
      return result;
    };
    const one = await openCallbackKeys(folder, null, alone);
    const other = await openCallbackKeys(folder, null, alone);
    const all = [one.published(), other.published(), one.published(), other.published()];
    expect(new Set(await Promise.all(all)).size).toBe(1);
  });

  it('are generated again if they could not be written', async () => {
    const missing = join(folder, 'gone');
    const keys = await openCallbackKeys(missing);
    await expect(keys.published()).rejects.toThrow('ENOENT');
    mkdirSync(missing);
    expect(blocks(await keys.published())).toBe(1);
  });

  it('are published as at most two keys, the signing key first', async () => {
    const keys = await openCallbackKeys(folder);
    const old = await keys.published();
    await keys.announce();
    const announced = await keys.published();
    expect(blocks(announced)).toBe(2);
    expect(announced.startsWith(old)).toBe(true);
    await keys.announce();
    expect(await keys.published()).toBe(announced);
    await keys.rotate();
    const rotated = await keys.published();
    expect(rotated).toBe(announced.slice(old.length) + old);
    await keys.announce();
    expect(await keys.published()).not.toContain(old.trim());
    expect(blocks(await keys.published())).toBe(2);
    expect(await (await openCallbackKeys(folder)).published()).toBe(await keys.published());
  });

  it('can be the operator’s own key pair, and the previous key stays published', async () => {
    const before = await (await openCallbackKeys(folder)).published();
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
    const given = await openCallbackKeys(folder, readKeyPair(pem, 2048));
    expect(blocks(await given.published())).toBe(2);
    expect((await given.published()).endsWith(before)).toBe(true);
    expect(await (await openCallbackKeys(folder)).published()).toBe(await given.published());
    const again = await openCallbackKeys(folder, readKeyPair(pem, 2048));
    expect(await again.published()).toBe(await given.published());
    expect(createPublicKey(await again.signing()).equals(createPublicKey(privateKey))).toBe(true);
    for (const wrong of ['', 'no key', before]) expect(readKeyPair(wrong, 1024)).toBeNull();
    expect(readKeyPair(pem, 4096)).toBeNull();
  });

  it('can be rotated at once, without an announcement', async () => {
    const keys = await openCallbackKeys(folder);
    const old = await keys.published();
    await keys.rotate();
    expect((await keys.published()).endsWith(old)).toBe(true);
    expect(blocks(await keys.published())).toBe(2);
  });

  it('sign the address, the timestamp and the digest, and no other header', async () => {
    const keys = await openCallbackKeys(folder);
    const uri = 'https://Shop.Test:8443/Hook/?order=1&a=%20b';
    const body = Buffer.from('{"meta":{}}');
    const at = Date.UTC(2026, 10, 21, 1, 2, 3);
    const headers = await signedHeaders(keys, SVC_PROFILE, { to: addressOf(uri), body, at });
    const own = Object.keys(headers).filter((name) => name.startsWith('x-svc-'));
    expect(own.toSorted()).toEqual(['x-svc-content-digest', 'x-svc-timestamp']);
    expect(headers['content-type']).toBe('application/vnd.svc.api.merchant.v1+json');
    expect(headers['x-svc-timestamp']).toBe('2026-11-21 01:02:03');
    const text =
      'POST|https://shop.test:8443/Hook/?order=1&a=%20b|' +
      `X-SVC-CONTENT-DIGEST=${headers['x-svc-content-digest']}&X-SVC-TIMESTAMP=2026-11-21 01:02:03`;
    expect(headers['x-svc-content-digest']).toMatch(/^SHA256=.{44}$/);
    const [scheme, signature = ''] = (headers.authorization ?? '').split(' ');
    expect(scheme).toBe('RSA-SHA256');
    const bytes = Buffer.from(signature, 'base64');
    expect(verify('RSA-SHA256', Buffer.from(text), await keys.published(), bytes)).toBe(true);
  });
});
