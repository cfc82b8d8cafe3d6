import type { CustomerHoldings, CustomerRecord, CustomerStatus } from '../customer-store.ts';
import type { Customer } from '../store.ts';
import { type Row, readInteger, readIntegerOrNull, readText, readTextOrNull } from './rows.ts';

const COLUMNS =
  'id, msisdn, name, status, allow_credit, created, terms_version, terms_accepted' as const;

/** Refuses rows whose customer is blocked or erased; `row` has the column `customer_id`. */
export const notRefused = (row: string): string => `NOT EXISTS (SELECT 1 FROM customer AS refused
    WHERE refused.id = ${row}.customer_id AND refused.status IN ('blocked', 'erased'))`;

export const CUSTOMER_SQL = {
  byMsisdn: `SELECT id, msisdn, name FROM customer WHERE msisdn = ? AND status = 'active'`,
  byId: `SELECT id, msisdn, name FROM customer WHERE id = ? AND status = 'active'`,
  put: `INSERT INTO customer (id, msisdn, name, status, allow_credit, created)
    VALUES (?, ?, ?, 'active', 1, 0)
    ON CONFLICT (id) DO UPDATE SET msisdn = excluded.msisdn, name = excluded.name`,
  list: `SELECT id, msisdn, name FROM customer WHERE status = 'active' ORDER BY id LIMIT ?`,
  add: `INSERT INTO customer (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  record: `SELECT ${COLUMNS} FROM customer WHERE id = ?`,
  recordByMsisdn: `SELECT ${COLUMNS} FROM customer WHERE msisdn = ?`,
  records: `SELECT ${COLUMNS} FROM customer WHERE id > ? ORDER BY id LIMIT ?`,
  change: `UPDATE customer SET name = ?, status = ?, allow_credit = ?, terms_version = ?,
      terms_accepted = ? WHERE id = ? AND status = ?`,
  putCode: `INSERT INTO customer_code (owner, code_hash, expires, tries) VALUES (?, ?, ?, 0)
    ON CONFLICT (owner) DO UPDATE SET code_hash = excluded.code_hash,
      expires = excluded.expires, tries = 0`,
  takeCode: `DELETE FROM customer_code
    WHERE owner = ? AND code_hash = ? AND expires > ? AND tries < ?`,
  wrongCode: 'UPDATE customer_code SET tries = tries + 1 WHERE owner = ?',
  putSession: 'INSERT INTO customer_session (token_hash, customer_id, expires) VALUES (?, ?, ?)',
  bySession: `SELECT customer.id, customer.msisdn, customer.name FROM customer_session
    JOIN customer ON customer.id = customer_session.customer_id
    WHERE token_hash = ? AND expires > ? AND customer.status = 'active'`,
  removeSession: 'DELETE FROM customer_session WHERE token_hash = ?',
  removeSessions: 'DELETE FROM customer_session WHERE customer_id = ?',
  sweepCodes: 'DELETE FROM customer_code WHERE expires <= ?',
  sweepSessions: 'DELETE FROM customer_session WHERE expires <= ?',
};

/** What other tables hold of a customer. An operator asks for it rarely, so it needs no index. */
export const HOLDINGS_SQL = {
  payments: 'SELECT merchant_id, tid FROM payment WHERE customer_id = ?',
  permissions: 'SELECT merchant_id, rid FROM permission_request WHERE customer_id = ?',
  scans: 'SELECT merchant_id, shortlink_id, at, expires FROM scan WHERE customer_id = ?',
  tokens: `SELECT merchant_id, client_id, scope, issued, expires, revoked FROM oauth_token
    WHERE customer_id = ?`,
  sessions: 'SELECT expires FROM customer_session WHERE customer_id = ?',
  codes: `SELECT code.expires FROM customer JOIN customer_code AS code
      ON code.owner IN (customer.id, 'number ' || customer.msisdn, 'ticket ' || customer.msisdn)
    WHERE customer.id = ?`,
  consents: `SELECT body, expires FROM oauth_request WHERE customer_id = ?`,
  oauthCodes: `SELECT body, expires FROM oauth_code WHERE body LIKE CAST(? AS TEXT)`,
  scopeLog: `WITH own AS (SELECT CAST(? AS TEXT) AS id)
    SELECT line.merchant_id, line.rid, line.at, line.status
    FROM own JOIN scope_log AS line ON EXISTS (SELECT 1 FROM permission_request AS asked
        WHERE asked.rid = line.rid AND asked.customer_id = own.id)
      OR EXISTS (SELECT 1 FROM payment_permission AS joined JOIN payment AS sale ON sale.tid = joined.tid
        WHERE joined.rid = line.rid AND sale.customer_id = own.id)
    ORDER BY line.merchant_id, line.seq`,
  callbacks: `WITH own AS (SELECT CAST(? AS TEXT) AS id)
    SELECT sent.merchant_id, sent.resource, sent.event, sent.uri, sent.created, sent.state, sent.body
    FROM own JOIN delivery AS sent ON EXISTS (SELECT 1 FROM payment AS sale
        WHERE sale.customer_id = own.id AND sale.merchant_id = sent.merchant_id
          AND sent.resource = 'payment_request/' || sale.tid)
      OR EXISTS (SELECT 1 FROM permission_request AS asked
        WHERE asked.customer_id = own.id AND asked.merchant_id = sent.merchant_id
          AND sent.resource = 'permission_request/' || asked.rid)
    ORDER BY sent.created, sent.id`,
  events: `WITH own AS (SELECT CAST(? AS TEXT) AS id)
    SELECT event.merchant_id, event.channel, event.at, event.message
    FROM own JOIN channel_event AS event ON EXISTS (SELECT 1 FROM payment AS sale
        WHERE sale.customer_id = own.id AND sale.merchant_id = event.merchant_id
          AND event.message LIKE '%' || sale.tid || '%')
      OR EXISTS (SELECT 1 FROM permission_request AS asked
        WHERE asked.customer_id = own.id AND asked.merchant_id = event.merchant_id
          AND event.message LIKE '%' || asked.rid || '%')
    ORDER BY event.at, event.seq`,
};

export type Holding = keyof typeof HOLDINGS_SQL;
export const HOLDINGS = Object.keys(HOLDINGS_SQL) as readonly Holding[];

/** The parameter of a statement of `HOLDINGS_SQL`. */
export const holdingParameter = (name: Holding, id: string): string =>
  name === 'oauthCodes' ? `%"customerId":"${id}"%` : id;

export function customerOf(row: Row | undefined): Customer | null {
  if (row === undefined) return null;
  return { id: readText(row, 'id'), msisdn: readText(row, 'msisdn'), name: readText(row, 'name') };
}

const STATUSES: readonly CustomerStatus[] = ['invited', 'active', 'blocked', 'erased'];

export function recordOf(row: Row | undefined): CustomerRecord | null {
  if (row === undefined) return null;
  const version = readTextOrNull(row, 'terms_version');
  const accepted = readIntegerOrNull(row, 'terms_accepted');
  const text = readText(row, 'status');
  const status = STATUSES.find((known) => known === text);
  if (status === undefined) throw new TypeError(`a customer is in no known status: ${text}`);
  return {
    id: readText(row, 'id'),
    msisdn: readTextOrNull(row, 'msisdn'),
    name: readText(row, 'name'),
    status,
    allowCredit: readInteger(row, 'allow_credit') === 1,
    created: readInteger(row, 'created'),
    terms: version === null || accepted === null ? null : { version, accepted },
  };
}

export function addParameters(record: CustomerRecord): (string | number | null)[] {
  const { id, msisdn, name, status, allowCredit, created, terms } = record;
  const accepted = [terms?.version ?? null, terms?.accepted ?? null];
  return [id, msisdn, name, status, allowCredit ? 1 : 0, created, ...accepted];
}

export function changeParameters(next: CustomerRecord, was: CustomerStatus) {
  const { id, name, status, allowCredit, terms } = next;
  const accepted = [terms?.version ?? null, terms?.accepted ?? null];
  return [name, status, allowCredit ? 1 : 0, ...accepted, id, was];
}

/** The rows of each statement of `HOLDINGS_SQL`, as they are for the export. */
export function holdingsOf(found: ReadonlyMap<Holding, readonly Row[]>): CustomerHoldings {
  const rowsOf = (name: Holding) => found.get(name) ?? [];
  const merchantId = (row: Row) => readText(row, 'merchant_id');
  return {
    payments: rowsOf('payments').map((row) => ({
      merchantId: merchantId(row),
      tid: readText(row, 'tid'),
    })),
    permissions: rowsOf('permissions').map((row) => ({
      merchantId: merchantId(row),
      rid: readText(row, 'rid'),
    })),
    scans: rowsOf('scans').map((row) => ({
      merchantId: merchantId(row),
      shortlinkId: readText(row, 'shortlink_id'),
      at: readInteger(row, 'at'),
      expires: readInteger(row, 'expires'),
    })),
    tokens: rowsOf('tokens').map((row) => ({
      merchantId: merchantId(row),
      clientId: readText(row, 'client_id'),
      scope: readText(row, 'scope'),
      issued: readInteger(row, 'issued'),
      expires: readInteger(row, 'expires'),
      revoked: readInteger(row, 'revoked') === 1,
    })),
    sessions: rowsOf('sessions').map((row) => readInteger(row, 'expires')),
    codes: rowsOf('codes').map((row) => readInteger(row, 'expires')),
    consents: [...rowsOf('consents'), ...rowsOf('oauthCodes')].map((row) => {
      const { merchantId, clientId, scope } = JSON.parse(readText(row, 'body'));
      return { merchantId, clientId, scope, expires: readInteger(row, 'expires') };
    }),
    scopeLog: rowsOf('scopeLog').map((row) => ({
      merchantId: merchantId(row),
      rid: readText(row, 'rid'),
      at: readInteger(row, 'at'),
      status: readText(row, 'status'),
    })),
    callbacks: rowsOf('callbacks').map((row) => ({
      merchantId: merchantId(row),
      resource: readText(row, 'resource'),
      event: readText(row, 'event'),
      uri: readText(row, 'uri'),
      created: readInteger(row, 'created'),
      state: readText(row, 'state'),
      body: JSON.parse(readText(row, 'body')),
    })),
    events: rowsOf('events').map((row) => ({
      merchantId: merchantId(row),
      channel: readText(row, 'channel'),
      at: readInteger(row, 'at'),
      message: JSON.parse(readText(row, 'message')),
    })),
  };
}
