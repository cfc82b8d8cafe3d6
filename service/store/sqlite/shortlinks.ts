import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Scan, Shortlink, ShortlinkMade, ShortlinkStore } from '../shortlink-store.ts';
import type { EffectWriter } from './effect-writer.ts';
import type { GroupCommit } from './group-commit.ts';
import { type Row, readInteger, readText, readTextOrNull } from './rows.ts';
import { createScanReads, SCAN_SQL, type ScanStatements } from './scans.ts';
import { prepareAll } from './statements.ts';

const COLUMNS = 'id, merchant_id, serial_number, callback_uri, label, is_active, created';

const SQL = {
  addSerial: `INSERT INTO shortlink_serial (serial_number) VALUES (?)
    ON CONFLICT (serial_number) DO NOTHING`,
  // The stock decides whose a printed code is; of two merchants only one finds it free.
  claimSerial: `UPDATE shortlink_serial SET merchant_id = ?, shortlink_id = ?
    WHERE serial_number = ?
      AND (merchant_id IS NULL OR (merchant_id = ? AND shortlink_id IS NULL))`,
  readSerial: 'SELECT merchant_id, shortlink_id FROM shortlink_serial WHERE serial_number = ?',
  freeSerial: 'UPDATE shortlink_serial SET shortlink_id = NULL WHERE shortlink_id = ?',
  insert: `INSERT INTO shortlink (${COLUMNS}, seqno) VALUES (?, ?, ?, ?, ?, ?, ?, 0)
    ON CONFLICT (id) DO NOTHING`,
  idTaken: 'SELECT 1 FROM shortlink WHERE id = ?',
  read: `SELECT ${COLUMNS} FROM shortlink WHERE merchant_id = ? AND id = ?`,
  bySerial: `SELECT ${COLUMNS} FROM shortlink WHERE merchant_id = ? AND serial_number = ?`,
  byIdAlone: `SELECT ${COLUMNS} FROM shortlink WHERE id = ?`,
  bySerialAlone: `SELECT ${COLUMNS} FROM shortlink WHERE serial_number = ?`,
  list: 'SELECT id FROM shortlink WHERE merchant_id = ? AND id > ? ORDER BY id LIMIT ?',
  listBack: `SELECT id FROM shortlink WHERE merchant_id = ? AND id < ?
    ORDER BY id DESC LIMIT ?`,
  listLast: 'SELECT id FROM shortlink WHERE merchant_id = ? ORDER BY id DESC LIMIT ?',
  update: `UPDATE shortlink SET callback_uri = ?, label = ?, is_active = ?
    WHERE merchant_id = ? AND id = ?`,
  remove: 'DELETE FROM shortlink WHERE merchant_id = ? AND id = ?',
  // Counts the event, and finds out in the same statement whether the link may be scanned.
  count: `UPDATE shortlink SET seqno = seqno + 1 WHERE merchant_id = ? AND id = ?
    AND is_active = 1 RETURNING seqno`,
};

type Statements = Readonly<Record<keyof typeof SQL, StatementSync>>;
export function createShortlinkStore(
  database: DatabaseSync,
  commits: GroupCommit,
  effects: EffectWriter,
): ShortlinkStore {
  const sql = prepareAll(database, SQL);
  const scans = prepareAll(database, SCAN_SQL);
  return {
    ...createLinkReads(sql),
    ...createLinkWrites(sql, commits),
    ...createScanReads(scans),
    ...createScanWrites(sql, scans, commits, effects),
  };
}

type LinkReads = Pick<ShortlinkStore, 'read' | 'bySerial' | 'forCustomer' | 'list' | 'listBack'>;

function createLinkReads(sql: Statements): LinkReads {
  return {
    async read(merchantId, id) {
      return linkOf(sql.read.get(merchantId, id));
    },
    async bySerial(merchantId, serial) {
      return linkOf(sql.bySerial.get(merchantId, serial));
    },
    async forCustomer(name) {
      return linkOf(sql.byIdAlone.get(name)) ?? linkOf(sql.bySerialAlone.get(name));
    },
    async list(merchantId, after, limit) {
      return sql.list.all(merchantId, after ?? '', limit).map((row) => readText(row, 'id'));
    },
    async listBack(merchantId, before, limit) {
      const rows =
        before === null
          ? sql.listLast.all(merchantId, limit)
          : sql.listBack.all(merchantId, before, limit);
      return rows.map((row) => readText(row, 'id'));
    },
  };
}

type LinkWrites = Pick<ShortlinkStore, 'addSerials' | 'create' | 'update' | 'remove'>;

function createLinkWrites(sql: Statements, commits: GroupCommit): LinkWrites {
  return {
    async addSerials(serials) {
      await commits.write(() => {
        for (const serial of serials) sql.addSerial.run(serial);
      });
    },
    create: (link) => commits.write(() => insert(sql, link)),
    update: (merchantId, id, change) =>
      commits.write(() => {
        const stored = linkOf(sql.read.get(merchantId, id));
        if (stored === null) return false;
        const { callbackUri, label, isActive } = { ...stored, ...change };
        return sql.update.run(callbackUri, label, isActive ? 1 : 0, merchantId, id).changes === 1;
      }),
    remove: (merchantId, id) =>
      commits.write(() => {
        if (sql.remove.run(merchantId, id).changes !== 1) return false;
        sql.freeSerial.run(id);
        return true;
      }),
  };
}

function insert(sql: Statements, link: Shortlink): ShortlinkMade {
  const { id, merchantId, serialNumber } = link;
  if (sql.idTaken.get(id) !== undefined) return { kind: 'id_taken' };
  if (serialNumber !== null) {
    const claimed = sql.claimSerial.run(merchantId, id, serialNumber, merchantId).changes === 1;
    if (!claimed) return serialOf(sql.readSerial.get(serialNumber), merchantId);
  }
  const { callbackUri, label, isActive, created } = link;
  sql.insert.run(id, merchantId, serialNumber, callbackUri, label, isActive ? 1 : 0, created);
  return { kind: 'created' };
}

function serialOf(row: Row | undefined, merchantId: string): ShortlinkMade {
  if (row === undefined) return { kind: 'serial_unknown' };
  const id = readTextOrNull(row, 'shortlink_id');
  const own = readTextOrNull(row, 'merchant_id') === merchantId;
  return own && id !== null ? { kind: 'exists', id } : { kind: 'serial_taken' };
}

type ScanWrites = Pick<ShortlinkStore, 'addScan' | 'consume' | 'sweep'>;

function createScanWrites(
  sql: Statements,
  scans: ScanStatements,
  commits: GroupCommit,
  writer: EffectWriter,
): ScanWrites {
  return {
    async addScan(scan, effectsOf) {
      const written = await commits.write(() => {
        const row = sql.count.get(scan.merchantId, scan.shortlinkId);
        if (row === undefined) return null;
        const seqno = readInteger(row, 'seqno') - 1;
        scans.insert.run(...scanParameters(scan), seqno);
        const effects = effectsOf(seqno);
        writer.append(scan.merchantId, scan.at, scan.shortlinkId, effects);
        return effects;
      });
      if (written !== null) writer.announce(scan.merchantId, written);
      return written !== null;
    },
    consume: (merchantId, token, by) =>
      commits.write(() => scans.consume.run(by, token, merchantId).changes === 1),
    async sweep(now) {
      await commits.write(() => scans.sweep.run(now));
    },
  };
}

function scanParameters(scan: Scan): (string | number)[] {
  const { token, messageId, merchantId, shortlinkId, customerId, argstring, at, expires } = scan;
  return [token, messageId, merchantId, shortlinkId, customerId, argstring, at, expires];
}

function linkOf(row: Row | undefined): Shortlink | null {
  if (row === undefined) return null;
  return {
    id: readText(row, 'id'),
    merchantId: readText(row, 'merchant_id'),
    serialNumber: readTextOrNull(row, 'serial_number'),
    callbackUri: readTextOrNull(row, 'callback_uri'),
    label: readTextOrNull(row, 'label'),
    isActive: readInteger(row, 'is_active') === 1,
    created: readInteger(row, 'created'),
  };
}
