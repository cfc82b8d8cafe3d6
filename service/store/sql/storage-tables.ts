import type { StorageKind, StorageStore } from '../storage-store.ts';
import type { NamedReads } from './named-statements.ts';
import { storedOf } from './rows.ts';

const amount = (table: string, bytes: string) =>
  `SELECT COUNT(*) AS count, COALESCE(SUM(${bytes}), 0) AS bytes FROM ${table} WHERE merchant_id = ?`;

export const STORAGE_SQL = {
  payments: amount('payment', 'octet_length(request) + octet_length(state)'),
  receipts: amount('receipt', 'octet_length(document)'),
  attachments: amount('attachment', 'size'),
  periods: amount('till_period', 'octet_length(close_line) + octet_length(payments)'),
  pictures: amount('catalogue_picture', 'octet_length(image)'),
} as const satisfies Readonly<Record<StorageKind, string>>;

export const createStorageStore = (sql: NamedReads<StorageKind>): StorageStore => ({
  of: async (merchantId, kind) => storedOf(await sql.get(kind, merchantId)),
});
