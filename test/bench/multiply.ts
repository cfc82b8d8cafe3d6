import { DatabaseSync } from 'node:sqlite';

/** Copies each payment with a new id, the next sequence numbers of the ledger and a later time. */
const COPY = [
  `INSERT INTO payment (tid, merchant_id, pos_id, pos_tid, code, version, created, due_at,
      customer_id, shortlink_id, request, state, log_seqs)
    SELECT :mark || substr(tid, 5), merchant_id, pos_id,
      :run || '-' || (CAST(substr(pos_tid, length(:run) + 2) AS INTEGER) + :payments),
      code, version, created + :later, due_at, customer_id, shortlink_id,
      json_set(request, '$.pos_tid',
        :run || '-' || (CAST(substr(pos_tid, length(:run) + 2) AS INTEGER) + :payments)),
      json_set(replace(state, tid, :mark || substr(tid, 5)), '$.created', created + :later,
        '$.modified', json_extract(state, '$.modified') + :later),
      (SELECT group_concat(',' || (value + :seqs), '')
        FROM json_each('[' || substr(log_seqs, 2) || ']'))
    FROM payment WHERE pos_id = 'till1' AND created < :until`,
  `INSERT INTO transaction_log SELECT merchant_id, seq + :seqs, :mark || substr(tid, 5), sub_id,
      at + :later, action, type, customer, currency, amount, additional_amount, gross, fee,
      interchange, vat, taxcode, net FROM transaction_log WHERE seq <= :last`,
  `INSERT INTO sales_line (merchant_id, at, seq, line, kind, product_id, description, currency,
      vat_rate, total, vat, quantity)
    SELECT merchant_id, at + :later, seq + :seqs, line, kind, product_id, description, currency,
      vat_rate, total, vat, quantity FROM sales_line WHERE seq <= :last`,
  `INSERT INTO ledger_entry (merchant_id, currency, seq, account, amount)
    SELECT merchant_id, currency, seq + :seqs, account, amount FROM ledger_entry
    WHERE seq <= :last`,
  `INSERT INTO ledger_transaction (merchant_id, currency, seq, at, kind)
    SELECT merchant_id, currency, seq + :seqs, at + :later, kind FROM ledger_transaction
    WHERE seq <= :last`,
];

/**
 * Copies the payments of `run` until the file at `path` has them `times` times. Each copy is `later`
 * milliseconds after the previous one, and the ledger stays balanced. Copies are quicker than new
 * payments through the service's rules. `payments` is the number of payments of one copy.
 */
export function copyPayments(
  path: string,
  run: string,
  times: number,
  { payments, later }: { readonly payments: number; readonly later: number },
): void {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA cache_size = -400000');
  const one = (sql: string) => Number(Object.values(database.prepare(sql).get() ?? {})[0] ?? 0);
  const last = one('SELECT MAX(last_seq) FROM ledger_book');
  const until = one('SELECT MAX(created) + 1 FROM payment');
  const statements = COPY.map((sql) => database.prepare(sql));
  for (const statement of statements) statement.setAllowUnknownNamedParameters(true);
  database.exec('BEGIN IMMEDIATE');
  for (let time = 1; time < times; time += 1) {
    // The odd factor makes the marks distinct and spreads the ids over the index.
    const mark = ((time * 40_503) % 65_536).toString(16).padStart(4, '0');
    // SQLite receives a JavaScript number as REAL, and would write 3000.0 into the texts.
    const parameters = {
      ...{ run, mark, last: BigInt(last), until: BigInt(until), seqs: BigInt(last * time) },
      ...{ payments: BigInt(payments * time), later: BigInt(later * time) },
    };
    for (const statement of statements) statement.run(parameters);
  }
  database
    .prepare('UPDATE ledger_book SET last_seq = last_seq * ? WHERE last_seq > 0')
    .run(BigInt(times));
  database.exec('COMMIT');
  database.close();
}
