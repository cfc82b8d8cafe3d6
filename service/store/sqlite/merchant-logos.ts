import type { DatabaseSync } from 'node:sqlite';
import type { MerchantStore } from '../store.ts';
import type { GroupCommit } from './group-commit.ts';
import { readBytes, readText } from './rows.ts';
import { prepareAll } from './statements.ts';

const SQL = {
  logo: 'SELECT image, etag FROM merchant_logo WHERE merchant_id = ?',
  putLogo: `INSERT INTO merchant_logo (merchant_id, image, etag) VALUES (?, ?, ?)
    ON CONFLICT (merchant_id) DO UPDATE SET image = excluded.image, etag = excluded.etag`,
};

/** The part of the merchants' store that keeps their logos. */
export function createLogos(
  database: DatabaseSync,
  commits: GroupCommit,
): Pick<MerchantStore, 'logo' | 'putLogo'> {
  const sql = prepareAll(database, SQL);
  return {
    async logo(merchantId) {
      const row = sql.logo.get(merchantId);
      if (row === undefined) return null;
      return { image: readBytes(row, 'image'), etag: readText(row, 'etag') };
    },
    async putLogo(merchantId, { image, etag }) {
      await commits.write(() => sql.putLogo.run(merchantId, image, etag));
    },
  };
}
