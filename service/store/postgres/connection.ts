import type { ConnectionOptions } from 'node:tls';
import { StoreNotOpened } from '../store-errors.ts';
import { type TlsParameters, tlsOf } from './tls.ts';
import { READ_AS } from './values.ts';

/** Timeout of a connection attempt, milliseconds. */
export const CONNECT_WITHIN = 5_000;

export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings of every connection of this process. */
export type Connecting = {
  readonly connectionString: string;
  /** Always set, so that the driver reads no TLS settings from the environment. */
  readonly ssl: ConnectionOptions | false;
  readonly sslnegotiation: 'postgres' | 'direct';
  readonly application_name: string;
  readonly connectionTimeoutMillis: number;
  readonly keepAlive: boolean;
  readonly types: typeof READ_AS;
};

/** Parameters of an address for TLS, and their environment variables. */
const PARAMETERS = {
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  sslnegotiation: 'PGSSLNEGOTIATION',
} as const;

/**
 * Reads an address. Its TLS parameters have the same meaning as in PostgreSQL's own clients; they
 * are not passed to the driver, which interprets them differently. Throws `StoreNotOpened` with a
 * sentence that contains no password.
 */
export function connectionTo(url: string, env: Environment = process.env): Connecting {
  const address = URL.parse(url);
  if (address === null) throw new StoreNotOpened('The address of the database cannot be read.');
  const tls = parametersOf(address.searchParams, env);
  const ssl = tlsOf(tls);
  const names = Object.keys(PARAMETERS).filter((word) => address.searchParams.has(word));
  for (const word of names) address.searchParams.delete(word);
  return {
    connectionString: names.length === 0 ? url : address.href,
    ssl,
    sslnegotiation: negotiationOf(tls.sslnegotiation, ssl !== false),
    application_name: 'tillkit',
    connectionTimeoutMillis: CONNECT_WITHIN,
    keepAlive: true,
    types: READ_AS,
  };
}

function parametersOf(
  parameters: URLSearchParams,
  env: Environment,
): TlsParameters & { readonly sslnegotiation?: string } {
  for (const word of new Set(parameters.keys())) {
    const known = Object.hasOwn(PARAMETERS, word);
    // The service must not ignore a requirement that it does not support.
    if (!known && (/^(ssl|requiressl)/.test(word) || isBinding(word, parameters.get(word)))) {
      throw new StoreNotOpened(
        `The address of the database has ${word}, which is not supported; remove it, and add ` +
          'sslmode=verify-full to verify the server.',
      );
    }
    if (known && parameters.getAll(word).length > 1) {
      throw new StoreNotOpened(`The address of the database has ${word} more than once.`);
    }
    if (known && !parameters.has('sslmode')) {
      throw new StoreNotOpened(
        `The address of the database has ${word} without sslmode; add sslmode=verify-full.`,
      );
    }
  }
  const entries = Object.entries(PARAMETERS).flatMap(([word, name]) => {
    // An empty parameter is an error; an empty environment variable counts as not set.
    const value = parameters.get(word) ?? (env[name] || null);
    return value === null ? [] : [[word, value] as const];
  });
  return Object.fromEntries(entries);
}

function isBinding(word: string, value: string | null): boolean {
  return word === 'channel_binding' && value === 'require';
}

function negotiationOf(value: string | undefined, encrypted: boolean): 'postgres' | 'direct' {
  if (value === undefined || value === 'postgres') return 'postgres';
  if (value === 'direct' && encrypted) return value;
  throw new StoreNotOpened(
    `The address of the database has sslnegotiation=${value}; it must be postgres or, with ` +
      'TLS, direct.',
  );
}
