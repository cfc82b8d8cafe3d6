/**
 * Events for sockets and callbacks over http and https. Only the head of a queue has `due_at`, so the
 * dispatcher's index holds one row for each queue. `delivery_queue` numbers the deliveries of a queue;
 * each writer of a queue writes its row first, which orders the writers. `delivery_by_state` leaves out
 * delivered rows, so that a delivery that arrives at once hardly touches it.
 */
export const MESSAGES = `
CREATE TABLE channel (
  merchant_id TEXT NOT NULL,
  name TEXT NOT NULL,
  last_seq INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, name)
) STRICT;

CREATE TABLE channel_event (
  merchant_id TEXT NOT NULL,
  channel TEXT NOT NULL,
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  message TEXT NOT NULL,
  trace TEXT,
  PRIMARY KEY (merchant_id, channel, seq)
) STRICT;
CREATE INDEX channel_event_by_age ON channel_event (at);

CREATE TABLE delivery_queue (
  merchant_id TEXT NOT NULL,
  name TEXT NOT NULL,
  last_ord INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, name)
) STRICT;
CREATE INDEX delivery_queue_by_age ON delivery_queue (at);

CREATE TABLE delivery (
  merchant_id TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  resource TEXT NOT NULL,
  queue TEXT NOT NULL,
  ord INTEGER NOT NULL,
  uri TEXT NOT NULL,
  host TEXT NOT NULL,
  event TEXT NOT NULL,
  body TEXT NOT NULL,
  created INTEGER NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  due_at INTEGER,
  lease TEXT,
  lease_until INTEGER,
  answer TEXT,
  trace TEXT,
  PRIMARY KEY (merchant_id, id)
) STRICT;
CREATE INDEX delivery_by_due ON delivery (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX delivery_by_queue ON delivery (merchant_id, queue, ord) WHERE state = 'open';
CREATE INDEX delivery_by_creation ON delivery (merchant_id, created, id);
CREATE INDEX delivery_by_resource ON delivery (merchant_id, resource, created, id);
CREATE INDEX delivery_by_age ON delivery (created) WHERE state <> 'open';
CREATE INDEX delivery_by_state ON delivery (merchant_id, state, created, id)
  WHERE state <> 'delivered';
CREATE INDEX delivery_by_host ON delivery (host, due_at, created) WHERE due_at IS NOT NULL;

CREATE TABLE delivery_attempt (
  merchant_id TEXT NOT NULL,
  delivery_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  status INTEGER,
  problem TEXT,
  duration INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, delivery_id, number)
) STRICT;
`;
