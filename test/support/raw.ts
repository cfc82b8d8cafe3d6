import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { READ_AS } from '../../service/store/postgres/values.ts';

/** A direct connection to a database, past the store; the database's own rules apply. */
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

/** Runs statements one after the other on a new connection; returns the rows of the last one. */
export async function runSql(
  url: string,
  ...statements: readonly string[]
): Promise<Record<string, unknown>[]> {
  const raw = await rawPostgres(url);
  try {
    let rows: Record<string, unknown>[] = [];
    for (const sql of statements) rows = await raw.rows(sql);
    return rows;
  } finally {
    await raw.close();
  }
}

/** How PostgreSQL plans a prepared statement: `auto` chooses a plan after some executions. */
export const PLAN_MODES = ['auto', 'force_custom_plan', 'force_generic_plan'] as const;

/**
 * PostgreSQL: the rows that a prepared statement reads with these parameters, planned in this way. What it
 * writes is rolled back.
 */
export async function preparedReads(
  raw: Raw,
  mode: (typeof PLAN_MODES)[number],
  text: string,
  parameters: readonly (string | number)[],
): Promise<number> {
  await raw.exec(`SET plan_cache_mode = ${mode}`);
  await raw.exec(`PREPARE looked AS ${text}`);
  const execute = `EXECUTE looked (${parameters.join(', ')})`;
  await raw.exec('BEGIN');
  // After five times the server may choose a plan for any values.
  for (let times = 0; times < 8; times += 1) await raw.exec(execute);
  await raw.exec('ROLLBACK');
  await raw.exec('BEGIN');
  const [row] = await raw.rows(`EXPLAIN (ANALYZE, FORMAT JSON) ${execute}`);
  await raw.exec('ROLLBACK');
  await raw.exec('DEALLOCATE looked');
  return rowsRead(row?.['QUERY PLAN']);
}

/**
 * PostgreSQL: the rows that all steps of an explained plan have read, including those that they dropped.
 */
function rowsRead(plan: unknown): number {
  if (typeof plan !== 'object' || plan === null) return 0;
  const members = Object.entries(plan);
  const of = (name: string) => Number(Reflect.get(plan, name) ?? 0);
  const left = of('Rows Removed by Filter') + of('Rows Removed by Index Recheck');
  const own = (of('Actual Rows') + left) * of('Actual Loops');
  return members.reduce((sum, [, member]) => sum + rowsRead(member), own);
}
