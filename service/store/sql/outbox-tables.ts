import type {
  AttemptNote,
  ClaimedDelivery,
  Delivery,
  DeliveryBacklog,
  DeliveryKind,
  DeliveryState,
  DueHost,
  FailingHost,
} from '../delivery-store.ts';
import { type Row, readInteger, readIntegerOrNull, readText, readTextOrNull } from './rows.ts';

/** One line of the log, with its last attempt joined. */
export function deliveryOf(row: Row): Delivery {
  return {
    id: readText(row, 'id'),
    kind: kindOf(row),
    event: readText(row, 'event'),
    resource: readText(row, 'resource'),
    uri: readText(row, 'uri'),
    created: readInteger(row, 'created'),
    state: stateOf(row),
    attempts: readInteger(row, 'attempts'),
    dueAt: readIntegerOrNull(row, 'due_at'),
    last: row.at === null ? null : noteOf(row),
    answer: readTextOrNull(row, 'answer'),
  };
}

export function noteOf(row: Row): AttemptNote {
  return {
    at: readInteger(row, 'at'),
    status: readIntegerOrNull(row, 'status'),
    problem: readTextOrNull(row, 'problem'),
    duration: readInteger(row, 'duration'),
  };
}

export function claimedOf(row: Row, lease: string): ClaimedDelivery {
  return {
    merchantId: readText(row, 'merchant_id'),
    id: readText(row, 'id'),
    kind: kindOf(row),
    resource: readText(row, 'resource'),
    queue: readText(row, 'queue'),
    uri: readText(row, 'uri'),
    host: readText(row, 'host'),
    event: readText(row, 'event'),
    body: readText(row, 'body'),
    created: readInteger(row, 'created'),
    tries: readInteger(row, 'tries'),
    trace: readTextOrNull(row, 'trace'),
    lease,
  };
}

function kindOf(row: Row): DeliveryKind {
  const kind = readText(row, 'kind');
  if (kind === 'event' || kind === 'display' || kind === 'scan') return kind;
  throw new TypeError(`a delivery is of no known kind: ${kind}`);
}

function stateOf(row: Row): DeliveryState {
  const state = readText(row, 'state');
  const known = state === 'open' || state === 'delivered' || state === 'gone';
  if (known || state === 'given_up') return state;
  throw new TypeError(`a delivery is in no known state: ${state}`);
}

/** The hosts of rows with the merchant of each one's first row, in the order of these rows. */
export function hostsOf(rows: readonly Row[]): readonly DueHost[] {
  const hosts = new Map<string, DueHost>();
  for (const row of rows) {
    const host = readText(row, 'host');
    if (!hosts.has(host)) hosts.set(host, { host, merchantId: readText(row, 'merchant_id') });
  }
  return [...hosts.values()];
}

/**
 * The hosts with due deliveries, the longest due first, from the rows of `openHosts`. Null if those rows
 * may not be all hosts.
 */
export function dueOf(rows: readonly Row[]): readonly DueHost[] | null {
  if (rows.length > HOSTS_FEW) return null;
  const due = rows.flatMap((row) => {
    const at = readIntegerOrNull(row, 'due_at');
    const host = readText(row, 'host');
    return at === null ? [] : [{ at, host, merchantId: readText(row, 'merchant_id') }];
  });
  return due
    .toSorted((one, other) => one.at - other.at)
    .map(({ host, merchantId }) => ({ host, merchantId }));
}

const COLUMNS = `d.id, d.kind, d.event, d.resource, d.uri, d.created, d.state, d.attempts, d.due_at,
    d.answer, a.at, a.status, a.problem, a.duration`;
const WITH_LAST = `FROM delivery AS d LEFT JOIN delivery_attempt AS a
    ON a.merchant_id = d.merchant_id AND a.delivery_id = d.id AND a.number = d.attempts`;

/**
 * Up to this number, the hosts with open deliveries are read one by one. That costs the same whether a
 * host has one due delivery or thousands.
 */
export const HOSTS_FEW = 16;

/** The first due and unclaimed row of a host. Hosts and times are compared as pairs; see `dueHosts`. */
const FIRST_DUE = `FROM delivery AS d
        WHERE d.due_at IS NOT NULL AND (d.host, d.due_at) >= (hosts.host, 0)
          AND (d.host, d.due_at) <= (hosts.host, ?)
          AND (d.lease_until IS NULL OR d.lease_until <= ?) ORDER BY d.host, d.due_at LIMIT 1`;

/**
 * With more hosts, due deliveries are read directly up to this number; above it, `dueHosts` reads hosts.
 * That query costs in proportion to the hosts with open deliveries, even if few are due.
 */
export const DUE_FEW = 64;

/** The statements of the delivery store. */
export const DELIVERY_SQL = {
  number: `INSERT INTO delivery_queue (merchant_id, name, last_ord, at) VALUES (?, ?, 1, ?)
    ON CONFLICT (merchant_id, name)
    DO UPDATE SET last_ord = delivery_queue.last_ord + 1, at = excluded.at RETURNING last_ord`,
  // Not due while an earlier delivery of the same queue is open, however late it gets.
  insert: `INSERT INTO delivery (merchant_id, id, kind, resource, queue, ord, uri, host, event, body,
    created, trace, state, attempts, tries, due_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', 0, 0, CASE WHEN EXISTS (
      SELECT 1 FROM delivery WHERE merchant_id = ? AND queue = ? AND state = 'open'
    ) THEN NULL ELSE CAST(? AS BIGINT) END)`,
  dueFirst: `SELECT host, merchant_id FROM delivery
    WHERE due_at IS NOT NULL AND due_at <= ? AND (lease_until IS NULL OR lease_until <= ?)
    ORDER BY due_at LIMIT ?`,
  // At most this number of hosts with open deliveries, also those of which none is due: their time is
  // null.
  openHosts: `WITH RECURSIVE hosts (host, number) AS (
      SELECT MIN(host), 1 FROM delivery WHERE due_at IS NOT NULL
      UNION ALL
      SELECT (SELECT MIN(d.host) FROM delivery AS d WHERE d.due_at IS NOT NULL AND d.host > hosts.host),
        number + 1
      FROM hosts WHERE hosts.host IS NOT NULL AND number < CAST(? AS BIGINT))
    SELECT hosts.host, (SELECT d.due_at ${FIRST_DUE}) AS due_at,
      (SELECT d.merchant_id ${FIRST_DUE}) AS merchant_id
    FROM hosts WHERE hosts.host IS NOT NULL`,
  // Steps from host to host by the index, because an unresponsive host may have any number of due
  // deliveries. Hosts and times are compared as pairs, because with an equal sign PostgreSQL may
  // scan all due rows by another index to find a host's first. Merchants take turns, so that the hosts
  // of one do not use up the limit.
  dueHosts: `WITH RECURSIVE hosts (host) AS (
      SELECT MIN(host) FROM delivery WHERE due_at IS NOT NULL
      UNION ALL
      SELECT (SELECT MIN(d.host) FROM delivery AS d WHERE d.due_at IS NOT NULL AND d.host > hosts.host)
      FROM hosts WHERE hosts.host IS NOT NULL),
    firsts (host, first) AS MATERIALIZED (
      SELECT hosts.host, (SELECT d.due_at ${FIRST_DUE})
      FROM hosts WHERE hosts.host IS NOT NULL),
    owned (host, first, merchant_id) AS MATERIALIZED (
      SELECT host, first, (SELECT d.merchant_id FROM delivery AS d
        WHERE d.due_at IS NOT NULL AND (d.host, d.due_at) >= (firsts.host, firsts.first)
        ORDER BY d.host, d.due_at LIMIT 1)
      FROM firsts WHERE first IS NOT NULL)
    SELECT host, merchant_id FROM owned
    ORDER BY ROW_NUMBER() OVER (PARTITION BY merchant_id ORDER BY first), first LIMIT ?`,
  claim: `UPDATE delivery SET lease = ?, lease_until = ? WHERE (merchant_id, id) IN (
      SELECT merchant_id, id FROM delivery WHERE host = ? AND due_at IS NOT NULL AND due_at <= ?
        AND (lease_until IS NULL OR lease_until <= ?) ORDER BY due_at, created LIMIT ?
    ) RETURNING merchant_id, id, kind, resource, queue, uri, host, event, body, created, tries,
      trace`,
  touch: 'UPDATE delivery_queue SET at = ? WHERE merchant_id = ? AND name = ?',
  finish: `UPDATE delivery SET state = ?, due_at = ?, attempts = attempts + 1, tries = tries + 1,
    lease = NULL, lease_until = NULL, answer = COALESCE(?, answer)
    WHERE merchant_id = ? AND id = ? AND lease = ? RETURNING attempts`,
  note: `INSERT INTO delivery_attempt (merchant_id, delivery_id, number, at, status, problem,
    duration) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  trim: 'DELETE FROM delivery_attempt WHERE merchant_id = ? AND delivery_id = ? AND number <= ?',
  promote: `UPDATE delivery SET due_at = ? WHERE merchant_id = ? AND queue = ? AND state = 'open'
    AND due_at IS NULL AND ord = (
      SELECT MIN(ord) FROM delivery WHERE merchant_id = ? AND queue = ? AND state = 'open'
    )`,
  // The earliest time after now; deliveries that are already due wait for a place and need no
  // timer.
  nextDue: 'SELECT MIN(due_at) AS due_at FROM delivery WHERE due_at IS NOT NULL AND due_at > ?',
  list: `SELECT ${COLUMNS} ${WITH_LAST}
    WHERE d.merchant_id = ? AND (d.created, d.id) < (?, ?) AND (CAST(? AS TEXT) IS NULL OR d.state = ?)
    ORDER BY d.created DESC, d.id DESC LIMIT ?`,
  // Written as in the index; a list of delivered rows uses the index of all rows.
  ofState: `SELECT ${COLUMNS} ${WITH_LAST}
    WHERE d.merchant_id = ? AND d.state = ? AND d.state <> 'delivered'
      AND (d.created, d.id) < (?, ?)
    ORDER BY d.created DESC, d.id DESC LIMIT ?`,
  ofResource: `SELECT ${COLUMNS} ${WITH_LAST}
    WHERE d.merchant_id = ? AND d.resource = ? AND (d.created, d.id) < (?, ?)
      AND (CAST(? AS TEXT) IS NULL OR d.state = ?)
    ORDER BY d.created DESC, d.id DESC LIMIT ?`,
  read: `SELECT ${COLUMNS} ${WITH_LAST} WHERE d.merchant_id = ? AND d.id = ?`,
  attempts: `SELECT at, status, problem, duration FROM delivery_attempt
    WHERE merchant_id = ? AND delivery_id = ? ORDER BY number DESC LIMIT ?`,
  // A closed delivery gets a new queue, so that it neither waits for others nor delays them.
  reopen: `UPDATE delivery SET state = 'open', due_at = ?, tries = 0, queue = ?
    WHERE merchant_id = ? AND id = ? AND state <> 'open'`,
  hurry: `UPDATE delivery SET due_at = ?, tries = 0
    WHERE merchant_id = ? AND id = ? AND state = 'open' AND due_at IS NOT NULL AND lease IS NULL`,
  backlog: `SELECT MIN(due_at) AS oldest, COUNT(*) AS number,
    COUNT(DISTINCT CASE WHEN tries > 0 THEN host END) AS failing
    FROM delivery WHERE due_at IS NOT NULL`,
  failingHosts: `SELECT merchant_id, host, COUNT(*) AS number, MIN(created) AS since FROM delivery
    WHERE due_at IS NOT NULL AND tries > 0 GROUP BY merchant_id, host ORDER BY MIN(created) LIMIT ?`,
  oldestClosed: `SELECT MIN(created) AS created FROM delivery WHERE state <> 'open'`,
  old: `SELECT merchant_id, id FROM delivery WHERE created < ? AND state <> 'open'
    ORDER BY created LIMIT ?`,
  forgetAttempts: 'DELETE FROM delivery_attempt WHERE merchant_id = ? AND delivery_id = ?',
  forget: 'DELETE FROM delivery WHERE merchant_id = ? AND id = ?',
  // A queue that is used while this runs has a new time, and stays.
  forgetQueues: `DELETE FROM delivery_queue WHERE delivery_queue.at < ? AND (merchant_id, name) IN (
      SELECT q.merchant_id, q.name FROM delivery_queue AS q WHERE q.at < ? AND NOT EXISTS (
        SELECT 1 FROM delivery AS d
          WHERE d.merchant_id = q.merchant_id AND d.queue = q.name AND d.state = 'open')
      ORDER BY q.at LIMIT ?)`,
  release: `UPDATE delivery SET lease = NULL, lease_until = NULL
    WHERE merchant_id = ? AND id = ? AND lease = ?`,
  releaseAll: 'UPDATE delivery SET lease = NULL, lease_until = NULL WHERE lease IS NOT NULL',
};

export function backlogOf(row: Row | undefined): DeliveryBacklog {
  if (row === undefined) return { open: 0, oldestDue: null, failingHosts: 0 };
  return {
    open: readInteger(row, 'number'),
    oldestDue: readIntegerOrNull(row, 'oldest'),
    failingHosts: readInteger(row, 'failing'),
  };
}

export const failingHostOf = (row: Row): FailingHost => ({
  merchantId: readText(row, 'merchant_id'),
  host: readText(row, 'host'),
  count: readInteger(row, 'number'),
  since: readInteger(row, 'since'),
});

export const CHANNEL_SQL = {
  number: `INSERT INTO channel (merchant_id, name, last_seq) VALUES (?, ?, 1)
    ON CONFLICT (merchant_id, name) DO UPDATE SET last_seq = channel.last_seq + 1 RETURNING last_seq`,
  insert:
    'INSERT INTO channel_event (merchant_id, channel, seq, at, message, trace) VALUES (?, ?, ?, ?, ?, ?)',
  read: `SELECT seq, message, trace FROM channel_event
    WHERE merchant_id = ? AND channel = ? AND seq > ? ORDER BY seq LIMIT ?`,
  newest: 'SELECT last_seq FROM channel WHERE merchant_id = ? AND name = ?',
  acknowledge: 'DELETE FROM channel_event WHERE merchant_id = ? AND channel = ? AND seq <= ?',
  sweep: 'DELETE FROM channel_event WHERE at < ?',
};
