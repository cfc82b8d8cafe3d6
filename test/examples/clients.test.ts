import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOpenApi30 } from '../../examples/clients/openapi-3.0.ts';
import { openApiDocument } from '../../service/api/openapi/document.ts';
import { PROFILES } from '../../shared/protocol/profiles.ts';
import { runCommand } from '../main/start/run-till.ts';
import { startTestService, type TestService } from '../support/service.ts';

/*
 * Clients in other languages. The document for generators is always tested. A sale needs Python, a signed
 * one its package cryptography, and a
 * sale with the generated client also Java, the generator in npm's cache, and the client's libraries.
 * Without them these tests are skipped; `CLIENTS=required` fails instead, and lets npm fetch the generator.
 */

const REQUIRED = process.env.CLIENTS === 'required';
const SALE = 'auth 12500\nok 12500\nrefused 409 Conflict\n';
const LIBRARIES = 'import urllib3, six, dateutil, certifi';
const PYTHONS = ['python3', '/usr/bin/python3'];

const works = ({ status }: SpawnSyncReturns<string>) => status === 0;
const run = (command: string, ...args: string[]) => spawnSync(command, args, { encoding: 'utf8' });
const python = PYTHONS.find((one) => works(run(one, '--version')));
const pythonWithLibraries = PYTHONS.find((one) => works(run(one, '-c', LIBRARIES)));

let folder: string;
let test: TestService;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-clients-test-'));
  test = await startTestService({ clock: 'system' });
  writeFileSync(join(folder, 'ready.json'), `${JSON.stringify(test.ready)}\n`, { mode: 0o600 });
});
afterAll(async () => {
  await test.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What a Python program prints, on both outputs. */
function printed(program: string, file: string, path = ''): Promise<string> {
  const env = { ...process.env, PYTHONPATH: path, PYTHONDONTWRITEBYTECODE: '1' };
  const child = spawn(program, [file, join(folder, 'ready.json')], { env });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  }
  return new Promise((resolve) => child.once('close', () => resolve(text)));
}

/** Ends the test as skipped, or as failed when everything is required. */
function missing(what: string, skip: (why: string) => never): never {
  if (REQUIRED) throw new Error(what);
  return skip(what);
}

it('a client with the standard library of Python completes a sale', async ({ skip }) => {
  if (python === undefined) missing('python3 is not installed.', skip);
  expect(await printed(python, 'examples/sale.py')).toBe(`requested\n${SALE}`);
});

it('a client with urllib and one library for RSA signs, checks a callback and renews a token', async ({
  skip,
}) => {
  const found = PYTHONS.find((one) => works(run(one, '-c', 'import cryptography')));
  if (found === undefined) missing('Python has no package cryptography.', skip);
  const guide = readFileSync('docs/guides/sign-requests.md', 'utf8');
  const [, output] = /^```text output\n([\s\S]*?)^```$/m.exec(guide) ?? [];
  expect(await printed(found, 'examples/signed.py')).toBe(output);
});

it('the generated Python client completes a sale', async ({ skip }) => {
  if (pythonWithLibraries === undefined) {
    missing('Python has not all of urllib3, six, dateutil and certifi.', skip);
  }
  const out = join(folder, 'client');
  const address = `${new URL(test.ready.base_url).origin}/openapi.json`;
  const env: Record<string, string> = REQUIRED ? {} : { npm_config_offline: 'true' };
  const args = ['python', '--out', out, '--openapi', address];
  const made = await runCommand('examples/clients/generate.ts', args, [], env).ended;
  if (made.code !== 0) missing(made.text, skip);
  const text = await printed(pythonWithLibraries, 'examples/clients/sale.py', out);
  expect(text).toMatch(/^requested p\w+\n/);
  expect(text.slice(text.indexOf('\n') + 1)).toBe(SALE);
});

describe.each(Object.values(PROFILES))('the document of the profile $name', (profile) => {
  const document = openApiDocument(profile);
  const converted = asOpenApi30({ ...document });
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));

  it('contains no keyword that OpenAPI 3.0 does not have after its conversion to 3.0', () => {
    expect(converted).toMatchObject({ openapi: '3.0.3' });
    expect(wordsOf(document)).toEqual(expect.arrayContaining(['const', 'contentMediaType']));
    const later = [
      'const',
      'contentMediaType',
      'webhooks',
      'propertyNames',
      'prefixItems',
      'anyOf',
    ];
    expect(wordsOf(converted).filter((word) => later.includes(word))).toEqual([]);
    const text = JSON.stringify(converted);
    expect(text).not.toMatch(/"type":(?:\[|"null")|"default":null|"exclusiveM\w+":\d/);
    expect(text).toContain('"nullable":true');
    const amount = profile.amounts === 'minor' ? { type: 'integer', format: 'int64' } : {};
    const { paymentOutcomeReply } = Object(converted.components).schemas;
    expect(paymentOutcomeReply.properties.amount).toMatchObject(amount);
  });

  it('has ids and names that are valid and distinct in Python and in C#', () => {
    const snake = (name: string) =>
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
    const ids = operations.map(({ operationId }) => operationId);
    for (const names of [ids, Object.keys(document.components.schemas)]) {
      expect(names.filter((name) => !/^[A-Za-z][A-Za-z0-9]*$/.test(name))).toEqual([]);
      expect(new Set(names.map(snake)).size).toBe(names.length);
      expect(names.filter((name) => RESERVED.has(snake(name)))).toEqual([]);
    }
    for (const { operationId, parameters } of operations) {
      const names = parameters.map(({ name }) => snake(name));
      expect([operationId, new Set(names).size]).toEqual([operationId, names.length]);
    }
  });

  it('gives every operation one tag, which becomes the class of the client', () => {
    const tags = document.tags.map(({ name }) => name);
    for (const { operationId, tags: own } of operations) {
      expect([operationId, own.length, tags.includes(own[0] ?? '')]).toEqual([
        operationId,
        1,
        true,
      ]);
    }
  });
});

const RESERVED = new Set(
  (
    'and as assert async await break class continue def del elif else except finally for from global ' +
    'if import in is lambda nonlocal not or pass raise return try while with yield object string'
  ).split(' '),
);

/** All member names that are keywords of OpenAPI, without names of the API. */
function wordsOf(value: unknown, names = false): string[] {
  if (Array.isArray(value)) return value.flatMap((part) => wordsOf(part));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (key === 'example' || key === 'examples') return [];
    return [...(names ? [] : [key]), ...wordsOf(member, ['properties', 'schemas'].includes(key))];
  });
}
