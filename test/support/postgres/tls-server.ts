import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Certificate, createIssuer, issue } from '../certificates.ts';
import { LAST_RESORT } from '../last-resort.ts';
import { rawPostgres } from '../raw.ts';
import { ROOT, SERVER_USER } from './binaries.ts';
import { databaseUrl, startServer, stopServer } from './server.ts';

/** Users and their rules: `sealed` must use TLS, `carded` needs a certificate of the issuer. */
const DOORS = `
host    all postgres 127.0.0.1/32 trust
hostssl all sealed   127.0.0.1/32 trust
hostssl all carded   127.0.0.1/32 trust clientcert=verify-ca
`;

/** A PostgreSQL server with TLS, and the files for its clients. */
export type TlsServer = {
  readonly port: number;
  /** Files: the server's issuer, another one, and a client's certificate of the first with its key. */
  readonly files: Readonly<Record<'ca' | 'stranger' | 'card' | 'key', string>>;
  /** An address of the database `shop`. */
  readonly address: (query?: string, user?: string, host?: string) => string;
  readonly rows: (sql: string) => Promise<Record<string, unknown>[]>;
  /** The certificate for later connections; null switches TLS off. */
  readonly show: (certificate: Certificate | null) => Promise<void>;
  readonly certificate: Certificate;
  readonly outOfDate: Certificate;
  readonly stop: () => Promise<void>;
};

export async function startTlsServer(): Promise<TlsServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tillkit-tls-'));
  const { port, pid } = await startServer(folder);
  const issuer = createIssuer('The shop’s own issuer');
  const certificate = issue(issuer, ['127.0.0.1']);
  const card = issue(issuer, ['till']);
  const write = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    const { uid, gid } = SERVER_USER;
    if (ROOT && uid !== undefined && gid !== undefined) chownSync(file, uid, gid);
    return file;
  };
  const files = {
    ca: write('ca.pem', issuer.cert),
    stranger: write('stranger.pem', createIssuer('Nobody we know').cert),
    card: write('card.pem', card.cert),
    key: write('card.key', card.key),
  };
  write('data/pg_hba.conf', DOORS);
  const raw = await rawPostgres(databaseUrl(port, 'postgres'));

  async function show(shown: Certificate | null): Promise<void> {
    if (shown !== null) {
      await raw.exec(`ALTER SYSTEM SET ssl_cert_file = '${write('server.pem', shown.cert)}'`);
      await raw.exec(`ALTER SYSTEM SET ssl_key_file = '${write('server.key', shown.key)}'`);
      await raw.exec(`ALTER SYSTEM SET ssl_ca_file = '${files.ca}'`);
    }
    const wanted = shown === null ? 'off' : 'on';
    await raw.exec(`ALTER SYSTEM SET ssl = ${wanted}`);
    const [before] = await raw.rows(
      'SELECT CAST(pg_conf_load_time() AS TEXT) AS at, pg_reload_conf() AS told',
    );
    for (const end = Date.now() + LAST_RESORT; Date.now() < end; ) {
      // Clients that connect after the server has read it get the new certificate.
      const late = await rawPostgres(databaseUrl(port, 'postgres'));
      const [row] = await late.rows(
        "SELECT CAST(pg_conf_load_time() AS TEXT) AS at, SETTING AS ssl FROM pg_settings WHERE name = 'ssl'",
      );
      await late.close();
      if (row?.ssl === wanted && row.at !== before?.at) return;
    }
    throw new Error(`the server does not turn TLS ${wanted}`);
  }

  for (const sql of ['CREATE DATABASE shop', 'CREATE ROLE sealed LOGIN SUPERUSER']) {
    await raw.exec(sql);
  }
  await raw.exec('CREATE ROLE carded LOGIN SUPERUSER');
  await show(certificate);
  return {
    ...{ port, files, show, certificate, outOfDate: issue(issuer, ['127.0.0.1'], -1) },
    address: (query = '', user = 'postgres', host = '127.0.0.1') =>
      `postgres://${user}:geheim@${host}:${port}/shop${query && `?${query}`}`,
    rows: raw.rows,
    async stop() {
      await raw.close();
      await stopServer(pid);
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
