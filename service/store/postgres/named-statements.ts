import type { NamedStatements } from '../sql/named-statements.ts';
import type { PostgresDatabase } from './database.ts';
import type { Statement } from './statements.ts';

/** The statements of a store as the calls that both databases share use them. */
export function namedStatements<Name extends string>(
  database: PostgresDatabase,
  sql: Readonly<Record<Name, Statement>>,
): NamedStatements<Name> {
  return {
    get: (name, ...values) => database.get(sql[name], ...values),
    all: (name, ...values) => database.all(sql[name], ...values),
    run: (owner, name, ...values) => database.writesOf(owner).run(sql[name], ...values),
  };
}
