import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { READ_AS } from '../../service/store/postgres/values.ts';

/** A database behind the store's back, with the rules that are in it. */
export type Raw = {
  readonly rows: (sql: string) => Promise<Record<string, unknown>[]>;
  readonly exec: (sql: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

export function rawSqlite(path: string): Raw {
  const database = new DatabaseSync(path);
  return {
    rows: async (sql) => database.prepare(sql).all(),
    exec: async (sql) => database.exec(sql),
    close: async () => database.close(),
  };
}

export async function rawPostgres(url: string): Promise<Raw> {
  const client = new Client({ connectionString: url, types: READ_AS });
  await client.connect();
  return {
    rows: async (sql) => (await client.query<Record<string, unknown>>(sql)).rows,
    exec: async (sql) => {
      await client.query(sql);
    },
    close: () => client.end(),
  };
}
