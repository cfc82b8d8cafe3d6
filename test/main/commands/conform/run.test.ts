import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  argumentsFor,
  conform,
  failedIn,
  file,
  pathOf,
  removeFiles,
  start,
} from '../../../support/conform.ts';
import { takePort } from '../../../support/free-port.ts';
import { newPostgres } from '../../../support/postgres/shared.ts';
import type { TestService } from '../../../support/service.ts';
import { startTlsProxy } from '../../../support/tls-proxy.ts';

/* `tillkit conform` against the service, on both stores, and behind TLS. */

let test: TestService;
beforeAll(async () => {
  test = await start();
});
afterAll(async () => {
  await test.stop();
  removeFiles();
});

const ALL = '377 rows: 372 passed, 0 failed, 5 not tested';

describe('a service that conforms', () => {
  it('passes 372 of 377 rows, and fails none', async () => {
    const { code, out, err } = await conform(...argumentsFor(test));
    expect([failedIn(out), code, err]).toEqual([[], 0, '']);
    expect(out).toContain(ALL);
  });

  it('passes on PostgreSQL', async () => {
    const database = await newPostgres();
    const own = await start({ databaseUrl: database.url });
    const { code, out } = await conform(...argumentsFor(own));
    await own.stop();
    await database.drop();
    expect([failedIn(out), code]).toEqual([[], 0]);
    expect(out).toContain(ALL);
  });

  it('passes behind TLS with a private certificate authority', async () => {
    const proxy = await startTlsProxy();
    const own = await start({ publicOrigin: proxy.origin, demoInPublic: true });
    proxy.target = Number(new URL(own.ready.simulator_url ?? '').port);
    const args = argumentsFor(own);
    const distrusted = await conform(...args);
    const { code, out } = await conform(...args, '--ca', file('ca.pem', proxy.ca));
    await own.stop();
    await proxy.stop();
    expect([distrusted.code, distrusted.out]).toEqual([2, '']);
    expect([failedIn(out), code]).toEqual([[], 0]);
    expect(out).toContain(ALL);
  });

  it('without the simulator passes no row that needs it, and gets payments only with consent', async () => {
    const own = await start();
    const count = async () => (await own.secret(own.users.pos, '/payment_request/')).text;
    const before = await count();
    const reads = await conform(...argumentsFor(own, false));
    expect([reads.code, failedIn(reads.out), await count()]).toEqual([0, [], before]);
    expect(reads.out).toMatch(/^not tested +payment-create\/amount .*--allow-payments/m);
    const asks = await conform(...argumentsFor(own, false), '--allow-payments');
    await own.stop();
    expect([asks.code, failedIn(asks.out)]).toEqual([0, []]);
    for (const id of ['move/capture', 'account-in/payout_account', 'oauth-token/scope']) {
      expect(asks.out).toMatch(new RegExp(`^not tested +${id} .*simulator`, 'm'));
    }
    expect(asks.out).toMatch(/^passed +payment-create\/amount /m);
  });
});

describe('a merchant whose last day had no sales', () => {
  it('has its rows tested with the settlement of another day, or with a new one', async () => {
    const own = await start();
    // The shop is settled on weekdays: from a Friday, the first settlement comes after three days.
    await own.service.simulator.advance(4 * 86_400);
    const { text } = await own.secret(own.users.pos, '/last_settlement/');
    expect(JSON.parse(text).transaction_log_uris).toEqual([]);
    const only = ['--only', 'convention/media'];
    const without = await conform(...argumentsFor(own, false), '--allow-payments', ...only);
    const made = await conform(...argumentsFor(own), ...only);
    await own.stop();
    expect([without.code, made.code]).toEqual([0, 0]);
    expect(without.out).toMatch(/^not tested +convention\/media .*settlement/m);
    expect(made.out).toMatch(/^passed +convention\/media /m);
  });
});

describe('a service in a later year', () => {
  it('passes the rows of the sales summary, whose days are in the past', async () => {
    const own = await start();
    await own.service.simulator.advance(400 * 86_400);
    const { code, out } = await conform(...argumentsFor(own), '--only', 'sales-in/');
    await own.stop();
    expect([failedIn(out), code]).toEqual([[], 0]);
  });
});

describe('the reports', () => {
  it('are a table, JUnit XML and an HTML page, and include the rows that were not tested', async () => {
    const only = ['--only', 'move/'];
    const [table = '', junit = '', html = ''] = await Promise.all(
      ['table', 'junit', 'html'].map(async (format) => {
        const path = pathOf(`report.${format}`);
        const args = [...argumentsFor(test, false), ...only, '--format', format, '--out', path];
        expect(await conform(...args)).toMatchObject({ code: 0, out: '' });
        return readFileSync(path, 'utf8');
      }),
    );
    expect(table).toContain('10 rows: 0 passed, 0 failed, 10 not tested');
    expect(junit).toContain('tests="10" failures="0" errors="0" skipped="10"');
    expect(junit).toContain('name="move/capture"><skipped message="it needs the simulator');
    expect(html).toContain('<td>not tested</td><td>move/capture</td>');
  });
});

describe('the command line', () => {
  it.each([
    [[], /^Name one URL/],
    [['ftp://pay.example'], /^URL must be an http or https address/],
    [['http://127.0.0.1:1'], /^--credentials must name a file/],
    [['http://127.0.0.1:1', '--credentials', '/none'], /cannot be read \(ENOENT\)/],
    [['http://127.0.0.1:1', '--format', 'pdf', '--credentials', '/none'], /^--format is one of/],
    [['http://127.0.0.1:1', '--unknown'], /See --help/],
  ])('%j is refused with one sentence', async (args, sentence) => {
    const { code, out, err } = await conform(...args);
    expect([code, out, err.split('\n').length]).toEqual([2, '', 2]);
    expect(err).toMatch(sentence);
  });

  it('reports an unreachable service and an invalid credentials file', async () => {
    const credentials = file('own.json', JSON.stringify(test.ready));
    const address = `http://127.0.0.1:${await takePort()}`;
    const unreached = await conform(address, '--credentials', credentials);
    expect(unreached.code).toBe(2);
    expect(unreached.err).toMatch(/was not reached: /);
    const wrong = await conform(address, '--credentials', file('wrong.json', '{"users":[]}'));
    expect([wrong.code, wrong.err]).toEqual([
      2,
      expect.stringMatching(/merchant of .* is not right/),
    ]);
  });

  it('warns if other users can read the credentials', async () => {
    const credentials = file('open.json', JSON.stringify(test.ready), 0o644);
    const { code, err } = await conform(
      test.ready.base_url,
      '--credentials',
      credentials,
      '--only',
      'level/OPEN',
    );
    expect([code, err]).toEqual([0, expect.stringContaining(`chmod 600 ${credentials}`)]);
  });
});

describe('the guide', () => {
  const guide = readFileSync(
    new URL('../../../../docs/guides/conformance.md', import.meta.url),
    'utf8',
  );
  const commands = [...guide.matchAll(/^```sh conform\n([\s\S]*?)^```$/gm)]
    .flatMap(([, block = '']) => block.split('\n'))
    .filter((line) => line !== '');

  it('has commands that end without an error and write their reports', async () => {
    const own = await start();
    file('ready.json', JSON.stringify(own.ready));
    const variables: Readonly<Record<string, string>> = {
      $BASE: own.ready.base_url,
      $SIMULATOR: own.ready.simulator_url ?? '',
    };
    expect(commands).toHaveLength(5);
    for (const command of commands) {
      const [npx, tillkit, conformWord, ...words] = command.split(' ');
      expect([npx, tillkit, conformWord]).toEqual(['npx', 'tillkit', 'conform']);
      const args = words.map((word) => {
        const inFolder = word === 'ready.json' || word.startsWith('conformance.');
        return inFolder ? pathOf(word) : (variables[word] ?? word);
      });
      expect(await conform(...args), command).toMatchObject({ code: 0, err: '' });
    }
    await own.stop();
    expect(readFileSync(pathOf('conformance.xml'), 'utf8')).toContain('failures="0"');
    expect(readFileSync(pathOf('conformance.html'), 'utf8')).toContain('put/full');
  });
});
