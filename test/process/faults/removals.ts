import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { type Books, startBooks } from '../../service/settlements/world.ts';
import { createPrng, type Prng } from '../../simulation/prng.ts';
import { MERCHANT } from '../../support/payments.ts';
import type { Raw } from '../../support/raw.ts';
import type { StoreKind } from '../../support/stores.ts';
import { type FaultReport, play, type Round } from './report.ts';

const REMOVER = fileURLToPath(new URL('remover.ts', import.meta.url));
const LEDGER = { merchantId: MERCHANT.id, currency: 'NOK' };
const SALES = 6;
/** Numbers of the ledger that one commit removes. */
const NUMBERS = 3;
/** A process is killed before one of so many statements, or messages with several: those of two commits. */
const STATEMENTS = { sqlite: 30, postgres: 16 } as const;
/** In the first commit. */
const FIRST = 4;
/** Tables with rows of the books, each with the number of the ledger that its row belongs to. */
const TABLES = [
  ...['ledger_entry', 'ledger_transaction', 'transaction_log', 'scope_log'],
  ...['sales_line', 'settlement_line'],
];

/**
 * Removes settled books by processes that are killed before a random statement, until nothing is left.
 * After each kill, each number up to the last removed one has no row in any table, every other row is kept,
 * and the balances are those of all books.
 */
export function runRemovals(kind: StoreKind, seed: number, rounds: number): Promise<FaultReport> {
  return play(seed, rounds, async (one) => {
    const books = await startBooks({}, 4, kind);
    try {
      for (let sale = 0; sale < SALES; sale += 1) {
        await books.sell(100 + sale);
        if (sale === SALES / 2) await books.settlements.settleAll();
      }
      await books.settlements.settleAll();
      return await removeAll(books, createPrng(one), STATEMENTS[kind]);
    } finally {
      await books.place.remove();
    }
  });
}

type State = {
  /** The last removed number; null before the first removal. */
  readonly end: number | null;
  readonly balances: unknown;
  /** The numbers of the rows of each table, in order. */
  readonly rows: Readonly<Record<string, readonly number[]>>;
};

async function removeAll({ store, place }: Books, prng: Prng, most: number): Promise<Round> {
  await store.close();
  const whole = await stateOf(place);
  const findings: string[] = [];
  let acknowledged = 0;
  let kills = 0;
  for (let killed = true; killed; ) {
    // The first one is killed early; the later ones get further, so that it ends.
    const killAt = kills === 0 ? FIRST : prng.between(1, most + 5 * kills);
    const run = await remove(place.address, killAt);
    ({ killed } = run);
    kills += killed ? 1 : 0;
    acknowledged += run.ends.length;
    const found = findingsOf(whole, await stateOf(place), run.ends.at(-1) ?? 0);
    findings.push(...found.map((one) => `before statement ${killAt}: ${one}`));
  }
  if (kills === 0) findings.push('no process was killed');
  return { refused: false, acknowledged, findings };
}

/** Whether the process was killed, and the ends of the removals that it has acknowledged. */
function remove(address: string, killAt: number) {
  const { merchantId, currency } = LEDGER;
  const words = [REMOVER, address, merchantId, currency, `${NUMBERS}`, `${killAt}`];
  return new Promise<{ killed: boolean; ends: readonly number[] }>((resolve, reject) => {
    execFile(process.execPath, words, (error, out) => {
      const killed = error?.signal === 'SIGKILL';
      if (error !== null && !killed) return reject(error);
      resolve({ killed, ends: out.split('\n').filter(Boolean).map(Number) });
    });
  });
}

function findingsOf(whole: State, { end, balances, rows }: State, acknowledged: number): string[] {
  const removed = end ?? 0;
  const findings = removed < acknowledged ? [`the end is ${removed}, not ${acknowledged}`] : [];
  if (!isDeepStrictEqual(balances, whole.balances)) findings.push('other balances');
  for (const table of TABLES) {
    const kept = (whole.rows[table] ?? []).filter((seq) => seq > removed);
    if (!isDeepStrictEqual(rows[table], kept))
      findings.push(`${table} is not whole from ${removed}`);
  }
  return findings;
}

async function stateOf(place: Books['place']): Promise<State> {
  const store = await place.open();
  const end = (await store.retention.removed(LEDGER))?.toSeq ?? null;
  const balances = await store.ledger.balances(LEDGER);
  await store.close();
  const raw = await place.raw();
  const rows: Record<string, number[]> = {};
  for (const table of TABLES) rows[table] = await numbersIn(raw, table);
  await raw.close();
  return { end, balances, rows };
}

async function numbersIn(raw: Raw, table: string): Promise<number[]> {
  const rows = await raw.rows(`SELECT seq FROM ${table} ORDER BY seq`);
  return rows.map(({ seq }) => Number(seq));
}
