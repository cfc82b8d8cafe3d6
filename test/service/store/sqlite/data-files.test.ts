import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../../../service/store/sqlite/open.ts';
import type { Store } from '../../../../service/store/store.ts';
import { StoreNotOpened, StoreUnavailable } from '../../../../service/store/store-errors.ts';
import { staysOpen } from '../../../support/leaks/left.ts';
import { MERCHANT, newDatabase } from '../../../support/payments.ts';

/* What an operator, a cleaning script or a bad disk does to the files of a database that runs. */

let path = '';
let remove = () => {};
let store: Store;
beforeEach(() => {
  ({ path, remove } = newDatabase());
  store = openSqliteStore(path);
});
afterEach(async () => {
  await store.close().catch(() => {});
  remove();
});

const write = (id: string) => store.customers.put({ id, msisdn: `47${id}`, name: 'Ingrid' });
const MOVED = /moved or deleted/;

describe('a file that is moved while the service runs', () => {
  it.each(['', '-wal'])('service.db%s: no write is acknowledged until it is back', async (name) => {
    await write('1');
    await store.check();
    renameSync(path + name, `${path}.elsewhere`);
    await expect(write('2')).rejects.toThrow(StoreUnavailable);
    await expect(write('2')).rejects.toThrow(MOVED);
    // Writes to the moved file are not shown: they were never acknowledged.
    await expect(store.customers.list(10)).rejects.toThrow(MOVED);
    await expect(store.check()).rejects.toThrow(MOVED);
    renameSync(`${path}.elsewhere`, path + name);
    await write('2');
    await store.check();
    await store.close();
    store = openSqliteStore(path);
    expect((await store.customers.list(10)).map(({ id }) => id)).toEqual(['1', '2']);
  });

  it('is detected even if another file has its name', async () => {
    staysOpen(path);
    await write('1');
    const bytes = readFileSync(path);
    unlinkSync(path);
    writeFileSync(path, bytes);
    await expect(write('2')).rejects.toThrow(MOVED);
  });

  it.each(['', '-wal'])(
    'service.db%s: a second process does not create an empty database',
    (name) => {
      staysOpen(path);
      unlinkSync(path + name);
      expect(() => openSqliteStore(path)).toThrow(/in use by another process/);
      expect(existsSync(path + name)).toBe(false);
    },
  );

  it('with its folder: the first process does not change the files of a second process', async () => {
    await write('1');
    const folder = dirname(path);
    staysOpen(folder);
    renameSync(folder, `${folder}.away`);
    mkdirSync(folder);
    const second = openSqliteStore(path);
    await second.customers.put({ id: '7', msisdn: '4777', name: 'Omar' });
    await expect(write('2')).rejects.toThrow(MOVED);
    await store.close();
    expect(existsSync(`${path}-wal`)).toBe(true);
    await second.customers.put({ id: '8', msisdn: '4778', name: 'Omar' });
    await second.close();
    const again = openSqliteStore(path);
    expect((await again.customers.list(10)).map(({ id }) => id)).toEqual(['7', '8']);
    await again.close();
    rmSync(`${folder}.away`, { recursive: true });
  });
});

/** Writes over a part of a file, as a bad disk does. */
function overwrite(file: string, offset: number, bytes: Buffer): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, bytes, 0, bytes.length, offset);
  closeSync(handle);
}

const PAGE = 4_096;
const garbage = (length: number) => Buffer.alloc(length, 0xa5);

/** The offset of the first page of a table. */
function pageOf(table: string): number {
  const raw = new DatabaseSync(path, { readOnly: true });
  const row = raw.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').get(table);
  raw.close();
  return (Number(row?.rootpage) - 1) * PAGE;
}

describe('a damaged page', () => {
  it('that was overwritten while no service ran is reported at the start', async () => {
    await store.merchants.put(MERCHANT);
    await store.close();
    overwrite(path, pageOf('customer'), garbage(PAGE));
    expect(() => openSqliteStore(path)).toThrow(StoreNotOpened);
    expect(() => openSqliteStore(path)).toThrow(/damaged.*recovery\.md/);
  });

  it('that a statement reads makes all writes and the readiness check fail', async () => {
    await write('1');
    await store.close();
    const page = pageOf('customer');
    await openSqliteStore(path).close();
    // After an orderly close the start does not check every page.
    store = openSqliteStore(path);
    overwrite(path, page, garbage(PAGE));
    await expect(store.customers.list(10)).rejects.toThrow(StoreUnavailable);
    // Another table, whose pages are not damaged.
    await expect(store.merchants.put(MERCHANT)).rejects.toThrow(/damaged/);
    await expect(store.check()).rejects.toThrow(/damaged/);
    await store.close();
    expect(() => openSqliteStore(path)).toThrow(/damaged/);
  });
});

describe('a database file that was moved or replaced while no service ran', () => {
  it('is reported as missing, and the store creates no empty one', async () => {
    await write('1');
    await store.close();
    renameSync(path, `${path}.elsewhere`);
    expect(() => openSqliteStore(path)).toThrow(/missing.*recovery\.md/);
    expect(existsSync(path)).toBe(false);
    renameSync(`${path}.elsewhere`, path);
    store = openSqliteStore(path);
    expect(await store.customers.list(10)).toHaveLength(1);
  });

  it('is refused if it is an older copy, with the number of lost commits', async () => {
    await write('1');
    await store.close();
    const copy = readFileSync(path);
    store = openSqliteStore(path);
    await write('2');
    await write('3');
    await store.close();
    writeFileSync(path, copy);
    expect(() => openSqliteStore(path)).toThrow(/has lost 2 acknowledged commits of 3/);
    // A copy without a commit mark is opened as it is.
    unlinkSync(join(dirname(path), `${basename(path)}-mark`));
    store = openSqliteStore(path);
    expect(await store.customers.list(10)).toHaveLength(1);
    expect(readdirSync(dirname(path)).filter((name) => name.includes('found'))).toEqual([]);
  });
});
