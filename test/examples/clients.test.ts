import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOpenApi30 } from '../../examples/clients/openapi-3.0.ts';
import { openApiDocument } from '../../service/api/openapi/document.ts';
import { PROFILES } from '../../shared/protocol/profiles.ts';
import { runCommand } from '../main/start/run-till.ts';
import { startTestService, type TestService } from '../support/service.ts';

/*
 * Clients in other languages. The document for generators is always tested. A sale needs Python, a signed
 * one its package cryptography. Where there is Java, the client is generated: npm takes the generator from
 * its cache, or fetches it. A sale with that client also needs Python's libraries. Tests whose programs are
 * not installed are skipped; `CLIENTS=required` fails instead.
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

describe('npm run clients', () => {
  const generate = (args: readonly string[], env: Record<string, string> = {}) =>
    runCommand('examples/clients/generate.ts', args, [], env).ended;

  it('generates a Python client, which completes a sale', async ({ skip }) => {
    if (!works(run('java', '-version'))) missing('Java is not installed.', skip);
    const out = join(folder, 'client');
    const address = `${new URL(test.ready.base_url).origin}/openapi.json`;
    const args = ['python', '--out', out, '--openapi', address];
    const made = await generate(args, { npm_config_prefer_offline: 'true' });
    if (made.text.includes('npm could not fetch')) missing(made.text, skip);
    expect(made).toEqual({ code: 0, text: `The client is in ${out}.\n` });
    if (pythonWithLibraries === undefined) {
      missing('Python has not all of urllib3, six, dateutil and certifi.', skip);
    }
    const text = await printed(pythonWithLibraries, 'examples/clients/sale.py', out);
    expect(text).toMatch(/^requested p\w+\n/);
    expect(text.slice(text.indexOf('\n') + 1)).toBe(SALE);
  });

  /** Generates with programs of the test in place of Java and npm. */
  async function failing(npm: string, java = 'exit 0') {
    const programs = mkdtempSync(join(folder, 'programs-'));
    writeFileSync(join(programs, 'java'), `#!/bin/sh\n${java}\n`, { mode: 0o755 });
    writeFileSync(join(programs, 'npm.js'), npm);
    const env = { PATH: programs, npm_execpath: join(programs, 'npm.js') };
    return await generate(['python', '--out', join(programs, 'out')], env);
  }

  it('says that Java is missing, that npm cannot fetch, or what the generator said', async () => {
    const says = (word: string) => `console.error('${word}'); process.exitCode = 1;`;
    const generates = `if (process.argv.includes('generate')) { ${says('no attribute x')} }`;
    const ends = await Promise.all([
      failing('', 'exit 1'),
      failing(says('no such host')),
      failing(generates),
    ]);
    expect(ends.map(({ code, text }) => [code, text])).toEqual([
      [1, expect.stringMatching(/ needs Java 8 or newer/)],
      [1, expect.stringMatching(/^npm could not fetch @openapitools.*\nno such host\n/)],
      [1, 'The generator made no client:\nno attribute x\n'],
    ]);
  });
});

describe.each(Object.values(PROFILES))('the document of the profile $name', (profile) => {
  const document = openApiDocument(profile);
  const converted = asOpenApi30({ ...document });
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));

  it('has nothing that OpenAPI 3.0 does not have after its conversion to 3.0', async () => {
    expect(converted).toMatchObject({ openapi: '3.0.3' });
    // Every member of the document is one that 3.0 knows, with the type that it has there.
    const config = await createConfig({ rules: { struct: 'error', spec: 'error' } });
    const source = JSON.stringify(converted);
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
    expect(problems.map(({ message, location }) => [location[0]?.pointer, message])).toEqual([]);
    // A choice has no type in a generated client, and a default of null refuses the document.
    expect(source).not.toMatch(/"anyOf":|"default":null|"format":"date","pattern"/);
    expect(source).toContain('"nullable":true');
    const { paymentOutcomeReply, cataloguePictureCreateBody } = Object(
      converted.components,
    ).schemas;
    const amount = profile.amounts === 'minor' ? { type: 'integer', format: 'int64' } : {};
    expect(paymentOutcomeReply.properties.amount).toMatchObject(amount);
    expect(cataloguePictureCreateBody.properties.image).toMatchObject({ format: 'byte' });
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
