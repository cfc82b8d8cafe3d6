import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepBundle, supportBundle } from '../../../../main/host/diagnosis/bundle.ts';
import { redact } from '../../../../main/host/diagnosis/redact.ts';
import { zip } from '../../../../main/host/diagnosis/zip.ts';
import { encode } from '../../../../main/host/journal/line-format.ts';
import type { PrintingView } from '../../../../shared/device/bridge/maintenance.ts';
import {
  DIAGNOSIS_CHECKS,
  type DiagnosisResult,
} from '../../../../shared/device/diagnosis/checks.ts';
import { hashSecret } from '../../../../shared/node/password-hash.ts';
import { NOW } from '../../../screens/cashier/sales.ts';
import { readZip } from '../../../support/zip.ts';
import { opened, seen } from '../journal/records.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-bundle-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const RESULTS: readonly DiagnosisResult[] = DIAGNOSIS_CHECKS.map((id, index) => ({
  ...{ number: index + 1, id, state: 'passed', reason: null },
  fact: 'Fjord Kaffe',
}));
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const SECRET = 'hunter2-of-the-till';
const TOKEN = 'Zk3vQ8xLw0a1bC2dE3fG4hI5jK6lM7nO8pQ9rS0tU1v';
const BEARER = 'at_9f8e7d6c5b4a3928';
const MSISDN = '4798765432';
const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJrYXJpIn0.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg';

/** Every way in which people and programs write a secret down. */
async function planted(): Promise<string[]> {
  const hash = await hashSecret('4711', (length) => new Uint8Array(length).fill(7));
  const oneLine = privateKey.replaceAll('\n', ' ');
  return [
    `The service said no to Authorization: SECRET ${SECRET}`,
    `authorization=Bearer ${BEARER} came back`,
    `{"authorization":"KEY RSA-SHA256 ${TOKEN}","secret":"${SECRET}","pin":"4711"}`,
    `headers: { cookie: 'session=${TOKEN}' }`,
    `GET https://pay.example.com/att?sig=${TOKEN}&e=1 failed`,
    `feed https://kari:${SECRET}@updates.example.com/feed`,
    `pin_hash ${hash} was kept`,
    `id token ${JWT} is not valid`,
    `key ${oneLine} could not be read`,
    JSON.stringify({ privateKey }),
    `customer msisdn:${MSISDN} and token:123456 scanned`,
    `called +47 987-65-432, +47 987 65 432 and 98 76 54 32, also ${MSISDN}`,
    `secret: ${encodeURIComponent(SECRET)}`,
  ];
}

/** What must be found nowhere, in any piece that would still be of use. */
function forbidden(): string[] {
  const keyLines = privateKey.split('\n').filter((line) => line.length > 20);
  const phones = [MSISDN, '987-65-432', '98765432', '987 65 432', '98 76 54 32'];
  return [SECRET, TOKEN, BEARER, JWT, '$scrypt$', '123456', 'PRIVATE KEY', ...keyLines, ...phones];
}

async function bundleOf(everything: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const text = everything.join('\n');
  writeFileSync(join(folder, 'electron.log'), `${text}\nThe customer display is disconnected.\n`);
  writeFileSync(join(folder, 'electron.log.1'), `${text}\n`);
  for (const name of ['settings.json', 'shell.json', 'connection.json']) {
    writeFileSync(
      join(folder, name),
      JSON.stringify({ shop: 'Fjord', notes: everything }, null, 2),
    );
  }
  writeFileSync(join(folder, 'till-api.json'), JSON.stringify({ token: 'a'.repeat(40) }));
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify({ secrets: { key: privateKey } }));
  const first = opened(7);
  if (first.kind !== 'opened') throw new Error('not a first record');
  const method = { kind: 'phone', msisdn: MSISDN } as const;
  const body = { ...first.body, customer: `msisdn:${MSISDN}`, text: `for ${text}`.slice(0, 900) };
  const records = [{ ...first, method, body }, seen(7, 2000)];
  writeFileSync(join(folder, 'terminal.journal'), Buffer.concat(records.map(encode)));
  mkdirSync(join(folder, 'crashes/completed'), { recursive: true });
  writeFileSync(join(folder, 'crashes/completed/9.dmp'), text);
  const jobs: PrintingView['jobs'] = [
    {
      id: 'j1',
      what: 'receipt',
      number: 7,
      saleId: 'sale-7',
      at: NOW,
      state: 'failed',
      why: 'unsure',
    },
  ];
  const bytes = await supportBundle({
    directory: folder,
    at: NOW,
    about: { tillkit: '0.1.0', note: text },
    results: RESULTS.map((one) => (one.id === 'pos' ? { ...one, fact: text } : one)),
    printing: { printer: 'network', receipts: 'always', jobs },
    secrets: [SECRET, privateKey],
  });
  return readZip(bytes);
}

describe('the support file', () => {
  it('contains no secret, whichever file a secret is in', async () => {
    const files = await bundleOf(await planted());
    expect([...files.keys()].sort()).toEqual([
      'about.txt',
      'checks.json',
      'checks.txt',
      'connection.json',
      'crashes.txt',
      'journal.txt',
      'log.txt',
      'printing.json',
      'settings.json',
      'shell.json',
    ]);
    const found = [...files].flatMap(([name, text]) =>
      forbidden()
        .filter((secret) => text.includes(secret))
        .map((secret) => `${name}: ${secret}`),
    );
    expect(found).toEqual([]);
    expect([...files.values()].join('')).not.toContain('a'.repeat(40));
  });

  it('contains the log, settings, journal, checks, crashes and print jobs', async () => {
    const files = await bundleOf(await planted());
    expect(files.get('log.txt')).toContain('The customer display is disconnected.');
    expect(files.get('log.txt')).toContain('The service said no to');
    expect(files.get('settings.json')).toContain('"shop": "Fjord"');
    expect(files.get('journal.txt')).toMatch(
      /1 sales, 0 refunds[\s\S]*Z {2}7 {2}kr\s7\.00 {2}- {2}paid/,
    );
    expect(files.get('checks.txt')).toContain(' 4  passed   The shop is Fjord Kaffe.');
    expect(files.get('crashes.txt')).toMatch(/^20.*\d+ bytes/);
    expect(files.get('printing.json')).toContain('"unsure"');
  });

  it('can be made from an empty data directory', async () => {
    const nothing = { about: {}, results: [], printing: null, secrets: [] };
    const files = readZip(await supportBundle({ directory: folder, at: NOW, ...nothing }));
    expect(files.get('journal.txt')).toBe('There is no journal.\n');
    expect(files.get('crashes.txt')).toBe('No crashes are kept.\n');
  });

  it('is readable by its owner only, and only the newest five are kept', async () => {
    let path = '';
    for (let day = 0; day < 8; day += 1) {
      path = await keepBundle(folder, Buffer.from('zip'), NOW + day * 86_400_000);
    }
    expect(readdirSync(join(folder, 'support'))).toHaveLength(5);
    expect(path).toMatch(/tillkit-support-20261127T074221\.zip$/);
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o077).toBe(0);
  });
});

describe('redaction', () => {
  it('keeps sentences, times, ids and addresses', () => {
    const plain = [
      '2026-11-20T07:42:21.000Z The process "Utility" ended (crashed, code 139).',
      'Sale 187  187-ab3k9x2mqp4z7w1c  paid  p2ybyw4tq73n  kr 125.00',
      'No answer comes from http://192.168.1.50:4600. Look at the address and the network.',
      '2026-11-20 08:42:21 byte 4096 of /home/till/.config/tillkit/terminal.journal',
      'Tillkit 0.1.0, Node 24.21.0, Electron 45.4.1',
    ].join('\n');
    expect(redact(plain, [])).toBe(plain);
  });

  it('removes a known value anywhere in a text', () => {
    const secret = fc.stringMatching(/^[A-Za-z0-9!#%&/()=+-]{8,60}$/);
    fc.assert(
      fc.property(fc.string(), secret, fc.string(), (before, value, after) => {
        expect(redact(`${before}${value}${after}`, [value])).not.toContain(value);
      }),
    );
  });

  it('removes long random values under unknown names', () => {
    const long = fc.uint8Array({ minLength: 32, maxLength: 64 });
    fc.assert(
      fc.property(long, fc.constantFrom('base64', 'base64url', 'hex'), (bytes, form) => {
        const value = Buffer.from(bytes).toString(form);
        fc.pre(/\d/.test(value) && (form === 'hex' || /[a-z][\s\S]*[A-Z]/.test(value)));
        expect(redact(`it is ${value} now`, [])).not.toContain(value);
      }),
    );
  });
});

describe('the archive', () => {
  it('contains each text unchanged under its name', () => {
    const entries = fc.uniqueArray(
      fc.record({ name: fc.stringMatching(/^[a-zæøå]{1,12}\.txt$/), text: fc.string() }),
      { selector: ({ name }) => name, maxLength: 8 },
    );
    fc.assert(
      fc.property(entries, (given) => {
        const read = readZip(zip(given, NOW));
        expect([...read].map(([name, text]) => ({ name, text }))).toEqual(given);
      }),
    );
  });
});
