import type { StatementSync } from 'node:sqlite';
import type { ShortlinkStore } from '../shortlink-store.ts';
import { readText } from '../sql/rows.ts';
import { type SCAN_SQL, scanOf } from '../sql/scans.ts';

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
      return scanOf(sql.newestFor.get(...link, since, now, posId, posId));
    },
    async waiting(limit) {
      return sql.waiting.all(limit).map((row) => ({
        merchantId: readText(row, 'merchant_id'),
        shortlinkId: readText(row, 'shortlink_id'),
      }));
    },
  };
}
