import type { StoredAmount } from './catalogue-store.ts';

/** What a shop's share of the database is made of. */
export const STORAGE_KINDS = [
  'payments',
  'receipts',
  'attachments',
  'periods',
  'pictures',
] as const;
export type StorageKind = (typeof STORAGE_KINDS)[number];

/** How much each shop has stored. It reads all rows of the shop, so it is for a person who asks. */
export interface StorageStore {
  /** Rows and bytes of one kind, without the indexes of the database. */
  of(merchantId: string, kind: StorageKind): Promise<StoredAmount>;
}
