import type { DatabaseSync } from 'node:sqlite';
import { LOGO_SQL } from '../sql/merchant-logos.ts';
import { readBytes, readText } from '../sql/rows.ts';
import type { MerchantStore } from '../store.ts';
import type { GroupCommit } from './group-commit.ts';
import { prepareAll } from './statements.ts';

/** The part of the merchants' store that keeps their logos. */
export function createLogos(
  database: DatabaseSync,
  commits: GroupCommit,
): Pick<MerchantStore, 'logo' | 'putLogo'> {
  const sql = prepareAll(database, LOGO_SQL);
  return {
    async logo(merchantId) {
      const row = sql.logo.get(merchantId);
      if (row === undefined) return null;
      return { image: readBytes(row, 'image'), etag: readText(row, 'etag') };
    },
    async putLogo(merchantId, { image, etag }) {
      await commits.write(merchantId, () => sql.putLogo.run(merchantId, image, etag));
    },
  };
}
