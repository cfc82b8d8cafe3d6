/**
 * What the tills of a shop have and hand over. The document of an old version of a catalogue is dropped after some
 * time, and the rest of it stays; a picture is found by a name that is made from its bytes. Its `last_version` is the
 * last version that used it (0: none; NULL: the newest does), and `unused_since` the time from which no kept document
 * did. A closed period has the
 * line of its close, what did not fit is beside it, and a period never changes; one that the shop has put aside has the
 * time of that, and a till can hand over another one of its number. A till has a due time as long as its
 * silence would be an alert, and a time of silence as long as it is one. A receipt has the hash of its code and, if no
 * payment has it, its number in the books, and an
 * order to send one by e-mail forgets its address when it has ended.
 */
export const TILLS = `
CREATE TABLE catalogue_version (
  merchant_id TEXT COLLATE "C" NOT NULL,
  version BIGINT NOT NULL,
  at BIGINT NOT NULL,
  person TEXT COLLATE "C" NOT NULL,
  differences TEXT COLLATE "C" NOT NULL,
  changed BIGINT NOT NULL,
  document TEXT COLLATE "C",
  PRIMARY KEY (merchant_id, version)
);

CREATE TABLE catalogue_picture (
  merchant_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  type TEXT COLLATE "C" NOT NULL,
  last_version BIGINT,
  unused_since BIGINT,
  image BYTEA NOT NULL,
  PRIMARY KEY (merchant_id, name)
);
CREATE INDEX catalogue_picture_left ON catalogue_picture (merchant_id, last_version)
  WHERE last_version IS NOT NULL;
CREATE INDEX catalogue_picture_unused ON catalogue_picture (unused_since)
  WHERE unused_since IS NOT NULL;

CREATE TABLE catalogue_seen (
  merchant_id TEXT COLLATE "C" NOT NULL,
  pos_id TEXT COLLATE "C" NOT NULL,
  version BIGINT NOT NULL,
  problem TEXT COLLATE "C",
  at BIGINT NOT NULL,
  PRIMARY KEY (merchant_id, pos_id)
);

CREATE TABLE till_period (
  merchant_id TEXT COLLATE "C" NOT NULL,
  pos_id TEXT COLLATE "C" NOT NULL,
  number BIGINT NOT NULL,
  first_day TEXT COLLATE "C" NOT NULL,
  last_day TEXT COLLATE "C" NOT NULL,
  hash TEXT COLLATE "C" NOT NULL,
  close_line TEXT COLLATE "C" NOT NULL,
  payments TEXT COLLATE "C" NOT NULL,
  received BIGINT NOT NULL,
  aside BIGINT NOT NULL DEFAULT 0,
  aside_by TEXT COLLATE "C",
  aside_reason TEXT COLLATE "C",
  PRIMARY KEY (merchant_id, pos_id, number, aside)
);
CREATE INDEX till_period_by_receipt ON till_period (merchant_id, received);
CREATE INDEX till_period_by_age ON till_period (received);
CREATE INDEX till_period_by_day ON till_period (merchant_id, last_day, pos_id, number);

CREATE TABLE till_period_problem (
  merchant_id TEXT COLLATE "C" NOT NULL,
  pos_id TEXT COLLATE "C" NOT NULL,
  number BIGINT NOT NULL,
  kind TEXT COLLATE "C" NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (merchant_id, pos_id, number, kind)
);
CREATE INDEX till_period_problem_newest
  ON till_period_problem (merchant_id, at DESC, pos_id, number, kind);

CREATE TABLE till_status (
  merchant_id TEXT COLLATE "C" NOT NULL,
  pos_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  search TEXT COLLATE "C" NOT NULL,
  received BIGINT NOT NULL,
  due BIGINT,
  place BIGINT NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  silent BIGINT,
  alerts BIGINT NOT NULL,
  PRIMARY KEY (merchant_id, pos_id)
);
CREATE INDEX till_status_by_place ON till_status (merchant_id, place, pos_id);
CREATE INDEX till_status_due ON till_status (due) WHERE due IS NOT NULL;
CREATE INDEX till_status_silent ON till_status (silent) WHERE silent IS NOT NULL;

CREATE TABLE till_alert (
  merchant_id TEXT COLLATE "C" PRIMARY KEY,
  silent_after BIGINT NOT NULL,
  callback_uri TEXT COLLATE "C"
);

CREATE TABLE receipt (
  code_hash TEXT COLLATE "C" PRIMARY KEY,
  merchant_id TEXT COLLATE "C" NOT NULL,
  code TEXT COLLATE "C" NOT NULL,
  pos_id TEXT COLLATE "C" NOT NULL,
  tid TEXT COLLATE "C",
  number BIGINT,
  at BIGINT NOT NULL,
  document TEXT COLLATE "C" NOT NULL,
  received BIGINT NOT NULL
);
CREATE INDEX receipt_by_payment ON receipt (merchant_id, tid, received) WHERE tid IS NOT NULL;
CREATE INDEX receipt_of_books ON receipt (merchant_id, pos_id, at) WHERE number IS NOT NULL;
CREATE INDEX receipt_by_age ON receipt (received);

CREATE TABLE receipt_email (
  code_hash TEXT COLLATE "C" NOT NULL REFERENCES receipt (code_hash),
  id TEXT COLLATE "C" NOT NULL,
  merchant_id TEXT COLLATE "C" NOT NULL,
  address TEXT COLLATE "C",
  state TEXT COLLATE "C" NOT NULL,
  tries BIGINT NOT NULL,
  unanswered BIGINT NOT NULL,
  due BIGINT,
  lease BIGINT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (code_hash, id)
);
CREATE INDEX receipt_email_due ON receipt_email (due) WHERE due IS NOT NULL;
CREATE INDEX receipt_email_due_of_shop ON receipt_email (merchant_id, due) WHERE due IS NOT NULL;
CREATE INDEX receipt_email_of_shop ON receipt_email (merchant_id, at);
`;
