import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { inNetmask } from '../../../service/merchants/netmask.ts';
import { publicKeyOf } from '../../../service/merchants/signature-check.ts';
import { FailureLimit } from '../../../shared/limits/failure-limit.ts';
import { LruMap } from '../../../shared/limits/lru-map.ts';
import { WorkQueue } from '../../../shared/limits/work-queue.ts';
import { isLoopback, peerName } from '../../../shared/node/http/client-address.ts';
import { generateRsaKeyPair } from '../../../shared/node/key-pair.ts';
import {
  hashMadeSecret,
  hashSecret,
  NOBODYS_HASH,
  verifySecret,
} from '../../../shared/node/password-hash.ts';
import { hashWorkOf } from '../../support/hash-work.ts';
import { createManualClock } from '../../support/manual-clock.ts';

/** The work of one check of a secret that a person thought of: N = 2^14, r = 8, p = 5. */
const FULL = 2 ** 14 * 8 * 5;

describe('stored secrets', () => {
  it('are scrypt with their own salt, and only the secret itself matches', async () => {
    const [first, second] = await Promise.all([
      hashSecret('correct horse', randomBytes),
      hashSecret('correct horse', randomBytes),
    ]);
    expect(first).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(first).not.toBe(second);
    expect(first).not.toContain('horse');
    const verdicts = await Promise.all(
      ['correct horse', 'correct horsf', '', 'correct horse '].map((it) => verifySecret(it, first)),
    );
    expect(verdicts).toEqual([true, false, false, false]);
  });

  it('match no secret if the hash is invalid or belongs to no user', async () => {
    for (const hash of ['', 'plain', '$scrypt$ln=14,r=8$x$y', NOBODYS_HASH]) {
      expect(await verifySecret('anything', hash)).toBe(false);
    }
  });

  it('cost the same work to refuse for an unknown user', async () => {
    const hash = await hashSecret('correct horse', randomBytes);
    const known = await hashWorkOf(() => verifySecret('wrong horse', hash));
    expect(known).toEqual([FULL]);
    expect(await hashWorkOf(() => verifySecret('wrong horse', NOBODYS_HASH))).toEqual(known);
  });

  it('that were generated cost little work to accept, and the full work to refuse', async () => {
    const made = await hashMadeSecret('m'.repeat(43), randomBytes);
    expect(made).toMatch(/^\$scrypt\$ln=10,r=8,p=1\$/);
    const verdicts: boolean[] = [];
    const workOf = (secret: string) =>
      hashWorkOf(async () => verdicts.push(await verifySecret(secret, made)));
    const little = 2 ** 10 * 8;
    expect(await workOf('m'.repeat(43))).toEqual([little]);
    expect(await workOf('n'.repeat(43))).toEqual([little, FULL]);
    expect(verdicts).toEqual([true, false]);
  });
});

describe('netmasks', () => {
  it.each([
    ['10.1.2.3', '10.1.0.0/16', true],
    ['10.2.2.3', '10.1.0.0/16', false],
    ['::ffff:10.1.2.3', '10.1.0.0/16', true],
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.8', '192.0.2.7/32', false],
    ['2001:db8:1::5', '2001:db8::/32', true],
    ['2001:db9::5', '2001:db8::/32', false],
    ['127.0.0.1', '0.0.0.0/0', true],
    ['anything', null, true],
    ['127.0.0.1', '', true],
    ['127.0.0.1', 'nonsense', false],
    ['127.0.0.1', '127.0.0.1/33', false],
    ['127.0.0.1', '127.0.0.1/x', false],
    ['', '0.0.0.0/0', false],
  ])('%s in %s: %s', (address, mask, expected) => {
    expect(inNetmask(address, mask)).toBe(expected);
  });
});

describe('peers', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s is counted as %s', (address, name) => {
    expect(peerName(address)).toBe(name);
  });

  it('on this machine are recognised by loopback addresses', () => {
    const own = ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'];
    expect(own.map(isLoopback)).toEqual([true, true, true, true]);
    expect(['192.168.0.1', '::2', '', '1127.0.0.1'].map(isLoopback)).toEqual(Array(4).fill(false));
  });
});

describe('a failure budget', () => {
  it('is used up by failures and refills evenly', () => {
    const clock = createManualClock();
    const budget = new FailureLimit(clock, 300_000, 100);
    for (let i = 0; i < 10; i += 1) {
      expect(budget.wait('user', 10)).toBe(0);
      budget.fail('user', 10);
    }
    expect(budget.wait('user', 10)).toBe(30_000);
    expect(budget.wait('other', 10)).toBe(0);
    clock.advance(29_999);
    expect(budget.wait('user', 10)).toBe(1);
    clock.advance(1);
    expect(budget.wait('user', 10)).toBe(0);
    budget.fail('user', 10);
    expect(budget.wait('user', 10)).toBe(30_000);
    clock.advance(300_000);
    for (let i = 0; i < 10; i += 1) budget.fail('user', 10);
    expect(budget.wait('user', 10)).toBe(30_000);
  });
});

describe('a bounded map', () => {
  it('evicts the least recently used entry', () => {
    const map = new LruMap<string, number>(2);
    map.set('a', 1);
    map.set('b', 2);
    expect(map.get('a')).toBe(1);
    map.set('c', 3);
    expect([map.get('a'), map.get('b'), map.get('c'), map.size]).toEqual([1, undefined, 3, 2]);
  });

  it('keeps used entries, and never exceeds its limit', () => {
    const map = new LruMap<string, number>(10);
    map.set('used', 0);
    for (let i = 0; i < 100; i += 1) {
      map.set(`passing ${i}`, i);
      expect(map.get('used')).toBe(0);
      expect(map.size).toBeLessThanOrEqual(10);
    }
    map.delete('used');
    expect([map.get('used'), map.get('passing 99'), map.get('passing 0')]).toEqual([
      undefined,
      99,
      undefined,
    ]);
  });
});

describe('a work queue', () => {
  it('runs a bounded number at once, keeps a bounded number waiting, and refuses more', async () => {
    const lane = new WorkQueue(2, 3);
    const gates: (() => void)[] = [];
    let most = 0;
    let running = 0;
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => gates.push(resolve));
      running -= 1;
      return 'done';
    };
    const all = Array.from({ length: 7 }, () => lane.run(work));
    expect(await Promise.all(all.slice(5))).toEqual([null, null]);
    for (let i = 0; i < 5; i += 1) {
      while (gates.length <= i) await new Promise((resolve) => setImmediate(resolve));
      gates[i]?.();
    }
    expect(await Promise.all(all.slice(0, 5))).toEqual(Array(5).fill({ result: 'done' }));
    expect(most).toBe(2);
  });

  it('frees its place after a failure', async () => {
    const lane = new WorkQueue(1, 1);
    await expect(lane.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await lane.run(async () => 1)).toEqual({ result: 1 });
  });
});

describe('public keys', () => {
  it('are RSA of 2048 to 4096 bits', async () => {
    const [fit, small] = await Promise.all([generateRsaKeyPair(2048), generateRsaKeyPair(1024)]);
    expect(publicKeyOf(fit.publicKey)?.asymmetricKeyType).toBe('rsa');
    expect(publicKeyOf(small.publicKey)).toBeNull();
    // A profile of older clients allows shorter keys, for users and for integrators.
    expect(publicKeyOf(small.publicKey, 1_024)?.asymmetricKeyType).toBe('rsa');
    expect(publicKeyOf('no key')).toBeNull();
  });
});
