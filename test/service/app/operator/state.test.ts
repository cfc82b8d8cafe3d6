import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checksOf, type Facts } from '../../../../service/app/operator/state.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../../shared/time/clock.ts';
import { type OperatorApi, startOperatorApi } from '../../../support/operator-api.ts';
import { STORES } from '../../../support/stores.ts';
import { openAdmin } from '../../admin/run-admin.ts';

/* The operator's one page: what needs a person. The test of the alert rules has real causes of most checks. */

const NOW = Date.UTC(2026, 10, 30, 3);
const NONE: NonNullable<Facts['stored']> = {
  backlog: { open: 0, oldestDue: null, failingHosts: 0 },
  ...{ failingHosts: [], oldestEmail: null, unmatched: [], silentTills: [], books: new Map() },
};
const FINE: Facts = {
  ...{ now: NOW, notReady: [], disk: { available: 50, size: 100 } },
  ...{ backup: NOW - DAY, stored: NONE },
};
const stored = (over: Partial<typeof NONE>): Partial<Facts> => ({ stored: { ...NONE, ...over } });
const till = { merchantId: 'shop', posId: 'till-1', name: 'Bar', received: NOW - HOUR };

describe('the checks of a service', () => {
  it('are all there, and fine for a service that is', () => {
    expect(checksOf(FINE).filter(({ fine }) => !fine)).toEqual([]);
    expect(checksOf(FINE)).toHaveLength(8);
  });

  const clock = { reason: 'clock', description: 'The clock is two hours ahead.' } as const;
  const due = (ago: number) => ({ open: 1, oldestDue: NOW - ago, failingHosts: 0 });
  it.each<[string, Partial<Facts>, readonly string[]]>([
    ['no service on the data', { notReady: null }, ['service']],
    ['a service that doubts its clock', { notReady: [clock] }, ['service']],
    ['processes that are asked elsewhere', { notReady: 'elsewhere' }, []],
    ['a disk with a tenth free', { disk: { available: 10, size: 100 } }, []],
    ['a disk with less than a tenth free', { disk: { available: 9, size: 100 } }, ['disk']],
    ['a disk of which the system tells nothing', { disk: null }, []],
    ['a backup of yesterday that was an hour earlier', { backup: NOW - DAY - HOUR }, []],
    ['a backup of two days ago', { backup: NOW - 2 * DAY }, ['backup']],
    ['a folder without a backup', { backup: null }, ['backup']],
    ['no folder of backups', { backup: 'unknown' }, []],
    ['a callback that is due now', stored({ backlog: due(MINUTE) }), []],
    ['a callback that is due for long', stored({ backlog: due(6 * MINUTE) }), ['callbacks']],
    ['a receipt that waits for minutes', stored({ oldestEmail: NOW - 10 * MINUTE }), []],
    ['a receipt that waits for hours', stored({ oldestEmail: NOW - 2 * HOUR }), ['e-mail']],
    ['a silent till', stored({ silentTills: [till] }), ['tills']],
    [
      'a database that does not answer',
      { notReady: [{ reason: 'store', description: 'See the log.' }], stored: null },
      ['service', 'callbacks', 'e-mail', 'payments', 'tills', 'books'],
    ],
  ])('of %s', (_, over, expected) => {
    const checks = checksOf({ ...FINE, ...over });
    expect(checks.filter(({ fine }) => !fine).map(({ check }) => check)).toEqual(expected);
  });

  it('name each case with its shop', () => {
    const since = NOW - 90 * SECOND;
    const failingHosts = [{ merchantId: 'shop', host: 'erp.example', count: 3, since }];
    const unmatched = [{ merchantId: 'shop', posId: 'till-1', tid: 'p2yb', created: NOW - HOUR }];
    const books = new Map([['left_out', 2] as const, ['gap', 0] as const]);
    const facts = { ...FINE, ...stored({ failingHosts, unmatched, books, silentTills: [till] }) };
    expect(checksOf(facts).flatMap(({ cases }) => cases)).toEqual([
      'shop: 3 to erp.example fail, the oldest of 2026-11-30 02:58:30 UTC',
      'shop: payment p2yb of the till till-1, of 2026-11-30 02:00:00 UTC',
      'shop: Bar (till-1), last heard at 2026-11-30 02:00:00 UTC',
      '2 left out',
    ]);
  });
});

describe.each(STORES)('the command `status` on %s', (kind) => {
  let api: OperatorApi;
  beforeAll(async () => {
    api = await startOperatorApi(kind);
  });
  afterAll(() => api?.stop());

  it('prints the page, and its exit code says whether a person is needed', async () => {
    const { run, folder } = openAdmin();
    const { databaseUrl } = api;
    const place = databaseUrl === null ? ['--data', api.folder] : ['--database-url', databaseUrl];
    const fine = await run(['status', ...place]);
    expect([fine.code, fine.err]).toEqual([0, '']);
    const lines = fine.out.trimEnd().split('\n');
    expect(lines).toHaveLength(9);
    expect(lines[0]).toMatch(/^tillkit \S+, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
    const asked = kind === 'postgres' ? 'Not asked: each process' : 'Ready.';
    expect(lines[1]).toContain(`ok       service    ${asked}`);

    const backups = join(folder, 'backups');
    mkdirSync(backups);
    writeFileSync(join(backups, 'old.db'), '');
    const old = Date.now() / SECOND - 3 * 86_400;
    utimesSync(join(backups, 'old.db'), old, old);
    const late = await run(['status', ...place, '--backups', backups]);
    expect([late.code, late.err]).toEqual([1, '']);
    expect(late.out).toMatch(
      /PROBLEM {2}backup {5}The newest is of [\s\S]*> tillkit admin backup FILE/,
    );
    writeFileSync(join(backups, 'new.db'), '');
    expect((await run(['status', ...place, '--backups', backups])).code).toBe(0);
  });
});
