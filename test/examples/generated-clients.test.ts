import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiMediaType, FORM_TYPE, JSON_TYPE, SVC_PROFILE } from '../../shared/protocol/media.ts';
import { startTestService, type TestService } from '../support/service.ts';

/*
 * Three generators make a client of the served description. A program with each client, checked by the
 * compiler in strict mode, makes a whole payment: request, approval, capture, refund, and a refusal.
 */

const run = promisify(execFile);
const MODULES = join(import.meta.dirname, '../../node_modules');
const TYPESCRIPT_5 = join(import.meta.dirname, 'typescript-5.js');

let test: TestService;
let folder: string;
beforeAll(async () => {
  test = await startTestService({ clock: 'system' });
  folder = mkdtempSync(join(tmpdir(), 'tillkit-generated-'));
  symlinkSync(MODULES, join(folder, 'node_modules'));
  const document = await fetch(new URL('/openapi.json', test.ready.base_url));
  writeFileSync(join(folder, 'openapi.json'), await document.text());
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT }));
  writeFileSync(join(folder, 'common.ts'), COMMON);
});
afterAll(async () => {
  await test.stop();
  rmSync(folder, { recursive: true, force: true });
});

const STRICT = {
  ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: true },
  ...{ module: 'esnext', moduleResolution: 'bundler', target: 'es2024', types: [] },
  lib: ['es2024', 'dom', 'dom.iterable'],
};

const COMMON = `
declare const process: { readonly env: Record<string, string> };
const { BASE_URL = '', SIMULATOR_URL = '', MERCHANT = '', USER = '', SECRET = '' } = process.env;
export { BASE_URL };
export const HEADERS = {
  'X-Svc-Merchant': MERCHANT,
  'X-Svc-User': USER,
  Authorization: 'SECRET ' + SECRET,
};
/** Only what the specification requires: defaults are the service's. */
export const draft = {
  action: 'sale',
  currency: 'NOK',
  amount: 12500,
  allow_credit: false,
  pos_id: 'generated',
  customer: '4798765432',
} as const;
export const part = { amount: 12500, additional_amount: 0, currency: 'NOK' };
export const wait = { wait: 5, since: 1003 };
export const confirm = (tid: string) =>
  fetch(SIMULATOR_URL + '/payment_request/' + tid + '/confirm/', { method: 'POST' });
`;

const OPENAPI_FETCH = `
import createClient from 'openapi-fetch';
import { BASE_URL, confirm, draft, HEADERS, part, wait } from './common';
import type { paths } from './openapi-typescript';

const client = createClient<paths>({ baseUrl: BASE_URL, headers: HEADERS });
const pos_tid = 'openapi-fetch';
const made = await client.POST('/payment_request/', { body: { ...draft, pos_tid } });
const path = { tid: made.data?.id ?? '' };
await confirm(path.tid);
const outcome = async () => {
  const query = { ...wait };
  const { data } = await client.GET('/payment_request/{tid}/outcome/', { params: { path, query } });
  console.log(data?.status, data?.auth_amount, data?.captures[0]?.amount);
};
await outcome();
await client.PUT('/payment_request/{tid}/', {
  params: { path },
  body: { action: 'capture', capture_id: 'c1', ...part },
});
await outcome();
const query = { only_ok: true, page_size: 5 };
const list = await client.GET('/payment_request/', { params: { query } });
console.log(list.data?.items.some(({ tid }) => tid === path.tid));
const again = { ...draft, pos_tid, amount: 1 };
const { error } = await client.POST('/payment_request/', { body: again });
console.log(error?.error_type);
`;

const ORVAL = `
import { confirm, draft, HEADERS, part, wait } from './common';
import { paymentCreate, paymentList, paymentOutcome, paymentUpdate } from './orval';

const options = { headers: HEADERS };
const pos_tid = 'orval';
const made = await paymentCreate({ ...draft, pos_tid }, options);
if (made.status !== 201) throw new Error('the payment was not created');
const tid = made.data.id;
await confirm(tid);
const outcome = async () => {
  const { status, data } = await paymentOutcome(tid, wait, options);
  if (status === 200) console.log(data.status, data.auth_amount, data.captures[0]?.amount);
};
await outcome();
await paymentUpdate(tid, { action: 'capture', capture_id: 'c1', ...part }, options);
await outcome();
const list = await paymentList({ only_ok: true, page_size: 5 }, options);
console.log(list.status === 200 && list.data.items.some((item) => item.tid === tid));
const refused = await paymentCreate({ ...draft, pos_tid, amount: 1 }, options);
if (refused.status === 409) console.log(refused.data.error_type);
`;

const CODEGEN = `
import { BASE_URL, confirm, draft, HEADERS, part, wait } from './common';
import { ApiClient, ApiError } from './codegen';

const { paymentRequests } = new ApiClient({ BASE: BASE_URL, HEADERS });
const body = { ...draft, pos_tid: 'codegen' };
const { id: tid } = await paymentRequests.paymentCreate(body);
await confirm(tid);
const outcome = async () => {
  const data = await paymentRequests.paymentOutcome(tid, wait.wait, wait.since);
  console.log(data.status, data.auth_amount, data.captures[0]?.amount);
};
await outcome();
await paymentRequests.paymentUpdate(tid, { action: 'capture', capture_id: 'c1', ...part });
await outcome();
const list = await paymentRequests.paymentList(undefined, undefined, undefined, 5, true);
console.log(list.items.some((item) => item.tid === tid));
await paymentRequests.paymentCreate({ ...body, amount: 1 }).catch((error: unknown) => {
  if (error instanceof ApiError) console.log(error.body.error_type);
});
`;

/** Arguments for Node.js that run each generator, and the program that uses its client. */
const GENERATORS = {
  'openapi-typescript and openapi-fetch': {
    file: 'openapi-fetch',
    args: [
      ...['--import', TYPESCRIPT_5, join(MODULES, 'openapi-typescript/bin/cli.js')],
      ...['openapi.json', '-o', 'openapi-typescript.ts'],
    ],
    program: OPENAPI_FETCH,
  },
  orval: {
    file: 'orval-sale',
    args: [join(MODULES, 'orval/dist/bin/orval.mjs'), '--config', 'orval.config.mjs'],
    program: ORVAL,
  },
  'openapi-typescript-codegen': {
    file: 'codegen-sale',
    args: [
      join(MODULES, 'openapi-typescript-codegen/bin/index.js'),
      ...['-i', 'openapi.json', '-o', 'codegen', '--name', 'ApiClient'],
    ],
    program: CODEGEN,
  },
} as const;

const SOLD = 'auth 12500 undefined\nok 0 12500\ntrue\nConflict\n';

it.each(Object.entries(GENERATORS))('a client made by %s makes a payment', async (_, generator) => {
  const { file, args, program } = generator;
  const { ready, users } = test;
  const output = {
    ...{ target: './orval.ts', client: 'fetch', baseUrl: ready.base_url },
    // It has no body that is either a form or a file.
    override: {
      contentType: { include: [apiMediaType(SVC_PROFILE), JSON_TYPE, FORM_TYPE, 'image/png'] },
    },
  };
  const api = { input: './openapi.json', output };
  const config = `export default ${JSON.stringify({ api })};`;
  writeFileSync(join(folder, 'orval.config.mjs'), config);
  writeFileSync(join(folder, `${file}.ts`), `${program}\nexport {};\n`);
  await run(process.execPath, [...args], { cwd: folder });
  const check = join(folder, `tsconfig.${file}.json`);
  writeFileSync(check, JSON.stringify({ extends: './tsconfig.json', files: [`${file}.ts`] }));
  const types = await run(join(MODULES, '.bin/tsc'), ['-p', check]).catch((error) => error);
  expect(types.stdout).toBe('');
  const outfile = join(folder, `${file}.mjs`);
  const entryPoints = [join(folder, `${file}.ts`)];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node' });
  const env = {
    ...{ BASE_URL: ready.base_url, SIMULATOR_URL: ready.simulator_url ?? '' },
    ...{ MERCHANT: users.pos.merchant, USER: users.pos.id, SECRET: users.pos.secret },
  };
  expect((await run(process.execPath, [outfile], { env })).stdout).toBe(SOLD);
});
