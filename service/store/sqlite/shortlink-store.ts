import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Shortlink, ShortlinkMade, ShortlinkStore } from '../shortlink-store.ts';
import { readInteger, readText } from '../sql/rows.ts';
import {
  linkOf,
  SCAN_SQL,
  SHORTLINK_SQL,
  scanOf,
  scanParameters,
  serialOf,
} from '../sql/shortlink-tables.ts';
import { SERVICE } from '../store.ts';
import { prepareAll } from './database.ts';
import type { EffectWriter } from './effect-writer.ts';
import type { GroupCommit } from './group-commit.ts';

type Statements = Readonly<Record<keyof typeof SHORTLINK_SQL, StatementSync>>;
type ShortlinkStoreDeps = {
  readonly database: DatabaseSync;
  readonly commits: GroupCommit;
  readonly effects: EffectWriter;
};

export function createShortlinkStore({
  database,
  commits,
  effects,
}: ShortlinkStoreDeps): ShortlinkStore {
  const sql = prepareAll(database, SHORTLINK_SQL);
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
      return commits.write(SERVICE, () => {
        let added = 0;
        for (const serial of serials) added += Number(sql.addSerial.run(serial).changes);
        return added;
      });
    },
    create: (link) => commits.write(link.merchantId, () => insert(sql, link)),
    update: (merchantId, id, change) =>
      commits.write(merchantId, () => {
        const stored = linkOf(sql.read.get(merchantId, id));
        if (stored === null) return false;
        const { callbackUri, label, isActive } = { ...stored, ...change };
        return sql.update.run(callbackUri, label, isActive ? 1 : 0, merchantId, id).changes === 1;
      }),
    remove: (merchantId, id) =>
      commits.write(merchantId, () => {
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

type ScanWrites = Pick<ShortlinkStore, 'addScan' | 'sweep'>;

function createScanWrites(
  sql: Statements,
  scans: ScanStatements,
  commits: GroupCommit,
  writer: EffectWriter,
): ScanWrites {
  return {
    async addScan(scan, effectsOf) {
      const written = await commits.write(scan.merchantId, () => {
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
    async sweep(now) {
      await commits.write(SERVICE, () => scans.sweep.run(now));
    },
  };
}

export type ScanStatements = Readonly<Record<keyof typeof SCAN_SQL, StatementSync>>;

type ScanReads = Pick<
  ShortlinkStore,
  'scanByToken' | 'scanByMessage' | 'scanOfCustomer' | 'newestFree' | 'newestFor' | 'waiting'
>;

export function createScanReads(sql: ScanStatements): ScanReads {
  return {
    async scanByToken(merchantId, token, now) {
      return scanOf(sql.byToken.get(token, merchantId, now));
    },
    async scanByMessage(merchantId, shortlinkId, messageId, now) {
      return scanOf(sql.byMessage.get(messageId, merchantId, shortlinkId, now));
    },
    async scanOfCustomer(customerId, messageId) {
      return scanOf(sql.ofCustomer.get(messageId, customerId));
    },
    async newestFree(merchantId, shortlinkId, since, now) {
      return scanOf(sql.newestFree.get(merchantId, shortlinkId, since, now));
    },
    async newestFor({ merchantId, shortlinkId, posId }, since, now) {
      const link = [merchantId, shortlinkId];
      return scanOf(sql.newestFor.get(...link, since, now, posId, now, posId, now));
    },
    async waiting(limit) {
      return sql.waiting.all(limit).map((row) => ({
        merchantId: readText(row, 'merchant_id'),
        shortlinkId: readText(row, 'shortlink_id'),
      }));
    },
  };
}
