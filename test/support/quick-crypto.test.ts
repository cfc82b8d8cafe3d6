import { generateKeyPair, generateKeyPairSync, scryptSync, sign, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { hashSecret, verifySecret } from '../../shared/node/password-hash.ts';
import { secureRandom } from '../../shared/node/random.ts';
import { beginQuickCrypto, withRealCrypto } from './quick-crypto.ts';

/* The tests use faster cryptography with the same results for the caller. */

const generate = promisify(generateKeyPair);
const PEM = {
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
} as const;

test('the key pairs of one file are different, and each private key fits its public key', async () => {
  const objects = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const texts = await generate('rsa', { modulusLength: 2048, ...PEM });
  const data = Buffer.from('a payment');
  for (const { publicKey, privateKey } of [objects, texts]) {
    expect(verify('sha256', data, publicKey, sign('sha256', data, privateKey))).toBe(true);
  }
  const crossed = sign('sha256', data, objects.privateKey);
  expect(verify('sha256', data, texts.publicKey, crossed)).toBe(false);
});

test('a secret matches only its own hash, as with the real key derivation', async () => {
  const hash = await hashSecret('open sesame', secureRandom);
  expect(await verifySecret('open sesame', hash)).toBe(true);
  expect(await verifySecret('open barley', hash)).toBe(false);
});

test('a file begins with the run’s first key, and real keys are none of the run', async () => {
  const first = async () => {
    beginQuickCrypto();
    return (await generate('rsa', { modulusLength: 2048, ...PEM })).privateKey;
  };
  const known = await first();
  expect(await first()).toBe(known);
  expect(await withRealCrypto(first)).not.toBe(known);
});

const hashed = () => hashSecret('open sesame', secureRandom);

/** Whether the hash of `hashed` is scrypt with the salt and the cost that it names. */
function isReal(hash: string): boolean {
  const [, , , salt = '', key = ''] = hash.split('$');
  const options = { N: 2 ** 14, r: 8, p: 5, maxmem: 2 ** 26 };
  const expected = scryptSync('open sesame', Buffer.from(salt, 'base64'), 32, options);
  return expected.equals(Buffer.from(key, 'base64'));
}

test('the real key derivation is scrypt with the salt and the cost of the hash', async () => {
  const hash = await withRealCrypto(hashed);
  expect(isReal(hash)).toBe(true);
  expect(isReal(await hashed())).toBe(false);
  expect(await withRealCrypto(() => verifySecret('open sesame', hash))).toBe(true);
});

test('the real cryptography stays until the last of its callers has ended', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const one = withRealCrypto(() => first.promise);
  const two = withRealCrypto(() => second.promise.then(hashed));
  first.resolve();
  await one;
  second.resolve();
  expect(isReal(await two)).toBe(true);
  expect(isReal(await hashed())).toBe(false);
});

test('the faster cryptography returns also after a caller that failed', async () => {
  await expect(withRealCrypto(() => Promise.reject(new Error('no key')))).rejects.toThrow('no key');
  expect(isReal(await hashed())).toBe(false);
});
