import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readPublicKey } from '../../../service/merchants/read-public-key.ts';
import { publicKeyOf } from '../../../service/merchants/signature-check.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const spki = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const pkcs1 = publicKey.export({ type: 'pkcs1', format: 'pem' }).toString();

const bodyOf = (pem: string) => pem.replaceAll(/-----[^-]+-----/g, '').trim();
const wrap = (wrapper: string, body: string) =>
  `-----BEGIN ${wrapper}-----\n${body}\n-----END ${wrapper}-----\n`;

/** An OpenSSH line, written from its format and not by the product. */
function openSsh(key: KeyObject, word = 'ssh-rsa'): string {
  const { n = '', e = '' } = key.export({ format: 'jwk' });
  const part = (bytes: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return Buffer.concat([length, bytes]);
  };
  const number = (text: string) => {
    const bytes = Buffer.from(text, 'base64url');
    return part((bytes[0] ?? 0) > 127 ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes);
  };
  const blob = Buffer.concat([part(Buffer.from(word)), number(e), number(n)]);
  return `${word} ${blob.toString('base64')}`;
}

const read = (text: string) => {
  const answer = readPublicKey(text);
  return answer.ok ? answer.value : answer.refusal.description;
};

describe('a public key in its common forms (D-37)', () => {
  it.each([
    ['PEM', spki],
    ['PEM with other line ends and blanks around', `\r\n ${spki.replaceAll('\n', '\r\n')} `],
    ['PEM on one line', wrap('PUBLIC KEY', bodyOf(spki).replaceAll('\n', ''))],
    ['PKCS #1 in its own wrapper', pkcs1],
    ['PKCS #1 in the other wrapper', wrap('PUBLIC KEY', bodyOf(pkcs1))],
    ['SPKI in the wrapper of PKCS #1', wrap('RSA PUBLIC KEY', bodyOf(spki))],
    ['the base64 alone', bodyOf(spki)],
    ['the base64 of PKCS #1 alone, on one line', bodyOf(pkcs1).replaceAll('\n', '')],
    ['an OpenSSH line', openSsh(publicKey)],
    ['an OpenSSH line with a comment', `${openSsh(publicKey)} till 3 at the door\n`],
  ])('%s becomes the same SPKI PEM', (_name, text) => {
    expect(read(text)).toBe(spki);
    expect(publicKeyOf(read(text))?.equals(publicKey)).toBe(true);
  });

  it.each([2048, 3072, 4096])('accepts %i bits', (modulusLength) => {
    const pair = generateKeyPairSync('rsa', { modulusLength });
    expect(read(openSsh(pair.publicKey))).toContain('BEGIN PUBLIC KEY');
  });
});

describe('an invalid public key', () => {
  const privatePem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
  const large = generateKeyPairSync('rsa', { modulusLength: 4104 }).publicKey;
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
  const pss = generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).publicKey;
  const three = generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 }).publicKey;
  const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();
  const jwk = publicKey.export({ format: 'jwk' });
  const even = () => {
    const n = Buffer.from(jwk.n ?? '', 'base64url');
    n.writeUInt8(n.readUInt8(n.length - 1) & 0xfe, n.length - 1);
    return createPublicKey({ key: { ...jwk, n: n.toString('base64url') }, format: 'jwk' });
  };

  it.each([
    ['a private key', privatePem, 'keep the private one'],
    ['another wrapper', wrap('CERTIFICATE', bodyOf(spki)), 'BEGIN PUBLIC KEY'],
    ['two ends', spki.replace('END PUBLIC', 'END RSA PUBLIC'), 'BEGIN PUBLIC KEY'],
    ['no end', spki.slice(0, -30), 'BEGIN PUBLIC KEY'],
    ['two keys', spki + spki, 'BEGIN PUBLIC KEY'],
    ['too few bits', pem(small), '2048 to 4096 bits; this one has 1024'],
    ['too many bits', pem(large), '2048 to 4096 bits; this one has 4104'],
    ['an elliptic curve', pem(curve), 'RSA public key'],
    ['RSA for PSS alone', pem(pss), 'RSA public key'],
    ['an exponent of three', pem(three), 'exponent'],
    ['an even modulus', pem(even()), 'odd modulus'],
    ['words', 'not a key', 'RSA public key'],
    ['base64 of something else', Buffer.from('hello there').toString('base64'), 'RSA public key'],
    ['half a key', bodyOf(spki).slice(0, 100), 'RSA public key'],
    ['another kind of OpenSSH key', openSsh(publicKey, 'ssh-dss'), 'RSA public key'],
    ['half an OpenSSH line', openSsh(publicKey).slice(0, 100), 'RSA public key'],
    ['an OpenSSH line without anything', 'ssh-rsa ', 'RSA public key'],
    ['an OpenSSH line of two', `${openSsh(publicKey)}\n${openSsh(publicKey)}`, 'RSA public key'],
  ])('%s is refused with a sentence that names the problem', (_name, text, words) => {
    expect(read(text)).toContain(words);
    expect(read(text)).not.toContain('BEGIN PUBLIC KEY-----\nM');
  });
});
