import type { StatementSync } from 'node:sqlite';
import type { NamedReads, NamedStatements } from '../sql/named-statements.ts';
import type { GroupCommit } from './group-commit.ts';

/** Prepared statements as the calls that both databases share use them; each read is immediate. */
export function namedReads<Name extends string>(
  sql: Readonly<Record<Name, StatementSync>>,
): NamedReads<Name> {
  return {
    get: async (name, ...values) => sql[name].get(...values),
    all: async (name, ...values) => sql[name].all(...values),
  };
}

/** The same with writes, which join the next commit. */
export function namedStatements<Name extends string>(
  sql: Readonly<Record<Name, StatementSync>>,
  commits: GroupCommit,
): NamedStatements<Name> {
  return {
    ...namedReads(sql),
    async run(owner, name, ...values) {
      const { changes } = await commits.write(owner, () => sql[name].run(...values));
      return Number(changes);
    },
  };
}
