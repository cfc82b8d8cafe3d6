import { parseArgs } from 'node:util';
import { Client } from 'pg';

/*
 * The options of `psql` that the guides use, for machines without it: each `-c` runs alone, and `-At`
 * prints rows without a head, with `|` between the cells.
 */
const { values } = parseArgs({
  options: {
    A: { type: 'boolean', short: 'A' },
    t: { type: 'boolean', short: 't' },
    host: { type: 'string', short: 'h' },
    port: { type: 'string', short: 'p' },
    user: { type: 'string', short: 'U' },
    command: { type: 'string', short: 'c', multiple: true },
  },
});
const { host, port, user, command = [] } = values;
const client = new Client({
  connectionString: `postgres://${user}@${host}:${port}/${user}`,
  // Every value as the server writes it.
  types: { getTypeParser: () => String },
});
await client.connect();
for (const sql of command) {
  const { rows } = await client.query<Record<string, string>>(sql);
  for (const row of rows) console.log(Object.values(row).join('|'));
}
await client.end();
