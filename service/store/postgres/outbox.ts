import type { Instant } from '../../../shared/time/clock.ts';
import type { NewDelivery } from '../delivery-store.ts';
import type { StoredToken } from '../effects.ts';
import type { ChannelMessage } from '../store.ts';
import { bulk, byKey, counted } from './bulk.ts';
import type { Transaction } from './transaction.ts';

type Of<T> = { readonly merchantId: string; readonly at: Instant; readonly of: T };

const CHANNELS = bulk(
  { merchant_id: 'text', name: 'text', more: 'bigint' },
  `INSERT INTO channel (merchant_id, name, last_seq) SELECT merchant_id, name, more FROM GIVEN
    ON CONFLICT (merchant_id, name)
    DO UPDATE SET last_seq = channel.last_seq + excluded.last_seq`,
);
const EVENTS = bulk(
  {
    merchant_id: 'text',
    channel: 'text',
    back: 'bigint',
    at: 'bigint',
    message: 'text',
    trace: 'text',
  },
  `INSERT INTO channel_event (merchant_id, channel, seq, at, message, trace)
    SELECT merchant_id, channel, (SELECT numbered.last_seq FROM channel AS numbered
        WHERE numbered.merchant_id = given.merchant_id AND numbered.name = given.channel) - back,
      at, message, trace FROM GIVEN`,
);

/** Sends the writes of messages, each with the next number of its channel. */
export function writeEvents(
  transaction: Transaction,
  messages: readonly Of<ChannelMessage>[],
): void {
  if (messages.length === 0) return;
  const groups = byKey(messages, ({ merchantId, of }) => `${merchantId} ${of.channel}`);
  const channels = [...groups.values()].flatMap((rows) =>
    rows.slice(0, 1).map(({ merchantId, of }) => [merchantId, of.channel, rows.length]),
  );
  transaction.send(CHANNELS.statement, ...CHANNELS.values(channels));
  const events = counted(groups).map(({ row: { merchantId, at, of }, back }) => [
    ...[merchantId, of.channel, back, at, JSON.stringify(of.message), of.trace ?? null],
  ]);
  transaction.send(EVENTS.statement, ...EVENTS.values(events));
}

// Every writer of a queue first locks its row, by a separate statement, so that it then reads the
// complete queue.
const QUEUES = bulk(
  { merchant_id: 'text', name: 'text', more: 'bigint', at: 'bigint' },
  `INSERT INTO delivery_queue (merchant_id, name, last_ord, at)
    SELECT merchant_id, name, more, at FROM GIVEN
    ON CONFLICT (merchant_id, name)
    DO UPDATE SET last_ord = delivery_queue.last_ord + excluded.last_ord, at = excluded.at`,
);
// Not due while an earlier delivery of the same queue is open, however late it gets.
const DELIVERIES = bulk(
  {
    merchant_id: 'text',
    id: 'text',
    kind: 'text',
    resource: 'text',
    queue: 'text',
    back: 'bigint',
    uri: 'text',
    host: 'text',
    event: 'text',
    body: 'text',
    created: 'bigint',
    trace: 'text',
    due_at: 'bigint',
  },
  `INSERT INTO delivery (merchant_id, id, kind, resource, queue, ord, uri, host, event, body,
      created, trace, state, attempts, tries, due_at)
    SELECT merchant_id, id, kind, resource, queue,
      (SELECT numbered.last_ord FROM delivery_queue AS numbered
        WHERE numbered.merchant_id = given.merchant_id AND numbered.name = given.queue) - back,
      uri, host, event, body, created, trace, 'open', 0, 0,
      CASE WHEN (SELECT 1 FROM delivery AS earlier WHERE earlier.merchant_id = given.merchant_id
        AND earlier.queue = given.queue AND earlier.state = 'open' LIMIT 1) IS NULL
      THEN due_at END FROM GIVEN`,
);

/** Sends the writes that append each delivery to its queue. */
export function writeDeliveries(
  transaction: Transaction,
  deliveries: readonly Of<NewDelivery>[],
): void {
  if (deliveries.length === 0) return;
  const groups = byKey(deliveries, ({ merchantId, of }) => `${merchantId} ${of.queue}`);
  const queues = [...groups.values()].flatMap((rows) =>
    rows.slice(0, 1).map(({ merchantId, at, of }) => [merchantId, of.queue, rows.length, at]),
  );
  transaction.send(QUEUES.statement, ...QUEUES.values(queues));
  const heads = new Set([...groups.values()].map((rows) => rows[0]));
  const rows = counted(groups).map(({ row, back }) => {
    const { merchantId, at, of } = row;
    const { id, kind, resource, queue, uri, host, event, body, trace = null } = of;
    const due = heads.has(row) ? at : null;
    return [merchantId, id, kind, resource, queue, back, uri, host, event, body, at, trace, due];
  });
  transaction.send(DELIVERIES.statement, ...DELIVERIES.values(rows));
}

const TOKENS = bulk(
  {
    hash: 'text',
    kind: 'text',
    grant_id: 'text',
    client_id: 'text',
    merchant_id: 'text',
    customer_id: 'text',
    scope: 'text',
    issued: 'bigint',
    expires: 'bigint',
  },
  `INSERT INTO oauth_token (hash, kind, grant_id, client_id, merchant_id, customer_id, scope, issued,
      expires, revoked)
    SELECT hash, kind, grant_id, client_id, merchant_id, customer_id, scope, issued, expires, 0
    FROM GIVEN`,
);

/** Sends the writes of tokens. */
export function writeTokens(transaction: Transaction, tokens: readonly StoredToken[]): void {
  if (tokens.length === 0) return;
  const rows = tokens.map((token) => {
    const { hash, kind, grantId, clientId, merchantId, customerId } = token;
    const { scope, issued, expires } = token;
    return [hash, kind, grantId, clientId, merchantId, customerId, scope, issued, expires];
  });
  transaction.send(TOKENS.statement, ...TOKENS.values(rows));
}
