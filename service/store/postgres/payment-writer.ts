import { readText } from '../sql/rows.ts';
import { type Bulk, bulk } from './bulk.ts';
import { codeOf } from './errors.ts';
import type { Sending } from './statements.ts';

/**
 * How a transaction handles a race: `confirmed` waits for the result of its payments before it
 * writes anything else. `optimistic` writes everything and assumes that all payments are written;
 * it fails as a whole with `isBehind` if one is not.
 */
export type WriteMode = 'confirmed' | 'optimistic';

type Cells = readonly (string | number | null)[];
type PendingWrite = {
  readonly tid: string;
  readonly cells: Cells;
  readonly resolve: (count: number) => void;
  readonly reject: (error: unknown) => void;
};
type Kind = 'insert' | 'save';

const COLUMNS = {
  tid: 'text',
  merchant_id: 'text',
  pos_id: 'text',
  pos_tid: 'text',
  code: 'bigint',
  version: 'bigint',
  created: 'bigint',
  due_at: 'bigint',
  customer_id: 'text',
  shortlink_id: 'text',
  request: 'text',
  state: 'text',
} as const;

const INSERT_TEXT = `INSERT INTO payment (${Object.keys(COLUMNS).join(', ')})
    SELECT ${Object.keys(COLUMNS).join(', ')} FROM GIVEN
    ON CONFLICT (merchant_id, pos_id, pos_tid) DO NOTHING RETURNING tid`;

// The version decides every race. The write is an insertion that always meets its row, because that
// finds each row by its key, whatever table size the server assumed when it planned the statement;
// an update of many rows might read the whole table. Rows that are missing or have another version
// are left out first, so nothing is ever inserted; payments are not deleted. The unchanged columns
// get values that are never read.
const MOVED = {
  tid: 'text',
  merchant_id: 'text',
  code: 'bigint',
  version: 'bigint',
  due_at: 'bigint',
  customer_id: 'text',
  state: 'text',
} as const;
const SAVE_TEXT = `INSERT INTO payment (tid, merchant_id, pos_id, pos_tid, code, version, created, due_at,
      customer_id, request, state)
    SELECT tid, merchant_id, '', '', code, version, 0, due_at, customer_id, '', state FROM GIVEN
    WHERE (SELECT stored.version FROM payment AS stored WHERE stored.tid = given.tid
      AND stored.merchant_id = given.merchant_id) = given.version - 1
    ON CONFLICT (tid) DO UPDATE SET code = excluded.code, version = excluded.version,
      due_at = excluded.due_at, customer_id = excluded.customer_id, state = excluded.state,
      lease_until = NULL
    WHERE payment.merchant_id = excluded.merchant_id AND payment.version = excluded.version - 1
    RETURNING tid`;

const BULKS: Readonly<Record<WriteMode, Readonly<Record<Kind, Bulk>>>> = {
  confirmed: { insert: bulk(COLUMNS, INSERT_TEXT), save: bulk(MOVED, SAVE_TEXT) },
  optimistic: { insert: bulk(COLUMNS, all(INSERT_TEXT)), save: bulk(MOVED, all(SAVE_TEXT)) },
};

/** The same write, which fails unless it wrote as many rows as the last parameter says. */
function all(text: string): string {
  return `WITH written AS (${text}) SELECT 1 / CAST(COUNT(*) = ? AS INTEGER) FROM written`;
}

/** Division by zero, which nothing else in the store can cause. */
const BEHIND = '22012';

/** A concurrent change of a payment made an optimistic transaction fail. */
export function isBehind(error: unknown): boolean {
  return codeOf(error) === BEHIND;
}

/**
 * Merges the payment writes that are requested at the same time inside one transaction: one
 * statement for new payments and one for changed ones.
 */
export class PaymentWriter {
  readonly #transaction: Sending;
  readonly #mode: WriteMode;
  #waiting: Record<Kind, Map<string, PendingWrite>> | null = null;

  constructor(transaction: Sending, mode: WriteMode) {
    this.#transaction = transaction;
    this.#mode = mode;
  }

  /**
   * Returns 1 when the row was written and 0 after a concurrent change; an optimistic transaction
   * assumes 1. Of two concurrent writes of one payment the second was decided on the old version,
   * so it has lost.
   */
  write(kind: Kind, tid: string, cells: Cells): Promise<number> {
    const waiting = this.#gather()[kind];
    if (waiting.has(tid)) return Promise.resolve(0);
    return new Promise((resolve, reject) => waiting.set(tid, { tid, cells, resolve, reject }));
  }

  #gather(): Record<Kind, Map<string, PendingWrite>> {
    if (this.#waiting !== null) return this.#waiting;
    const waiting = {
      insert: new Map<string, PendingWrite>(),
      save: new Map<string, PendingWrite>(),
    };
    this.#waiting = waiting;
    // The writes of a commit are requested synchronously; this runs after the last of them.
    queueMicrotask(() => {
      this.#waiting = null;
      void this.#run('insert', [...waiting.insert.values()]);
      void this.#run('save', [...waiting.save.values()]);
    });
    return waiting;
  }

  async #run(kind: Kind, writes: readonly PendingWrite[]): Promise<void> {
    if (writes.length === 0) return;
    const { statement, values } = BULKS[this.#mode][kind];
    // In the order of their keys, so that two processes do not deadlock.
    const sorted = [...writes].sort((a, b) => (keyOf(kind, a) < keyOf(kind, b) ? -1 : 1));
    const parameters = values(sorted.map((one) => one.cells));
    if (this.#mode === 'optimistic') {
      this.#transaction.send(statement, ...parameters, writes.length);
      for (const { resolve } of writes) resolve(1);
      return;
    }
    try {
      const rows = await this.#transaction.all(statement, ...parameters);
      const written = new Set(rows.map((row) => readText(row, 'tid')));
      for (const { tid, resolve } of writes) resolve(written.has(tid) ? 1 : 0);
    } catch (error) {
      for (const { reject } of writes) reject(error);
    }
  }
}

/** The key by which the statement finds its row; the cells follow the columns above. */
function keyOf(kind: Kind, { tid, cells }: PendingWrite): string {
  return kind === 'save' ? tid : JSON.stringify(cells.slice(1, 4));
}
