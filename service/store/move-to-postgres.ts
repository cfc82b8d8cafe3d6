import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Client } from 'pg';
import { migrate as migratePostgres } from './postgres/migrate.ts';
import { Servers } from './postgres/servers.ts';
import { withoutNul } from './postgres/values.ts';
import { type Row, readInteger, readText } from './sql/rows.ts';
import { openDatabase } from './sqlite/database.ts';
import { migrate as migrateSqlite } from './sqlite/migrate.ts';
import { StoreNotOpened } from './store-errors.ts';

/**
 * All tables with data, in the order in which PostgreSQL takes their rows: a row follows the rows that
 * it refers to, and the entries of the ledger come before the transaction that closes them.
 */
export const MOVED_TABLES = [
  ...['integrator', 'merchant', 'merchant_lookup', 'merchant_logo', 'settlement_account'],
  ...['api_user', 'portal_invitation', 'used_signature', 'pairing', 'pos', 'ssp_user'],
  ...['portal_factor', 'portal_recovery_code', 'portal_act'],
  ...['customer', 'customer_code', 'customer_session', 'customer_profile'],
  ...['payment', 'payment_permission', 'permission_request', 'shortlink', 'shortlink_serial'],
  ...['scan', 'ticket', 'attachment_use', 'attachment'],
  ...['oauth_client', 'oauth_request', 'oauth_code', 'oauth_token'],
  ...['channel', 'channel_event', 'delivery_queue', 'delivery', 'delivery_attempt'],
  ...['ledger_book', 'ledger_entry', 'ledger_transaction', 'ledger_report'],
  ...['ledger_removed'],
  ...['transaction_log', 'scope_log', 'sales_line'],
  ...['settlement_schedule', 'settlement', 'settlement_line'],
  ...['clock_mark', 'catalogue_version', 'catalogue_picture', 'catalogue_seen'],
  ...['till_period', 'till_period_problem'],
  ...['till_status', 'till_alert'],
  ...['receipt', 'receipt_email'],
] as const;

/** Columns of the embedded database alone: PostgreSQL finds the lines of a payment by an index. */
export const NOT_MOVED: Readonly<Record<string, readonly string[]>> = { payment: ['log_seqs'] };

/** What was compared of one table. */
export type MovedTable = {
  readonly table: string;
  readonly rows: number;
  /** SHA-256 over all rows in the order of their keys, hexadecimal. */
  readonly hash: string;
};

type Column = { readonly name: string; readonly type: string; readonly key: number };
type Table = { readonly name: string; readonly columns: readonly Column[] };

/** The type that PostgreSQL has for one of the embedded database. */
const TYPES: Readonly<Record<string, string>> = {
  TEXT: 'text',
  INTEGER: 'bigint',
  REAL: 'double precision',
  BLOB: 'bytea',
};
/** Rows and bytes of one statement, at most. */
const ROWS_AT_ONCE = 1_000;
const BYTES_AT_ONCE = 4 << 20;

/** The sums of the ledger, calculated by each database itself. */
const LEDGER_SUMS = `SELECT merchant_id, currency, account, CAST(SUM(amount) AS BIGINT) AS total
  FROM ledger_entry GROUP BY merchant_id, currency, account ORDER BY merchant_id, currency, account`;

/**
 * Copies the embedded database at `path`, which no other process may have open, to the empty PostgreSQL
 * database at `url`, and compares all rows and the sums of the ledger. PostgreSQL gets everything in one
 * transaction, so an interruption leaves nothing there. A database that already has exactly these rows
 * is compared again. Throws `StoreNotOpened` with a sentence; then PostgreSQL is unchanged.
 */
export async function moveToPostgres(path: string, url: string): Promise<readonly MovedTable[]> {
  const source = openDatabase(path);
  try {
    migrateSqlite(source.database);
    const servers = new Servers(url);
    await migratePostgres(servers);
    return await inOneTransaction(servers, (client) => copyAndCompare(source.database, client));
  } finally {
    source.close();
  }
}

async function inOneTransaction<T>(
  servers: Servers,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await servers.connect();
  try {
    await client.query('BEGIN');
    const done = await work(client);
    await client.query('COMMIT');
    return done;
  } finally {
    // Without a COMMIT, the end of the connection rolls everything back.
    await client.end().catch(() => {});
  }
}

async function copyAndCompare(
  source: DatabaseSync,
  target: Client,
): Promise<readonly MovedTable[]> {
  // No service may write to the database meanwhile.
  await target.query(`LOCK TABLE ${MOVED_TABLES.join(', ')} IN SHARE ROW EXCLUSIVE MODE`);
  const tables = MOVED_TABLES.map((name) => ({ name, columns: columnsOf(source, name) }));
  const isNew = await isEmpty(target);
  if (isNew) for (const table of tables) await copy(source, target, table);
  const moved: MovedTable[] = [];
  for (const table of tables) {
    const [here, there] = [hashHere(source, table), await hashThere(target, table)];
    if (here.rows !== there.rows || here.hash !== there.hash) throw differs(table.name, isNew);
    moved.push({ table: table.name, ...here });
  }
  const sums = (rows: readonly Row[]) => JSON.stringify(rows.map((row) => Object.values(row)));
  const { rows } = await target.query<Row>(LEDGER_SUMS);
  if (sums(source.prepare(LEDGER_SUMS).all()) !== sums(rows)) throw differs('ledger_entry', isNew);
  return moved;
}

function differs(table: string, isNew: boolean): StoreNotOpened {
  if (isNew)
    return new StoreNotOpened(`PostgreSQL did not return the rows of ${table} as written.`);
  const rule = 'Only an empty database can take this data';
  return new StoreNotOpened(`The PostgreSQL database has other rows in ${table}. ${rule}.`);
}

function columnsOf(source: DatabaseSync, table: string): readonly Column[] {
  return source
    .prepare(`PRAGMA table_info(${table})`)
    .all()
    .map((row) => ({
      name: readText(row, 'name'),
      type: TYPES[readText(row, 'type')] ?? 'text',
      key: readInteger(row, 'pk'),
    }))
    .filter(({ name }) => NOT_MOVED[table]?.includes(name) !== true);
}

async function isEmpty(target: Client): Promise<boolean> {
  const one = MOVED_TABLES.map((table) => `EXISTS (SELECT 1 FROM ${table})`).join(' OR ');
  const { rows } = await target.query<Row>(`SELECT ${one} AS filled`);
  return rows[0]?.filled === 0;
}

async function copy(source: DatabaseSync, target: Client, table: Table): Promise<void> {
  const { name, columns } = table;
  const names = columns.map((column) => column.name).join(', ');
  const values = columns.map(({ type }, at) => `$${at + 1}::${type}[]`).join(', ');
  const insert = `INSERT INTO ${name} (${names}) SELECT * FROM unnest(${values})`;
  for (const rows of batches(rowsHere(source, table))) {
    await target.query(
      insert,
      columns.map((_, at) => rows.map((row) => row[at])),
    );
  }
}

type Cell = string | number | Uint8Array | null;

/** Rows in the order of their keys, which both databases compare by bytes. */
const inOrder = ({ name, columns }: Table) => {
  const keys = columns.filter(({ key }) => key > 0).toSorted((one, other) => one.key - other.key);
  const list = (some: readonly Column[]) => some.map((column) => column.name).join(', ');
  return `SELECT ${list(columns)} FROM ${name} ORDER BY ${list(keys)}`;
};

function* rowsHere(source: DatabaseSync, table: Table): Generator<readonly Cell[]> {
  for (const row of source.prepare(inOrder(table)).iterate()) yield cellsOf(row, table);
}

function cellsOf(row: Row, { columns }: Table): readonly Cell[] {
  return columns.map(({ name }) => {
    const cell = row[name];
    if (typeof cell === 'string') return withoutNul(cell);
    if (typeof cell === 'number' || cell === null) return cell;
    // The driver of PostgreSQL writes bytes of its own class only.
    if (cell instanceof Uint8Array) return Buffer.from(cell);
    throw new TypeError(`column ${name} has a value of another type`);
  });
}

function* batches(rows: Iterable<readonly Cell[]>): Generator<readonly (readonly Cell[])[]> {
  let some: (readonly Cell[])[] = [];
  let bytes = 0;
  for (const row of rows) {
    some.push(row);
    for (const cell of row) if (typeof cell === 'object' && cell !== null) bytes += cell.length;
    if (some.length === ROWS_AT_ONCE || bytes > BYTES_AT_ONCE) {
      yield some;
      some = [];
      bytes = 0;
    }
  }
  if (some.length > 0) yield some;
}

/** Characters that are hashed together: a call for each cell costs more than the hash. */
const HASHED_AT_ONCE = 64 << 10;

/**
 * A hash over rows. Each cell is its type, its length and its text, so that no two lists of cells have the
 * same characters.
 */
function createRowHash() {
  const hash = createHash('sha256');
  let rows = 0;
  let waiting = '';
  return {
    add(row: readonly Cell[]) {
      rows += 1;
      for (const cell of row) {
        const text = cell instanceof Uint8Array ? Buffer.from(cell).toString('hex') : `${cell}`;
        waiting += `${typeof cell} ${text.length} ${text}\n`;
      }
      if (waiting.length < HASHED_AT_ONCE) return;
      hash.update(waiting);
      waiting = '';
    },
    end: () => ({ rows, hash: hash.update(waiting).digest('hex') }),
  };
}

function hashHere(source: DatabaseSync, table: Table) {
  const hash = createRowHash();
  for (const row of rowsHere(source, table)) hash.add(row);
  return hash.end();
}

async function hashThere(target: Client, table: Table) {
  const hash = createRowHash();
  const atOnce = table.columns.some(({ type }) => type === 'bytea') ? 10 : ROWS_AT_ONCE;
  await target.query(`DECLARE moved NO SCROLL CURSOR FOR ${inOrder(table)}`);
  for (;;) {
    const { rows } = await target.query<Row>(`FETCH ${atOnce} FROM moved`);
    for (const row of rows) hash.add(cellsOf(row, table));
    if (rows.length < atOnce) break;
  }
  await target.query('CLOSE moved');
  return hash.end();
}
