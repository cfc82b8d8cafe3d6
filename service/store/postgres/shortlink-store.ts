import {
  type Scan,
  ScanTaken,
  type Shortlink,
  type ShortlinkMade,
  type ShortlinkStore,
} from '../shortlink-store.ts';
import { readInteger } from '../sql/rows.ts';
import { linkReads, scanReads } from '../sql/shortlink-calls.ts';
import {
  linkOf,
  SCAN_SQL,
  SHORTLINK_SQL,
  scanParameters,
  scanUseParameters,
  serialOf,
} from '../sql/shortlink-tables.ts';
import { type Effects, type ScanUse, SERVICE } from '../store.ts';
import { type Commits, Undone } from './commits.ts';
import type { PostgresDatabase } from './database.ts';
import { isTaken } from './errors.ts';
import { namedStatements } from './named-statements.ts';
import { statements } from './statements.ts';
import type { Transaction } from './transaction.ts';

const SQL = statements({
  ...SHORTLINK_SQL,
  // Two concurrent changes run one after the other, the second on the result of the first.
  readToChange: `${SHORTLINK_SQL.read} FOR UPDATE`,
  // The primary key refuses the insert if the id is in use: then the whole write must be rolled
  // back.
  insert: SHORTLINK_SQL.insert.replace('ON CONFLICT (id) DO NOTHING', ''),
});
const SCANS = statements(SCAN_SQL);

export function createShortlinkStore(database: PostgresDatabase, commits: Commits): ShortlinkStore {
  return {
    ...linkReads(namedStatements(database, SQL)),
    ...createLinkWrites(database),
    ...scanReads(namedStatements(database, SCANS)),
    ...createScanWrites(database, commits),
  };
}

type LinkWrites = Pick<ShortlinkStore, 'addSerials' | 'create' | 'update' | 'remove'>;

function createLinkWrites(database: PostgresDatabase): LinkWrites {
  return {
    async addSerials(serials) {
      return database.writesOf(SERVICE).transaction(async (transaction) => {
        const added = serials.map((serial) => transaction.run(SQL.addSerial, serial));
        return (await Promise.all(added)).reduce((sum, count) => sum + count, 0);
      });
    },
    async create(link) {
      try {
        return await database
          .writesOf(link.merchantId)
          .transaction((transaction) => insert(transaction, link));
      } catch (error) {
        if (isTaken(error)) return { kind: 'id_taken' };
        throw error;
      }
    },
    update: (merchantId, id, change) =>
      database.writesOf(merchantId).transaction(async (transaction) => {
        const stored = linkOf(await transaction.get(SQL.readToChange, merchantId, id));
        if (stored === null) return false;
        const { callbackUri, label, isActive } = { ...stored, ...change };
        const values = [callbackUri, label, isActive ? 1 : 0];
        return (await transaction.run(SQL.update, ...values, merchantId, id)) === 1;
      }),
    remove: (merchantId, id) =>
      database.writesOf(merchantId).transaction(async (transaction) => {
        if ((await transaction.run(SQL.remove, merchantId, id)) !== 1) return false;
        transaction.send(SQL.freeSerial, id);
        return true;
      }),
  };
}

async function insert(transaction: Transaction, link: Shortlink): Promise<ShortlinkMade> {
  const { id, merchantId, serialNumber } = link;
  if ((await transaction.get(SQL.idTaken, id)) !== undefined) return { kind: 'id_taken' };
  if (serialNumber !== null) {
    const claim = [merchantId, id, serialNumber, merchantId];
    if ((await transaction.run(SQL.claimSerial, ...claim)) !== 1) {
      return serialOf(await transaction.get(SQL.readSerial, serialNumber), merchantId);
    }
  }
  const { callbackUri, label, isActive, created } = link;
  const row = [id, merchantId, serialNumber, callbackUri, label, isActive ? 1 : 0, created];
  await transaction.run(SQL.insert, ...row);
  return { kind: 'created' };
}

type ScanWrites = Pick<ShortlinkStore, 'addScan' | 'sweep'>;

function createScanWrites(database: PostgresDatabase, commits: Commits): ScanWrites {
  return {
    async addScan(scan, effectsOf) {
      const { merchantId, at } = scan;
      const run = (transaction: Transaction) => insertScan(transaction, scan, effectsOf);
      return (await commits.write({ merchantId, at, changed: null, run })) !== null;
    },
    async sweep(now) {
      await database.writesOf(SERVICE).run(SCANS.sweep, now);
    },
  };
}

async function insertScan(
  transaction: Transaction,
  scan: Scan,
  effectsOf: (seqno: number) => Effects,
): Promise<Effects | null> {
  const row = await transaction.get(SQL.count, scan.merchantId, scan.shortlinkId);
  if (row === undefined) return null;
  const seqno = readInteger(row, 'seqno') - 1;
  transaction.send(SCANS.insert, ...scanParameters(scan), seqno);
  return effectsOf(seqno);
}

const { hold, name, spend } = SCAN_SQL;
const SCAN_USE = statements({ hold, name, spend });

/**
 * Returns the effects of a write that found its row, or null, and writes the use of its scans at
 * the same time. Throws `ScanTaken` if another request has taken a scan of the write, and `Undone`
 * if the row was missing.
 */
export async function withScans(
  transaction: Transaction,
  write: Promise<number>,
  by: { readonly merchantId: string; readonly id: string },
  effects: Effects,
): Promise<Effects | null> {
  const { scans } = effects;
  const use = (scan: ScanUse) =>
    transaction.run(SCAN_USE[scan.kind], ...scanUseParameters(scan, by.merchantId, by.id));
  const [written, ...used] = await Promise.all([write, ...scans.map(use)]);
  if (written !== 1 && scans.length > 0) throw new Undone();
  if (written !== 1) return null;
  if (scans.some(({ kind }, index) => kind === 'hold' && used[index] !== 1)) throw new ScanTaken();
  return effects;
}
