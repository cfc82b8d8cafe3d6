import { DAY } from '../../../shared/time/clock.ts';

/** Runs SQL on a database past the store. */
export type RunSql = (sql: string) => void | Promise<void>;

/** What the statements of the copies need of a database. */
export type Dialect = {
  /** The value of a member of an object that `column` has as text. */
  readonly member: (column: string, name: string) => string;
  /** The text of an object with other values for the named members. */
  readonly changed: (text: string, values: Readonly<Record<string, string>>) => string;
  /** Four hexadecimal digits of a number below 65,536. */
  readonly digits: (number: string) => string;
  /** A column of this database alone, and its value in a copy. */
  readonly own: { readonly column: string; readonly value: string } | null;
};

const names = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([name, value]) => `'${name}', ${value}`);

export const SQLITE: Dialect = {
  member: (column, name) => `json_extract(${column}, '$.${name}')`,
  changed: (text, values) => `json_patch(${text}, json_object(${names(values)}))`,
  digits: (number) => `printf('%04x', ${number})`,
  own: {
    column: 'log_seqs',
    value: `(SELECT group_concat(',' || (value + copy * :seqs), '')
      FROM json_each('[' || substr(log_seqs, 2) || ']'))`,
  },
};

export const POSTGRES: Dialect = {
  member: (column, name) => `CAST(CAST(${column} AS jsonb) ->> '${name}' AS BIGINT)`,
  changed: (text, values) =>
    `CAST(CAST(${text} AS jsonb) || jsonb_build_object(${names(values)}) AS TEXT)`,
  digits: (number) => `lpad(to_hex(${number}), 4, '0')`,
  own: null,
};

/** Payments of one merchant of one day, settled at its end. */
export type Day = {
  readonly merchantId: string;
  /** The pos_tid of payment n, counted from 1, is `<run>-n`. */
  readonly run: string;
  readonly tids: readonly string[];
  /** Time of the first payment, and a time after the last one. */
  readonly from: number;
  readonly until: number;
  /** The last numbers of its ledger and of its settlements. */
  readonly seqs: number;
  readonly settlements: number;
};

/** Odd, so that the marks are distinct; large, so that the ids spread over the index. */
const MARK_FACTOR = 40_503;
const MARKS = 65_536;
const MARK_LENGTH = 4;
/** Copies that are written together. */
const AT_ONCE = 50;

/** The tid that the `copy`th copy of a payment has. */
export function copiedTid(tid: string, copy: number): string {
  const mark = ((copy * MARK_FACTOR) % MARKS).toString(16).padStart(MARK_LENGTH, '0');
  return copy === 0 ? tid : mark + tid.slice(MARK_LENGTH);
}

/**
 * Adds `copies` more days to a store that has one. Each is a day later than the one before, with its
 * ledger and its settlement, and the ledger stays balanced. Copies are quicker than new payments by the
 * service's rules.
 */
export async function copyDay(
  run: RunSql,
  dialect: Dialect,
  day: Day,
  copies: number,
): Promise<void> {
  const statements = statementsOf(dialect).map((sql) => withValues(sql, day));
  for (let first = 1; first <= copies; first += AT_ONCE) {
    const last = Math.min(copies, first + AT_ONCE - 1);
    const numbers = `WITH RECURSIVE copies (copy) AS
      (SELECT CAST(${first} AS BIGINT) UNION ALL SELECT copy + 1 FROM copies WHERE copy < ${last})`;
    await run('BEGIN');
    for (const sql of statements) await run(sql.replace('SELECT', `${numbers} SELECT`));
    await run('COMMIT');
  }
  const { merchantId, seqs } = day;
  const ofMerchant = `WHERE merchant_id = '${merchantId}'`;
  await run(`UPDATE ledger_book SET last_seq = last_seq + ${seqs * copies} ${ofMerchant}`);
  await run(`UPDATE settlement_schedule SET next_at = next_at + ${DAY * copies} ${ofMerchant}`);
}

function withValues(sql: string, { merchantId, run, tids, from, until, ...last }: Day): string {
  const values = {
    merchant: `'${merchantId}'`,
    run: `'${run}'`,
    payments: tids.length,
    later: DAY,
    from,
    until,
    ...last,
  };
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`:${name}`, String(value)),
    sql,
  );
}

/** Each begins with `INSERT INTO … SELECT`, where `copy` is the number of the copy. */
function statementsOf({ member, changed, digits, own }: Dialect): readonly string[] {
  const mark = digits(`(copy * ${MARK_FACTOR}) % ${MARKS}`);
  const tid = (column: string) => `${mark} || substr(${column}, ${MARK_LENGTH + 1})`;
  const later = (column: string) => `${column} + copy * :later`;
  const posTid = `:run || '-' || (CAST(substr(pos_tid, length(:run) + 2) AS BIGINT) + copy * :payments)`;
  const state = changed(`replace(state, tid, ${tid('tid')})`, {
    created: later('created'),
    modified: later(member('state', 'modified')),
  });
  const body = changed('body', {
    number: 'number + copy * :settlements',
    created: later('created'),
    start: later(member('body', 'start')),
    end: later(member('body', 'end')),
    fromSeq: `${member('body', 'fromSeq')} + copy * :seqs`,
    toSeq: 'to_seq + copy * :seqs',
  });
  const ofDay = 'WHERE merchant_id = :merchant AND seq <= :seqs';
  // With the currency, because the keys of these tables have it before the number: without it, each
  // copy reads the entries of all copies before.
  const ofLedgers = `${ofDay} AND currency IN
    (SELECT currency FROM settlement_schedule WHERE merchant_id = :merchant)`;
  const ofSettlements = 'WHERE merchant_id = :merchant AND number <= :settlements';
  return [
    `INSERT INTO payment (tid, merchant_id, pos_id, pos_tid, code, version, created, due_at,
        customer_id, shortlink_id, request, state${own === null ? '' : `, ${own.column}`})
      SELECT ${tid('tid')}, merchant_id, pos_id, ${posTid}, code, version, ${later('created')}, due_at,
        customer_id, shortlink_id, ${changed('request', { pos_tid: posTid })}, ${state}
        ${own === null ? '' : `, ${own.value}`}
      FROM copies CROSS JOIN payment
      WHERE merchant_id = :merchant AND created >= :from AND created < :until AND code = 2000`,
    `INSERT INTO transaction_log (merchant_id, seq, tid, sub_id, at, action, type, customer, currency,
        amount, additional_amount, gross, fee, interchange, vat, taxcode, net)
      SELECT merchant_id, seq + copy * :seqs, ${tid('tid')}, sub_id, ${later('at')}, action, type, customer,
        currency, amount, additional_amount, gross, fee, interchange, vat, taxcode, net
      FROM copies CROSS JOIN transaction_log ${ofDay}`,
    `INSERT INTO sales_line (merchant_id, at, seq, line, kind, product_id, description, currency,
        vat_rate, total, vat, quantity)
      SELECT merchant_id, ${later('at')}, seq + copy * :seqs, line, kind, product_id, description, currency,
        vat_rate, total, vat, quantity
      FROM copies CROSS JOIN sales_line ${ofDay} AND at < :until`,
    `INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount)
      SELECT merchant_id, currency, seq + copy * :seqs, account, amount
      FROM copies CROSS JOIN ledger_entry ${ofLedgers}`,
    `INSERT INTO ledger_transaction (merchant_id, currency, seq, at, kind)
      SELECT merchant_id, currency, seq + copy * :seqs, ${later('at')}, kind
      FROM copies CROSS JOIN ledger_transaction ${ofLedgers}`,
    `INSERT INTO settlement (merchant_id, number, currency, created, to_seq, body)
      SELECT merchant_id, number + copy * :settlements, currency, ${later('created')},
        to_seq + copy * :seqs, ${body}
      FROM copies CROSS JOIN settlement ${ofSettlements}`,
    `INSERT INTO settlement_line (merchant_id, number, log, line_key, seq)
      SELECT merchant_id, number + copy * :settlements, log, ${tid('line_key')}, seq + copy * :seqs
      FROM copies CROSS JOIN settlement_line ${ofSettlements}`,
  ];
}
