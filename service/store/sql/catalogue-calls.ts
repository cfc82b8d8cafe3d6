import type { CatalogueStore } from '../catalogue-store.ts';
import { type CATALOGUE_SQL, contentOf, seenOf, versionOf } from './catalogue-tables.ts';
import type { NamedStatements } from './named-statements.ts';
import { readBytes, readInteger, readText, storedOf } from './rows.ts';

/** The part of the store of catalogues that is the same on both databases. */
export function catalogueCalls(
  sql: NamedStatements<keyof typeof CATALOGUE_SQL>,
): Omit<CatalogueStore, 'put'> {
  return {
    newest: async (merchantId) => contentOf(await sql.get('newest', merchantId)),
    read: async (merchantId, version) => contentOf(await sql.get('read', merchantId, version)),
    async history(merchantId, before, limit) {
      return (await sql.all('history', merchantId, before, limit)).map(versionOf);
    },
    async picture(merchantId, name) {
      const row = await sql.get('picture', merchantId, name);
      if (row === undefined) return null;
      return { type: readText(row, 'type'), image: readBytes(row, 'image') };
    },
    async pictures(merchantId, names) {
      const rows = await Promise.all(names.map((name) => sql.get('hasPicture', merchantId, name)));
      return rows.flatMap((row) => (row === undefined ? [] : [readText(row, 'name')]));
    },
    async putPicture(merchantId, name, { type, image }, at) {
      await sql.run(merchantId, 'putPicture', merchantId, name, type, at, image);
    },
    async storedPictures(merchantId) {
      return storedOf(await sql.get('storedPictures', merchantId));
    },
    sweepPictures: (before, limit) =>
      sql.run('catalogue_picture', 'sweepPictures', before, before, limit),
    async note(merchantId, { posId, version, problem, at }) {
      await sql.run(merchantId, 'note', merchantId, posId, version, problem, at);
    },
    async newestVersion(merchantId) {
      const row = await sql.get('newestVersion', merchantId);
      return row === undefined ? 0 : readInteger(row, 'version');
    },
    async seenBy(merchantId, posId) {
      const row = await sql.get('seenBy', merchantId, posId);
      return row === undefined ? null : seenOf(row);
    },
    async seen(merchantId, limit) {
      return (await sql.all('seen', merchantId, limit)).map(seenOf);
    },
  };
}
