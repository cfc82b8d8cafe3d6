import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Shortlink, ShortlinkMade, ShortlinkStore } from '../shortlink-store.ts';
import { readInteger } from '../sql/rows.ts';
import { linkReads, scanReads } from '../sql/shortlink-calls.ts';
import {
  linkOf,
  SCAN_SQL,
  SHORTLINK_SQL,
  scanParameters,
  serialOf,
} from '../sql/shortlink-tables.ts';
import { SERVICE } from '../store.ts';
import { prepareAll } from './database.ts';
import type { EffectWriter } from './effect-writer.ts';
import type { GroupCommit } from './group-commit.ts';
import { namedReads } from './named-statements.ts';

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
    ...linkReads(namedReads(sql)),
    ...createLinkWrites(sql, commits),
    ...scanReads(namedReads(scans)),
    ...createScanWrites(sql, scans, commits, effects),
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

type ScanStatements = Readonly<Record<keyof typeof SCAN_SQL, StatementSync>>;
