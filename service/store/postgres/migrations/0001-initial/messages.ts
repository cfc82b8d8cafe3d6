/** Outgoing messages: events of channels, and callbacks with their log. */
export const MESSAGES = `
CREATE TABLE channel (
  merchant_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  last_seq BIGINT NOT NULL,
  PRIMARY KEY (merchant_id, name)
);

CREATE TABLE channel_event (
  merchant_id TEXT COLLATE "C" NOT NULL,
  channel TEXT COLLATE "C" NOT NULL,
  seq BIGINT NOT NULL,
  at BIGINT NOT NULL,
  message TEXT COLLATE "C" NOT NULL,
  trace TEXT COLLATE "C",
  PRIMARY KEY (merchant_id, channel, seq)
);
CREATE INDEX channel_event_by_age ON channel_event (at);

CREATE TABLE delivery_queue (
  merchant_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  last_ord BIGINT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (merchant_id, name)
);
CREATE INDEX delivery_queue_by_age ON delivery_queue (at);

CREATE TABLE delivery (
  merchant_id TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  kind TEXT COLLATE "C" NOT NULL,
  resource TEXT COLLATE "C" NOT NULL,
  queue TEXT COLLATE "C" NOT NULL,
  ord BIGINT NOT NULL,
  uri TEXT COLLATE "C" NOT NULL,
  host TEXT COLLATE "C" NOT NULL,
  event TEXT COLLATE "C" NOT NULL,
  body TEXT COLLATE "C" NOT NULL,
  created BIGINT NOT NULL,
  state TEXT COLLATE "C" NOT NULL,
  attempts BIGINT NOT NULL,
  tries BIGINT NOT NULL,
  due_at BIGINT,
  lease TEXT COLLATE "C",
  lease_until BIGINT,
  answer TEXT COLLATE "C",
  trace TEXT COLLATE "C",
  PRIMARY KEY (merchant_id, id)
);
CREATE INDEX delivery_by_host ON delivery (host, due_at, created) WHERE due_at IS NOT NULL;
CREATE INDEX delivery_by_due ON delivery (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX delivery_by_queue ON delivery (merchant_id, queue, ord) WHERE state = 'open';
CREATE INDEX delivery_by_creation ON delivery (merchant_id, created, id);
CREATE INDEX delivery_by_resource ON delivery (merchant_id, resource, created, id);
CREATE INDEX delivery_by_age ON delivery (created) WHERE state <> 'open';
CREATE INDEX delivery_by_state ON delivery (merchant_id, state, created, id)
  WHERE state <> 'delivered';

CREATE TABLE delivery_attempt (
  merchant_id TEXT COLLATE "C" NOT NULL,
  delivery_id TEXT COLLATE "C" NOT NULL,
  number BIGINT NOT NULL,
  at BIGINT NOT NULL,
  status BIGINT,
  problem TEXT COLLATE "C",
  duration BIGINT NOT NULL,
  PRIMARY KEY (merchant_id, delivery_id, number)
);
`;
