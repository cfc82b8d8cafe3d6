import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openOperatorSocket } from '../../service/app/operator/api.ts';
import { OPERATOR_SOCKET } from '../../service/app/operator/socket.ts';
import { createService } from '../../service/index.ts';
import type { CustomerRecord, CustomerStore } from '../../service/store/customer-store.ts';
import { openSqliteStore } from '../../service/store/sqlite/open.ts';
import type { Store } from '../../service/store/store.ts';
import { secureRandom } from '../../shared/node/random.ts';
import { createSystemClock } from '../../shared/node/system-clock.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { anyText } from '../support/any-text.ts';
import { expectError } from '../support/expect-error.ts';
import {
  CSV_HEADERS,
  JSON_HEADERS,
  type OperatorApi,
  startOperatorApi,
} from '../support/operator-api.ts';
import { ids } from '../support/payments.ts';
import { giveKeys } from '../support/seeded-data.ts';
import { sendOnSocket } from '../support/socket-request.ts';
import { STORES } from '../support/stores.ts';
import type { Sent } from '../support/wire.ts';

/* Who can open the operator's socket, and what invalid input on it does. */

const ERASED: Omit<CustomerRecord, 'id'> = {
  msisdn: null,
  name: '',
  status: 'erased',
  allowCredit: false,
  created: 0,
  terms: null,
};

const posted = (body: unknown, headers: Sent['headers'] = JSON_HEADERS): Sent => ({
  ...{ method: 'POST', headers, body },
});
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const { urlMax, pageSizeMax, bodyBytesMax, importBytesMax } = LIMITS;
const long = (length: number) => 'a'.repeat(length);
const KARI = '/customers/4741300001';
const INVALID = 'validation_error';
const TOO_LARGE = 'Request Entity Too Large';
const NO_TYPE = 'Unsupported Media Type';

/** Texts with a meaning in an address, in SQL, in CSV or in the code. */
const MARKS = [
  '%',
  '%00',
  '\0',
  '/',
  '..',
  '?',
  '&',
  '+',
  "'",
  '"',
  '\n',
  ',',
  '__proto__',
  '\ud800',
];

/** Requests with a fault, and the status and the type of the error. */
const FAULTS: readonly (readonly [string, path: string, Sent, status: number, type: string])[] = [
  ['an unknown address', '/shops/', {}, 404, 'Not Found'],
  ['another method', '/customers/', { method: 'DELETE' }, 405, 'Method Not Allowed'],
  ['a broken percent-encoding', '/customers/%zz/', {}, 400, 'Bad Request'],
  ['a NUL in the path', '/customers/%00/', {}, 400, INVALID],
  ['a long name in the path', `/customers/${long(101)}/`, {}, 400, INVALID],
  ['a long address', `/customers/?text=${long(urlMax)}`, {}, 400, 'Bad Request'],
  ['a long search', `/customers/?text=${long(101)}`, {}, 400, INVALID],
  ['an empty page', '/customers/?limit=0', {}, 400, INVALID],
  ['a page that is too large', `/customers/?limit=${pageSizeMax + 1}`, {}, 400, INVALID],
  ['an unknown parameter', '/customers/?afer=a', {}, 400, INVALID],
  ['a parameter twice', '/customers/?text=a&text=b', {}, 400, INVALID],
  ['a missing body', '/customers/', { method: 'POST' }, 400, INVALID],
  ['a form', '/customers/', posted('name=a', FORM), 415, NO_TYPE],
  ['a body that is not JSON', '/customers/', posted('{'), 400, 'Bad Request'],
  ['a number that is none', '/customers/', posted({ msisdn: '12', name: 'A' }), 400, INVALID],
  ['an unknown member', `${KARI}/credit/`, posted({ allow_credit: true, until: 1 }), 400, INVALID],
  ['a body where there is none', `${KARI}/block/`, posted({ until: 1 }), 400, INVALID],
  ['a large body', '/customers/', posted(long(bodyBytesMax + 1)), 413, TOO_LARGE],
  ['an import as JSON', '/customers/import/', posted({}), 415, NO_TYPE],
  [
    'a large import',
    '/customers/import/',
    posted(long(importBytesMax + 1), CSV_HEADERS),
    ...([413, TOO_LARGE] as const),
  ],
  [
    'an import of other columns',
    '/customers/import/',
    posted('name\nPer\n', CSV_HEADERS),
    ...([400, 'Bad Request'] as const),
  ],
];

describe.each(STORES)('the operator API on %s', (kind) => {
  let api: OperatorApi;
  beforeAll(async () => {
    api = await startOperatorApi(kind);
  });
  afterAll(() => api?.stop());

  it.each(FAULTS)('refuses %s', async (_, path, sent, status, type) => {
    expectError(await api.call(path, sent), status, type);
  });

  it('names what is wrong in the path, the query and the body', async () => {
    const details = async (path: string, sent: Sent = {}) => {
      const { error_details } = Object((await api.call(path, sent)).json);
      return Object.keys(error_details);
    };
    expect(await details(`/customers/${long(101)}/`)).toEqual(['customer']);
    expect(await details('/customers/?afer=a')).toEqual(['afer']);
    expect(await details('/customers/', posted({ name: '' }))).toEqual(['msisdn', 'name']);
  });

  it('answers any text in an address or a body without a 5xx', async () => {
    const marks = fc.array(fc.constantFrom(...MARKS), { maxLength: 3 }).map((all) => all.join(''));
    const text = fc.oneof(anyText(12), marks);
    const encoded = text.map((one) => encodeURIComponent(one.toWellFormed()));
    type Request = readonly [path: string, body: unknown];
    const requests: fc.Arbitrary<Request> = fc.oneof(
      encoded.map((one): Request => [`/customers/${one}/`, undefined]),
      encoded.map((one): Request => [`/customers/?text=${one}&after=${one}`, undefined]),
      encoded.map((one): Request => [`/merchants/${one}/users/?after=${one}`, undefined]),
      encoded.map((one): Request => [`/merchants/?stored=${one}&limit=${one}`, undefined]),
      text.map((one): Request => ['/merchants/', { name: one, id: one, integrator: one }]),
      text.map((one): Request => ['/second-factor/reset/', { email: one }]),
      text.map((one): Request => ['/database/copy/', { path: `no/folder/${one}` }]),
      text.map((one): Request => ['/customers/', { msisdn: one, name: one }]),
      text.map((name): Request => ['/customers/', { msisdn: '4741400001', name }]),
      text.map((one): Request => ['/customers/import/', `msisdn,name\n4741400002,${one}`]),
    );
    const property = fc.asyncProperty(requests, async ([path, body]) => {
      const headers = typeof body === 'string' ? CSV_HEADERS : JSON_HEADERS;
      const method = body === undefined ? 'GET' : 'POST';
      const reply = await api.call(path, { method, headers, body });
      expect(reply.status, reply.text).toBeLessThan(500);
    });
    await fc.assert(property, { numRuns: 300 });
  });

  it('answers while other programs hold more connections than it accepts', async () => {
    const count = LIMITS.operatorConnectionsMax + 4;
    const path = join(api.folder, OPERATOR_SOCKET);
    const idle = Array.from({ length: count }, () => connect(path));
    const closed = idle.map((socket) => once(socket, 'close'));
    await Promise.all(idle.map((socket) => once(socket, 'connect')));
    expect((await api.call('/customers/')).status).toBe(200);
    // The connections that have been idle longest lose their places.
    await Promise.all(closed.slice(0, count - LIMITS.operatorConnectionsMax));
    for (const socket of idle) socket.destroy();
    await Promise.all(closed);
  });
});

describe.skipIf(process.platform === 'win32')('the socket of the operator API', () => {
  let folder: string;
  let socket: string;
  let store: Store;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tillkit-operator-'));
    socket = join(folder, OPERATOR_SOCKET);
    store = openSqliteStore(join(folder, 'customers.db'));
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Opens the socket on a store in which the test replaces these methods. */
  function opened(customers: Partial<CustomerStore>, log: string[] = [], directory = folder) {
    return openOperatorSocket(directory, {
      store: { ...store, customers: { ...store.customers, ...customers } },
      ...{ ids, random: secureRandom, now: () => 0, wall: createSystemClock() },
      ...{ root: () => '', copyTo: null, notReady: null, disk: async () => null },
      log: pino({}, { write: (line: string) => log.push(line) }),
      transport: {
        faultReply: () => ({ status: 500 }),
        nextRequestId: () => 'request',
        stopping: new AbortController().signal,
      },
    });
  }

  it('lets only its owner connect', async () => {
    await giveKeys(folder);
    const service = createService({
      ...{ port: 0, log: 'silent', data: { kind: 'directory', path: folder } },
    });
    await service.start();
    expect((statSync(socket).mode & 0o777).toString(8)).toBe('600');
    expect((await sendOnSocket(socket, '/customers/')).status).toBe(200);
    expect(readdirSync(folder).filter((name) => name.startsWith('.operator-'))).toEqual([]);
    // Only root can run a program as another user. To connect is to write, for the file system.
    if (process.getuid?.() === 0) {
      const user = { uid: 65_534, gid: 65_534, cwd: '/' };
      const mayWrite = () => spawnSync('sh', ['-c', 'test -w "$1"', 'sh', socket], user).status;
      expect(mayWrite()).toBe(1);
      chmodSync(folder, 0o755);
      expect(mayWrite()).toBe(1);
      chmodSync(socket, 0o666);
      expect(mayWrite()).toBe(0);
    }
    await service.stop();
    expect(existsSync(socket)).toBe(false);
  });

  it('belongs to the process that started last, and stays when an older one stops', async () => {
    const first = await opened({ records: () => Promise.reject(new Error('an older process')) });
    const second = await opened({});
    await first();
    expect((await sendOnSocket(socket, '/customers/')).json).toEqual({ customers: [], next: null });
    await second();
    expect(existsSync(socket)).toBe(false);
  });

  it('that cannot be made is a warning, and the service runs without it', async () => {
    for (const directory of [join(folder, 'missing'), join(folder, 'long'.repeat(30))]) {
      const log: string[] = [];
      if (!directory.endsWith('missing')) mkdirSync(directory);
      const close = await opened({}, log, directory);
      expect(log.join('')).toContain('there is no operator API');
      await close();
    }
  });

  it('takes one import at a time', async () => {
    const lookup = Promise.withResolvers<null>();
    let asked = 0;
    const recordByMsisdn = () => {
      asked += 1;
      return lookup.promise;
    };
    const close = await opened({ recordByMsisdn, addAll: async () => 'added' });
    const file = posted('msisdn,name\n4741300001,Per\n', CSV_HEADERS);
    const first = sendOnSocket(socket, '/customers/import/', file);
    await expect.poll(() => asked).toBe(1);
    expectError(await sendOnSocket(socket, '/customers/import/', file), 429, 'Too Many Requests');
    lookup.resolve(null);
    expect((await first).json).toEqual({ created: 1, present: 0 });
    const again = await sendOnSocket(socket, '/customers/import/', file);
    expect(again.status).toBe(200);
    await close();
  });

  it('ends a search whose caller has gone', async () => {
    const log: string[] = [];
    const all = 20_000;
    let pages = 0;
    const records = async () => {
      pages += 1;
      if (pages === 10) caller.destroy();
      return pages === all ? [] : [{ ...ERASED, id: String(pages) }];
    };
    const close = await opened({ records }, log);
    const caller = connect(socket);
    caller.write('GET /customers/?text=nobody HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await expect.poll(() => log.join('')).toContain('"action":"customerList"');
    expect(pages).toBeLessThan(all);
    await close();
  });
});
