import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { Cluster } from '../cluster.ts';

const run = promisify(execFile);

/** Measures a small transaction that updates one row, reads one and inserts one, per second. */
export type SimpleUpdate = {
  /** Name and version of `pgbench`, or the name of its stand-in. */
  readonly name: string;
  readonly measure: (clients: number, seconds: number) => Promise<number>;
  /** The same with prepared statements. Null for the stand-in, which always prepares. */
  readonly prepared: ((clients: number, seconds: number) => Promise<number>) | null;
};

const DATABASE = 'ceiling';
/** `pgbench` needs a scale of at least the number of clients. */
const SCALE = 16;
const ACCOUNTS = 100_000;

/** `pgbench -N` on a separate database in the cluster, or a loop of this process if it is missing. */
export async function simpleUpdate(cluster: Cluster): Promise<SimpleUpdate> {
  const url = await cluster.database(DATABASE);
  const program = installed();
  if (program === null) return standIn(url);
  const where = ['-h', '127.0.0.1', '-p', String(cluster.port), '-U', 'postgres'];
  await run(program, [...where, '-i', '-q', '-s', String(SCALE), DATABASE]);
  const measured = (more: readonly string[]) => async (clients: number, seconds: number) => {
    const load = ['-N', '-n', '-c', String(clients), '-j', '2', '-T', String(seconds), ...more];
    const { stdout } = await run(program, [...where, ...load, DATABASE]);
    return Number(/tps = ([\d.]+) \(without/.exec(stdout)?.[1]);
  };
  return {
    name: execFileSync(program, ['--version'], { encoding: 'utf8' }).trim().split(' (')[0] ?? '',
    measure: measured([]),
    prepared: measured(['-M', 'prepared']),
  };
}

/** Path of `pgbench`: from the newest installed server, or from `PATH`. Null if it is missing. */
function installed(): string | null {
  const all = '/usr/lib/postgresql';
  const versions = existsSync(all) ? readdirSync(all) : [];
  const own = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(all, version, 'bin', 'pgbench'));
  const path = (process.env.PATH ?? '').split(':').map((folder) => join(folder, 'pgbench'));
  return [...own, ...path].find((file) => existsSync(file)) ?? null;
}

/** The same transaction from this process: five statements, one after the other. */
async function standIn(url: string): Promise<SimpleUpdate> {
  const maker = new Client(url);
  await maker.connect();
  await maker.query(`CREATE TABLE accounts (aid INT PRIMARY KEY, balance INT, filler CHAR(84));
    CREATE TABLE history (aid INT, delta INT, at TIMESTAMP, filler CHAR(22));
    INSERT INTO accounts SELECT n, 0, '' FROM generate_series(1, ${ACCOUNTS}) AS n`);
  await maker.end();
  return { name: 'loop of the same transaction', measure: loop(url), prepared: null };
}

function loop(url: string) {
  return async (clients: number, seconds: number): Promise<number> => {
    let done = 0;
    const end = performance.now() + seconds * 1_000;
    const one = async (first: number) => {
      const client = new Client(url);
      await client.connect();
      for (let n = first; performance.now() < end; n += clients) {
        const aid = ((n * 7_919) % ACCOUNTS) + 1;
        await client.query('BEGIN');
        const change = 'UPDATE accounts SET balance = balance + $1 WHERE aid = $2';
        await client.query({ name: 'change', text: change, values: [n, aid] });
        const read = 'SELECT balance FROM accounts WHERE aid = $1';
        await client.query({ name: 'read', text: read, values: [aid] });
        const add = 'INSERT INTO history (aid, delta, at) VALUES ($1, $2, CURRENT_TIMESTAMP)';
        await client.query({ name: 'add', text: add, values: [aid, n] });
        await client.query('END');
        done += 1;
      }
      await client.end();
    };
    await Promise.all(Array.from({ length: clients }, (_, index) => one(index)));
    return done / seconds;
  };
}
