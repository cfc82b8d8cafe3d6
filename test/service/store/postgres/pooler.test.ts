import { Client } from 'pg';
import { afterAll, expect, it } from 'vitest';
import { connectionTo } from '../../../../service/store/postgres/connection.ts';
import { migrate } from '../../../../service/store/postgres/migrate.ts';
import { checkPooler } from '../../../../service/store/postgres/pooler.ts';
import { Servers } from '../../../../service/store/postgres/servers.ts';
import { holdTimers } from '../../../support/held-timers.ts';
import { until } from '../../../support/last-resort.ts';
import { type Pooler, startPooler } from '../../../support/postgres/pooler.ts';
import { newPostgres, type TestDatabase } from '../../../support/postgres/shared.ts';

/* A pooler between the service and the database server, as the service detects it at the start. */

const started: Pooler[] = [];
const databases: TestDatabase[] = [];
afterAll(async () => {
  await Promise.all(started.map((pooler) => pooler.close()));
  await Promise.all(databases.map((database) => database.drop()));
});

async function through(...how: [keeps: 'session' | 'transaction' | 'statement', size?: number]) {
  const database = await newPostgres();
  databases.push(database);
  const { port, pathname, username } = new URL(database.url);
  const startup = { user: username, database: pathname.slice(1) };
  const pooler = await startPooler(Number(port), startup, ...how);
  started.push(pooler);
  return `postgres://${username}@127.0.0.1:${pooler.port}${pathname}`;
}

it('a pooler in session mode is accepted', async () => {
  await expect(migrate(new Servers(await through('session', 2)))).resolves.toMatchObject({
    applied: [],
  });
});

it.each([['transaction'], ['statement']] as const)(
  'a pooler in %s mode is refused; the error asks for the address of the database',
  async (keeps) => {
    for (const size of [1, 3]) {
      await expect(migrate(new Servers(await through(keeps, size)))).rejects.toThrow(
        /by the transaction: give the address of the database itself/,
      );
    }
  },
);

it('a pooler without a second connection is refused after the connection timeout', async () => {
  const connecting = connectionTo(await through('session', 1));
  const within = connecting.connectionTimeoutMillis;
  const client = new Client(connecting);
  await client.connect();
  const timers = holdTimers();
  try {
    const check = expect(checkPooler(client, connecting)).rejects.toThrow(
      /no second connection free/,
    );
    // Both connections, a query on each to compare their sessions, and the one that gets no answer.
    await until(
      () => timers.count(within),
      (count) => count === 4,
    );
    timers.pass(within);
    await check;
  } finally {
    timers.release();
    await client.end();
  }
});
