import type { DatabaseSync } from 'node:sqlite';
import { readInteger } from '../sql/rows.ts';
import type { GroupCommit } from './group-commit.ts';
import { prepareAll } from './statements.ts';

const SQL = {
  read: 'SELECT last_seq FROM ledger_book WHERE merchant_id = ?',
  write: `INSERT INTO ledger_book (merchant_id, last_seq) VALUES (?, ?)
    ON CONFLICT (merchant_id) DO UPDATE SET last_seq = excluded.last_seq`,
};

/**
 * Assigns the numbers of merchants' ledgers. Numbers and commits have the same order, because there
 * is one writer. A commit reads and writes a ledger's last number once, however many lines it adds.
 */
export class LedgerNumbers {
  readonly #sql: ReturnType<typeof prepareAll<keyof typeof SQL>>;
  /** For everything in progress that would be rolled back together. */
  readonly #last = new Map<string, number>();

  constructor(database: DatabaseSync, commits: GroupCommit) {
    this.#sql = prepareAll(database, SQL);
    commits.around({
      begun: () => this.#last.clear(),
      ending: () => {
        for (const [merchantId, last] of this.#last) this.#sql.write.run(merchantId, last);
      },
    });
  }

  /** Inside a transaction: the last assigned number. */
  last(merchantId: string): number {
    const known = this.#last.get(merchantId);
    if (known !== undefined) return known;
    const row = this.#sql.read.get(merchantId);
    return row === undefined ? 0 : readInteger(row, 'last_seq');
  }

  /** Inside a transaction: assigns the next number. */
  next(merchantId: string): number {
    const next = this.last(merchantId) + 1;
    this.#last.set(merchantId, next);
    return next;
  }
}
