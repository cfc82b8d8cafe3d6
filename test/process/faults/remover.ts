import { DatabaseSync, StatementSync } from 'node:sqlite';
import { Client } from 'pg';
import { openPostgresStore } from '../../../service/store/postgres/open.ts';
import { openSqliteStore } from '../../../service/store/sqlite/open.ts';
import { createSystemClock } from '../../../shared/node/system-clock.ts';

/*
 * `remover.ts ADDRESS MERCHANT CURRENCY NUMBERS KILL_AT` removes the settled books of a ledger from their
 * beginning, so many numbers in each commit, and prints the last removed number once the commit is
 * acknowledged. It kills itself before statement number KILL_AT of all that it makes.
 */
const [address = '', merchantId = '', currency = '', numbers = '', killAt = ''] =
  process.argv.slice(2);
// Before the start, because the store keeps the methods of a statement that it prepares.
const statements = countStatements(Number(killAt));
const store = address.startsWith('postgres:')
  ? await openPostgresStore(address, { wall: createSystemClock(), self: 'remover' })
  : openSqliteStore(address);
statements.begin();

const { retention } = store;
const ledger = { merchantId, currency };
for (let kept = await retention.firstKept(ledger); kept; kept = await retention.firstKept(ledger)) {
  const { settlement, from } = kept;
  const to = Math.min(from + Number(numbers), settlement.toSeq);
  if (await retention.removeBooks(settlement, from, to)) process.stdout.write(`${to}\n`);
}
// Without the work of an orderly end, which is not the subject.
process.exit(0);

function countStatements(most: number): { readonly begin: () => void } {
  let made = Number.NEGATIVE_INFINITY;
  const count = (owner: object, name: string) => {
    const plain = Reflect.get(owner, name) as (...values: unknown[]) => unknown;
    Object.assign(owner, {
      [name](this: unknown, ...values: unknown[]) {
        made += 1;
        if (made >= most) process.kill(process.pid, 'SIGKILL');
        return plain.apply(this, values);
      },
    });
  };
  count(Client.prototype, 'query');
  count(DatabaseSync.prototype, 'exec');
  for (const name of ['get', 'all', 'run']) count(StatementSync.prototype, name);
  return {
    begin: () => {
      made = 0;
    },
  };
}
