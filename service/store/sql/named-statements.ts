import { type Row, readText } from './rows.ts';

/** The value of a parameter on both databases. */
type NamedValue = string | number | null | Uint8Array;

/** The reading statements of one store by the names of their texts, on either database. */
export type NamedReads<Name extends string> = {
  readonly get: (name: Name, ...values: readonly NamedValue[]) => Promise<Row | undefined>;
  readonly all: (name: Name, ...values: readonly NamedValue[]) => Promise<readonly Row[]>;
};

/**
 * The statements of one store by the names of their texts, on either database. A call that is one statement is
 * written once with them; a call of several statements in one commit is written for each database.
 */
export type NamedStatements<Name extends string> = NamedReads<Name> & {
  /**
   * Runs one statement that writes, in a commit of its own, and returns the number of written rows. `owner` is the
   * merchant of the write, or another name of a queue (`store.ts`).
   */
  readonly run: (owner: string, name: Name, ...values: readonly NamedValue[]) => Promise<number>;
};

/** The pages of a list of ids: forward after an id or from the first, and back before an id or from the last. */
export function idPages(sql: NamedReads<'list' | 'listBack' | 'listLast'>) {
  const idsOf = (rows: readonly Row[]) => rows.map((row) => readText(row, 'id'));
  return {
    async list(merchantId: string, after: string | null, limit: number) {
      return idsOf(await sql.all('list', merchantId, after ?? '', limit));
    },
    async listBack(merchantId: string, before: string | null, limit: number) {
      if (before === null) return idsOf(await sql.all('listLast', merchantId, limit));
      return idsOf(await sql.all('listBack', merchantId, before, limit));
    },
  };
}
