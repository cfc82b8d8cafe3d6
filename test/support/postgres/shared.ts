import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { migrate } from '../../../service/store/postgres/migrate.ts';
import { Servers } from '../../../service/store/postgres/servers.ts';
import { LAST_RESORT, until } from '../last-resort.ts';
import { removeRunFolder } from '../make-run-folder.ts';
import { newQuickFolder } from '../quick-folder.ts';
import { runSql } from '../raw.ts';
import { RUN_FOLDER, SERVERS } from '../run-folder.ts';
import { adminUrl, databaseUrl, type StartedServer, startServer, stopServer } from './server.ts';

/*
 * One server for a whole run of tests. The first test that needs it starts it, and the end of the run
 * stops it. A run that needs none starts none.
 */

const TEMPLATE = 'tillkit_template';

/** A separate database with the product's schema in it. */
export type TestDatabase = { readonly url: string; readonly drop: () => Promise<void> };

/** Databases of this process that are not in use. Emptying one is faster than making one. */
const free: string[] = [];

/** A database whose rows are deleted afterwards, so a test may not change its schema. */
export async function newPostgres(): Promise<TestDatabase> {
  const port = await sharedPort();
  const name = free.pop() ?? (await make(port, ` TEMPLATE ${TEMPLATE}`));
  const url = databaseUrl(port, name);
  let dropped = false;
  return {
    url,
    async drop() {
      if (dropped) return;
      dropped = true;
      await runSql(url, ...EMPTY);
      free.push(name);
    },
  };
}

/**
 * A database that is dropped afterwards, so a test may change anything in it: with the schema, or
 * without.
 */
export async function ownPostgres(kind: 'ready' | 'empty'): Promise<TestDatabase> {
  const port = await sharedPort();
  const name = await make(port, kind === 'empty' ? '' : ` TEMPLATE ${TEMPLATE}`);
  return {
    url: databaseUrl(port, name),
    async drop() {
      await runSql(adminUrl(port), `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function make(port: number, from: string): Promise<string> {
  const name = `t_${randomBytes(8).toString('hex')}`;
  const sql = `CREATE DATABASE ${name}${from}`;
  await until(() => runSql(adminUrl(port), sql).then(() => true, isFree), Boolean);
  return name;
}

/** False if another caller is copying the template, so that this caller has to try again. */
function isFree(error: unknown): boolean {
  if (error instanceof Error && /being accessed by other users/.test(error.message)) return false;
  throw error;
}

/**
 * Closes all other connections and deletes all rows, including those that triggers protect from deletion.
 * Fails if a test has made a table: the next test with this database would find it. Such a table has a
 * higher number than the database, those of the template have lower ones.
 */
const EMPTY = [
  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  'SET session_replication_role = replica',
  `DO $$ DECLARE name TEXT; BEGIN
    SELECT relname INTO name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
      AND oid > (SELECT oid FROM pg_database WHERE datname = current_database());
    IF FOUND THEN RAISE 'a test made the table %: take ownPostgres for it', name; END IF;
    FOR name IN SELECT tablename FROM pg_tables
      WHERE schemaname = 'public' AND tablename <> 'migration'
    LOOP EXECUTE format('DELETE FROM %I', name); END LOOP;
  END $$`,
];

function sharedPort(): Promise<number> {
  const folder = process.env[RUN_FOLDER];
  if (folder === undefined) throw new Error('nothing began this run: there is no folder for it');
  return serverPort(folder);
}

/** Starts a server; its data go to `data`, and everything else to `folder`. */
type Start = (folder: string, data: string) => Promise<StartedServer>;

const startOn: Start = (folder, data) => startServer(folder, { data });

/**
 * The port of the run's server, which the first caller starts. If it does not start, this caller and all
 * later ones fail at once with the cause.
 */
export async function serverPort(folder: string, start: Start = startOn): Promise<number> {
  const known = join(folder, 'server.json');
  const failed = join(folder, 'server.failed');
  const lock = join(folder, 'starting');
  for (const end = Date.now() + 2 * LAST_RESORT; Date.now() < end; ) {
    if (existsSync(known)) return serverOf(folder).port;
    if (existsSync(failed)) throw new Error(readFileSync(failed, 'utf8'));
    if (taken(lock)) {
      try {
        await begin(folder, known, start);
      } catch (error) {
        writeFileSync(
          join(folder, 'failed.new'),
          error instanceof Error ? error.message : `${error}`,
        );
        renameSync(join(folder, 'failed.new'), failed);
      }
      continue;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`PostgreSQL was not started; see ${join(folder, 'server.log')}`);
}

/** The first caller that makes the folder starts the server. */
function taken(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}

async function begin(folder: string, known: string, start: Start): Promise<void> {
  // In memory if it has room: on a disk every new file costs more than what is written to it.
  const data = newQuickFolder('tillkit-postgres-');
  const server = await start(folder, data);
  writeFileSync(join(folder, 'server.new'), JSON.stringify(server));
  await runSql(adminUrl(server.port), `CREATE DATABASE ${TEMPLATE}`);
  await migrate(new Servers(databaseUrl(server.port, TEMPLATE)));
  renameSync(join(folder, 'server.new'), known);
}

function serverOf(folder: string): StartedServer {
  return JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8'));
}

/** Stops the servers that the run has started, and removes its files. */
export async function endRun(folder: string): Promise<void> {
  for (const pid of serversOf(folder)) await stopServer(pid);
  removeRunFolder(folder);
}

/** Kills the servers without a shutdown, for a process that is about to end. */
export function abortRun(folder: string): void {
  for (const pid of serversOf(folder)) {
    try {
      process.kill(pid, 'SIGQUIT');
    } catch {
      // The process has already ended.
    }
  }
  removeRunFolder(folder);
}

function serversOf(folder: string): readonly number[] {
  const servers = join(folder, SERVERS);
  return existsSync(servers) ? readdirSync(servers).map(Number) : [];
}
