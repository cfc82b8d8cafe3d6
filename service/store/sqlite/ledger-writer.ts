import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Posting } from '../../../shared/ledger/accounts.ts';
import type { LedgerRecord } from '../../../shared/ledger/lines.ts';
import type { Instant } from '../../../shared/time/clock.ts';
import { lineColumns, scopeColumns } from '../sql/ledger-tables.ts';
import { readInteger } from '../sql/rows.ts';
import { prepareAll } from './database.ts';
import type { GroupCommit } from './group-commit.ts';

const NUMBERS_SQL = {
  read: 'SELECT last_seq FROM ledger_book WHERE merchant_id = ?',
  write: `INSERT INTO ledger_book (merchant_id, last_seq) VALUES (?, ?)
    ON CONFLICT (merchant_id) DO UPDATE SET last_seq = excluded.last_seq`,
};

/**
 * Assigns the numbers of merchants' ledgers. Numbers and commits have the same order, because there
 * is one writer. A commit reads and writes a ledger's last number once, however many lines it adds.
 */
export class LedgerNumbers {
  readonly #sql: ReturnType<typeof prepareAll<keyof typeof NUMBERS_SQL>>;
  /** For everything in progress that would be rolled back together. */
  readonly #last = new Map<string, number>();

  constructor(database: DatabaseSync, commits: GroupCommit) {
    this.#sql = prepareAll(database, NUMBERS_SQL);
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

/** Lets other writes add records to the ledger, in their own commit. */
export interface LedgerWriter {
  /** Inside a transaction: the numbers that records would get now. */
  numbers(merchantId: string, records: readonly LedgerRecord[]): readonly number[];
  /** Inside a transaction: gives each record the next number of the merchant's ledger. */
  append(merchantId: string, records: readonly LedgerRecord[]): void;
  /** Inside a transaction: writes a transaction without a line of a log. */
  post(merchantId: string, at: Instant, posting: Posting): void;
}

const SQL = {
  open: `INSERT INTO settlement_schedule (merchant_id, currency, opened) VALUES (?, ?, ?)
    ON CONFLICT (merchant_id, currency) DO NOTHING`,
  line: `INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer,
      currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  scope: `INSERT INTO scope_log (merchant_id, seq, rid, at, status, customer, currency, fee, vat,
      taxcode) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  sale: `INSERT INTO sales_line (merchant_id, at, seq, line, kind, product_id, description,
      currency, vat_rate, total, vat, quantity) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  close: `INSERT INTO ledger_transaction (merchant_id, currency, seq, at, kind)
    VALUES (?, ?, ?, ?, ?)`,
};

export function createLedgerWriter(database: DatabaseSync, commits: GroupCommit): LedgerWriter {
  const sql = prepareAll(database, SQL);
  const entries = prepareEntries(database);
  const ledgerNumbers = new LedgerNumbers(database, commits);
  /** Schedules created by the work in progress, which would be rolled back together. */
  const opened = new Set<string>();
  commits.around({ begun: () => opened.clear(), ending: () => undefined });

  function open(merchantId: string, currency: string, at: Instant): void {
    const schedule = `${currency} ${merchantId}`;
    if (opened.has(schedule)) return;
    sql.open.run(merchantId, currency, at);
    opened.add(schedule);
  }

  /**
   * The row of the transaction closes it: the database refuses it unless the entries add up to
   * zero.
   */
  function write(merchantId: string, seq: number, at: Instant, posting: Posting): void {
    const { currency, kind } = posting;
    const sum = posting.entries.reduce((total, entry) => total + entry.amount, 0);
    if (sum !== 0) throw new Error(`a ${kind} of the ledger is ${sum} minor units off`);
    entries([merchantId, currency, seq], posting.entries);
    sql.close.run(merchantId, currency, seq, at, kind);
  }

  return {
    numbers(merchantId, records) {
      if (records.length === 0) return [];
      const last = ledgerNumbers.last(merchantId);
      return records.map((_, index) => last + index + 1);
    },
    append(merchantId, records) {
      for (const record of records) {
        const { at, currency } = record.line;
        const seq = ledgerNumbers.next(merchantId);
        if (record.kind === 'transaction') {
          sql.line.run(merchantId, seq, ...lineColumns(record.line));
          for (const [index, sale] of record.sales.entries()) {
            const { kind, productId, description, vatRate, total, vat, quantity } = sale;
            const product = [kind, productId, description, currency] as const;
            sql.sale.run(merchantId, at, seq, index, ...product, vatRate, total, vat, quantity);
          }
        } else {
          sql.scope.run(merchantId, seq, ...scopeColumns(record.line));
        }
        if (record.posting === null) continue;
        open(merchantId, currency, at);
        write(merchantId, seq, at, record.posting);
      }
    },
    post(merchantId, at, posting) {
      write(merchantId, ledgerNumbers.next(merchantId), at, posting);
    },
  };
}

type Transaction = readonly [merchantId: string, currency: string, seq: number];
type WriteEntries = (of: Transaction, entries: Posting['entries']) => void;

/**
 * Writes the entries of one transaction in one statement; there is one statement for each number of
 * entries. Their common values are passed once.
 */
function prepareEntries(database: DatabaseSync): WriteEntries {
  const bySize = new Map<number, StatementSync>();
  const prepared = (size: number) => {
    const values = Array.from({ length: size }, () => '(?1, ?2, ?3, ?, ?)').join(', ');
    const statement = database.prepare(
      `INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount) VALUES ${values}`,
    );
    bySize.set(size, statement);
    return statement;
  };
  return (of, entries) => {
    const statement = bySize.get(entries.length) ?? prepared(entries.length);
    const values: (string | number)[] = [...of];
    for (const { account, amount } of entries) values.push(account, amount);
    statement.run(...values);
  };
}
