import { Client, type ClientBase, type ClientConfig, type PoolClient } from 'pg';
import type { Row } from '../sql/rows.ts';
import { StoreNotOpened } from '../store-errors.ts';
import { CONNECT_WITHIN, type Connecting, connectionTo, type Environment } from './connection.ts';
import { isLost, isOutdated, isReadOnly, isSilent, ReadOnlyServer, storeError } from './errors.ts';

/** Servers that an address may name. Each one that is silent costs a connection attempt of 5 s. */
const SERVERS_MAX = 4;
/** The parameter of PostgreSQL's own clients for servers of which one is the primary. */
const PARAMETER = 'target_session_attrs';
const WRITABLE: readonly string[] = ['read-write', 'primary'];
/** `postgres://user:password@`, the servers, and the rest of an address. */
const ADDRESS = /^([^:/?#]+:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s;
const READ_ONLY = 'SHOW transaction_read_only';

/** What a connection of the pool was opened to. `era` is the number of invalidations before. */
type Opened = { readonly server: Connecting; readonly era: number };

/**
 * The servers of one database, as its address names them: one, or a primary and its standbys. All
 * connections of a process go to the current one. When a new connection to it fails or finds that it
 * accepts no writes, the next one is the current one, until one accepts writes.
 */
export class Servers {
  readonly #all: readonly Connecting[];
  /** Whether a connection is used only if its server accepts writes. */
  readonly #mustWrite: boolean;
  readonly #opened = new WeakMap<object, Opened>();
  #at = 0;
  #era = 0;

  /** Throws `StoreNotOpened` with a sentence that contains no password. */
  constructor(url: string, env: Environment = process.env) {
    const { addresses, mustWrite } = addressesOf(url);
    this.#all = addresses.map((address) => connectionTo(address, env));
    this.#mustWrite = mustWrite;
  }

  get count(): number {
    return this.#all.length;
  }

  get current(): Connecting {
    const current = this.#all[this.#at];
    if (current === undefined) throw new RangeError('an address has at least one server');
    return current;
  }

  get encrypted(): boolean {
    return this.current.ssl !== false;
  }

  /** Turns to the next server, unless another connection has done so since `from` was current. */
  leave(from: Connecting): void {
    if (from === this.current) this.#at = (this.#at + 1) % this.#all.length;
  }

  /** The class of a pool's connections: each one goes to the server that is current when it opens. */
  clientClass(): new (options?: ClientConfig) => Client {
    const servers = this;
    return class extends Client {
      constructor(options?: ClientConfig) {
        const server = servers.current;
        super({ ...options, ...server });
        servers.#opened.set(this, { server, era: servers.#era });
      }
    };
  }

  /** True if a connection of the pool goes to the current server and was not invalidated. */
  isCurrent(client: PoolClient): boolean {
    const opened = this.#opened.get(client);
    return opened?.server === this.current && opened.era === this.#era;
  }

  /**
   * True if an error concerns every connection to its server: the server did not answer in time, the
   * schema has changed under prepared statements, or the server accepts no writes although they are
   * needed.
   */
  invalidates(error: unknown): boolean {
    if (isSilent(error) || isOutdated(error)) return true;
    return this.#mustWrite && isReadOnly(error);
  }

  /**
   * Makes sure that no connection that is open to the server of `client` is used for another request.
   * Otherwise each request could wait for another one of them. The next request opens a connection
   * and knows after the connection timeout whether the server still answers and accepts writes.
   */
  invalidate(client: PoolClient): void {
    if (this.isCurrent(client)) this.#era += 1;
  }

  /** Throws if a new connection may not be used, because its server accepts no writes. */
  async check(client: ClientBase): Promise<void> {
    if (!this.#mustWrite) return;
    const question = { text: READ_ONLY, query_timeout: CONNECT_WITHIN };
    const { rows } = await client.query<Row>(question);
    if (rows[0]?.transaction_read_only !== 'off') throw new ReadOnlyServer();
  }

  /**
   * Opens a connection by `open`, on the first server that accepts writes. It asks each server once,
   * beginning with the current one, and throws the error of the last one.
   */
  async first<T>(open: (server: Connecting) => Promise<T>): Promise<T> {
    for (let asked = 1; ; asked += 1) {
      const server = this.current;
      try {
        return await open(server);
      } catch (error) {
        if (!isLost(error) && !isReadOnly(error)) throw error;
        this.leave(server);
        if (asked >= this.count) throw error;
      }
    }
  }

  /** Opens a connection that is not of the pool. The caller ends it. */
  connect(options: Pick<ClientConfig, 'query_timeout'> = {}): Promise<Client> {
    return this.first(async (server) => {
      const client = new Client({ ...server, ...options });
      client.on('error', () => {});
      try {
        await client.connect();
        await this.check(client);
        return client;
      } catch (error) {
        await client.end().catch(() => {});
        throw error;
      }
    });
  }
}

/** An address of one server for each that `url` names between commas. */
function addressesOf(url: string): {
  readonly addresses: readonly string[];
  readonly mustWrite: boolean;
} {
  const [, before = '', names = '', after = ''] = ADDRESS.exec(url) ?? [];
  const servers = names.split(',');
  const several = servers.length > 1;
  if (!several && !url.includes(PARAMETER)) return { addresses: [url], mustWrite: false };
  if (servers.length > SERVERS_MAX) {
    throw new StoreNotOpened(`The address of the database names more than ${SERVERS_MAX} servers.`);
  }
  if (several && servers.includes('')) {
    throw new StoreNotOpened('The address of the database has a comma without a server.');
  }
  const addresses = servers.map((server) => addressOf(`${before}${server}${after}`));
  const wanted = addresses[0]?.searchParams.getAll(PARAMETER) ?? [];
  checkWanted(wanted, several);
  for (const { searchParams } of addresses) searchParams.delete(PARAMETER);
  return {
    addresses: addresses.map(({ href }) => href),
    mustWrite: several || wanted.some((value) => value !== 'any'),
  };
}

function addressOf(text: string): URL {
  const address = URL.parse(text);
  if (address === null) throw new StoreNotOpened('The address of the database cannot be read.');
  return address;
}

/** With several servers `any` is refused: it would also use one that accepts no writes. */
function checkWanted(wanted: readonly string[], several: boolean): void {
  const known = several ? WRITABLE : [...WRITABLE, 'any'];
  if (wanted.length <= 1 && wanted.every((value) => known.includes(value))) return;
  throw new StoreNotOpened(
    `The address of the database must have ${PARAMETER}=read-write, because the service writes.`,
  );
}

/** Next to the number of the migrations' lock, which is held only for a moment. */
const LOCK = 7_413_600_047;

/** Runs `work` under a lock of the whole database, on a separate connection. */
export async function alone<T>(servers: Servers, work: () => Promise<T>): Promise<T> {
  let client: Client | null = null;
  try {
    client = await servers.connect();
    await client.query(`SELECT pg_advisory_lock(${LOCK})`);
  } catch (error) {
    await client?.end().catch(() => {});
    throw storeError(error);
  }
  try {
    return await work();
  } finally {
    // The lock ends with its connection.
    await client.end().catch(() => {});
  }
}
