import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { connectionTo } from '../../../../service/store/postgres/connection.ts';
import { createIssuer } from '../../../support/certificates.ts';

/* The TLS parameters of a database address, without a server. */

const folder = mkdtempSync(join(tmpdir(), 'tillkit-address-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const issuer = createIssuer('An issuer');
const ca = file('ca.pem', issuer.cert);
const key = file('ca.key', issuer.key);
const otherKey = file('other.key', createIssuer('Another').key);
const text = file('notes.txt', 'no certificate');

const read = (query: string, env = {}) =>
  connectionTo(`postgres://till:geheim@db.example/shop?${query}`, env);
const looksAt = (query: string, env = {}) => {
  const { ssl } = read(query, env);
  if (ssl === false) return 'nothing';
  if (ssl.rejectUnauthorized === false) return 'encryption';
  return ssl.checkServerIdentity === undefined ? 'issuer and name' : 'issuer';
};

describe('a database address', () => {
  it.each([
    ['', 'nothing'],
    ['sslmode=disable', 'nothing'],
    ['sslmode=require', 'encryption'],
    [`sslmode=require&sslrootcert=${ca}`, 'issuer'],
    [`sslmode=verify-ca&sslrootcert=${ca}`, 'issuer'],
    [`sslmode=verify-full&sslrootcert=${ca}`, 'issuer and name'],
    ['sslmode=verify-full', 'issuer and name'],
    ['sslmode=verify-full&sslrootcert=system', 'issuer and name'],
  ])('with the parameters "%s" requires: %s', (query, what) => {
    expect(looksAt(query)).toBe(what);
  });

  it('has precedence over the environment variables, which set what it omits', () => {
    expect(looksAt('', { PGSSLMODE: 'require' })).toBe('encryption');
    expect(looksAt('', { PGSSLMODE: 'require', PGSSLROOTCERT: ca })).toBe('issuer');
    expect(looksAt('sslmode=disable', { PGSSLMODE: 'require' })).toBe('nothing');
    expect(looksAt('', { PGSSLMODE: '', PGSSLROOTCERT: ca })).toBe('nothing');
  });

  it('keeps its other parameters, and passes no TLS parameters to the driver', () => {
    const { connectionString } = read(
      `sslmode=require&options=-c%20search_path%3Dshop&host=%2Frun`,
    );
    const said = new URL(connectionString);
    expect([...said.searchParams]).toEqual([
      ['options', '-c search_path=shop'],
      ['host', '/run'],
    ]);
    expect(said.password).toBe('geheim');
    const plain = 'postgres://till:ge%20heim@db.example/shop?application_name=a b';
    expect(connectionTo(plain, {}).connectionString).toBe(plain);
  });
});

describe('an error that refuses a database address', () => {
  it.each([
    ['does not require encryption', 'sslmode=prefer', /sslmode=prefer; it must be/],
    ['has an unknown mode', 'sslmode=on', /must be disable, require, verify-ca, verify-full/],
    ['has an empty mode', 'sslmode=', /sslmode=; it must be/],
    ['has two modes', 'sslmode=require&sslmode=disable', /sslmode more than once/],
    ['names an issuer without a mode', `sslrootcert=${ca}`, /without sslmode/],
    ['has a parameter of the driver', 'ssl=true', /has ssl, which is not supported/],
    ['has a requirement that is not supported', 'sslmode=require&sslcrl=x', /has sslcrl, which/],
    ['requires channel binding', 'channel_binding=require', /has channel_binding/],
    ['verifies neither issuer nor name', 'sslmode=verify-ca', /needs the certificate/],
    [
      'trusts the issuers of the machine without verifying the name',
      'sslmode=require&sslrootcert=system',
      /needs sslmode=verify-full/,
    ],
    ['names a missing file', 'sslmode=verify-full&sslrootcert=/no', /\/no .* \(ENOENT\)/],
    [
      'names a file that is not a certificate',
      `sslmode=verify-full&sslrootcert=${text}`,
      /is not a certificate/,
    ],
    ['has a certificate without a key', `sslmode=require&sslcert=${ca}`, /both sslcert and sslkey/],
    [
      'has the key of another certificate',
      `sslmode=require&sslcert=${ca}&sslkey=${otherKey}`,
      /its own key/,
    ],
    [
      'negotiates TLS and disables it',
      'sslnegotiation=direct&sslmode=disable',
      /sslnegotiation=direct/,
    ],
  ])('is thrown without the password if the address %s', (_, query, sentence) => {
    expect(() => read(query)).toThrow(sentence);
    expect(() => read(query)).not.toThrow(/geheim/);
  });

  it('is thrown without the password if the address cannot be read', () => {
    expect(() => connectionTo('postgres://till:geheim@db:port/shop', {})).toThrow(/cannot be read/);
    expect(() => connectionTo('postgres://till:geheim@db:port/shop', {})).not.toThrow(/geheim/);
  });
});

it('a client certificate with its own key is accepted', () => {
  expect(looksAt(`sslmode=require&sslcert=${ca}&sslkey=${key}`)).toBe('encryption');
});
