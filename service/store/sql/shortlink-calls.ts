import type { ShortlinkStore } from '../shortlink-store.ts';
import { idPages, type NamedReads } from './named-statements.ts';
import { readText } from './rows.ts';
import { linkOf, type SCAN_SQL, type SHORTLINK_SQL, scanOf } from './shortlink-tables.ts';

type LinkReads = Pick<ShortlinkStore, 'read' | 'bySerial' | 'forCustomer' | 'list' | 'listBack'>;

/** The reads of shortlinks, which are the same on both databases. */
export function linkReads(sql: NamedReads<keyof typeof SHORTLINK_SQL>): LinkReads {
  return {
    async read(merchantId, id) {
      return linkOf(await sql.get('read', merchantId, id));
    },
    async bySerial(merchantId, serial) {
      return linkOf(await sql.get('bySerial', merchantId, serial));
    },
    async forCustomer(name) {
      return (
        linkOf(await sql.get('byIdAlone', name)) ?? linkOf(await sql.get('bySerialAlone', name))
      );
    },
    ...idPages(sql),
  };
}

type ScanReads = Pick<
  ShortlinkStore,
  'scanByToken' | 'scanByMessage' | 'scanOfCustomer' | 'newestFree' | 'newestFor' | 'waiting'
>;

/** The reads of scans, which are the same on both databases. */
export function scanReads(sql: NamedReads<keyof typeof SCAN_SQL>): ScanReads {
  return {
    async scanByToken(merchantId, token, now) {
      return scanOf(await sql.get('byToken', token, merchantId, now));
    },
    async scanByMessage(merchantId, shortlinkId, messageId, now) {
      return scanOf(await sql.get('byMessage', messageId, merchantId, shortlinkId, now));
    },
    async scanOfCustomer(customerId, messageId) {
      return scanOf(await sql.get('ofCustomer', messageId, customerId));
    },
    async newestFree(merchantId, shortlinkId, since, now) {
      return scanOf(await sql.get('newestFree', merchantId, shortlinkId, since, now));
    },
    async newestFor({ merchantId, shortlinkId, posId }, since, now) {
      const link = [merchantId, shortlinkId];
      const reserved = [posId, now, posId, now];
      return scanOf(await sql.get('newestFor', ...link, since, now, ...reserved));
    },
    async waiting(limit) {
      return (await sql.all('waiting', limit)).map((row) => ({
        merchantId: readText(row, 'merchant_id'),
        shortlinkId: readText(row, 'shortlink_id'),
      }));
    },
  };
}
