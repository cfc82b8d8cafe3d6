import { statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../../service/store/sqlite/database.ts';
import { GroupCommit } from '../../../../service/store/sqlite/group-commit.ts';
import { createLedgerWriter } from '../../../../service/store/sqlite/ledger-writer.ts';
import { migrate } from '../../../../service/store/sqlite/migrate.ts';
import { scopeRecord } from '../../../../shared/ledger/records.ts';
import { money } from '../../../../shared/money/money.ts';
import { LIMITS } from '../../../../shared/protocol/limits.ts';
import { newDatabase } from '../../../support/payments.ts';

const records = (rid: string) => [
  scopeRecord({
    ...{ rid, at: 5, status: 'ok', customer: '', currency: 'NOK', taxCode: 'NO:2013' },
    fee: money(7),
  }),
];

it('a failed write of a batch is undone completely, and the other writes are kept', async () => {
  const file = newDatabase();
  const own = openDatabase(file.path);
  const { database } = own;
  migrate(database);
  const commits = new GroupCommit(own);
  const ledger = createLedgerWriter(database, commits);
  const book = (rid: string) => () => ledger.append('shop', records(rid));
  const done = await Promise.allSettled([
    commits.write('shop', book('first')),
    commits.write('other', () => {
      ledger.append('other', records('undone'));
      book('undone')();
      throw new Error('no');
    }),
    commits.write('other', () => ledger.append('other', records('third'))),
    commits.write('shop', book('fourth')),
  ]);
  expect(done.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  const all = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map((row) => Object.values(row));
  expect(all('SELECT merchant_id, seq, rid FROM scope_log ORDER BY merchant_id, seq')).toEqual([
    ['other', 1, 'third'],
    ['shop', 1, 'first'],
    ['shop', 2, 'fourth'],
  ]);
  expect(all('SELECT merchant_id, last_seq FROM ledger_book ORDER BY merchant_id')).toEqual([
    ['other', 1],
    ['shop', 2],
  ]);
  // The undone write had opened this book's schedule first; without it nothing would be settled.
  expect(all('SELECT merchant_id FROM settlement_schedule ORDER BY merchant_id')).toEqual([
    ['other'],
    ['shop'],
  ]);
  own.close();
  file.remove();
});

it('a batch that changes no row is neither counted nor written to the disk', async () => {
  const file = newDatabase();
  const own = openDatabase(file.path);
  migrate(own.database);
  const commits = new GroupCommit(own);
  const removeScans = own.database.prepare('DELETE FROM scan WHERE expires <= ?');
  const logBytes = () => statSync(`${file.path}-wal`).size;
  const [number, size] = [own.count.commits, logBytes()];
  await commits.write('shop', () => removeScans.run(5));
  expect([own.count.commits, logBytes()]).toEqual([number, size]);
  await commits.write('shop', () => own.count.count());
  expect(own.count.commits).toBe(number + 1);
  expect(logBytes()).toBeGreaterThan(size);
  own.close();
  file.remove();
});

it('a commit waits for a turn without a further write, but only for some turns', async () => {
  const file = newDatabase();
  const database = openDatabase(file.path);
  const sizes: number[] = [];
  const commits = new GroupCommit(database, (writes) => sizes.push(writes));
  const writeInTurns = async (turns: number) => {
    const writes: Promise<void>[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      writes.push(commits.write('shop', () => {}));
      await setImmediate();
    }
    await Promise.all(writes);
    return sizes.splice(0);
  };
  expect(await writeInTurns(1)).toEqual([1]);
  expect(await writeInTurns(3)).toEqual([3]);
  expect(await writeInTurns(9)).toEqual([6, 3]);
  database.close();
  file.remove();
});

it('an owner with too many writes delays no other owner, and only its writes are refused', async () => {
  const file = newDatabase();
  const database = openDatabase(file.path);
  const commits = new GroupCommit(database);
  /** The order in which mutations ran; a commit takes `writeBatchMax` of them. */
  const ran: string[] = [];
  const write = (owner: string) =>
    commits.write(owner, () => {
      ran.push(owner);
    });
  const flood = Array.from({ length: LIMITS.writeQueueShareMax + 500 }, () => write('flood'));
  const others = Array.from({ length: 50 }, (_, index) => write(`shop ${index}`));
  const refused = (await Promise.allSettled(flood)).filter(({ status }) => status === 'rejected');
  await Promise.all(others);
  expect(refused).toHaveLength(500);
  expect(new Set(refused.map((one) => 'reason' in one && one.reason.name))).toEqual(
    new Set(['StoreBusy']),
  );
  // All fifty were in the first commit, whatever waited before them.
  const first = ran.slice(0, LIMITS.writeBatchMax);
  expect(first.filter((owner) => owner !== 'flood')).toHaveLength(50);
  database.close();
  file.remove();
});
