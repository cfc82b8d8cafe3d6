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
  merchant_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  at INTEGER NOT NULL,
  person TEXT NOT NULL,
  differences TEXT NOT NULL,
  changed INTEGER NOT NULL,
  document TEXT,
  PRIMARY KEY (merchant_id, version)
) STRICT;

CREATE TABLE catalogue_picture (
  merchant_id TEXT NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  last_version INTEGER,
  unused_since INTEGER,
  image BLOB NOT NULL,
  PRIMARY KEY (merchant_id, name)
) STRICT;
CREATE INDEX catalogue_picture_left ON catalogue_picture (merchant_id, last_version)
  WHERE last_version IS NOT NULL;
CREATE INDEX catalogue_picture_unused ON catalogue_picture (unused_since)
  WHERE unused_since IS NOT NULL;

CREATE TABLE catalogue_seen (
  merchant_id TEXT NOT NULL,
  pos_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  problem TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, pos_id)
) STRICT;

CREATE TABLE till_period (
  merchant_id TEXT NOT NULL,
  pos_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  first_day TEXT NOT NULL,
  last_day TEXT NOT NULL,
  hash TEXT NOT NULL,
  close_line TEXT NOT NULL,
  payments TEXT NOT NULL,
  received INTEGER NOT NULL,
  aside INTEGER NOT NULL DEFAULT 0,
  aside_by TEXT,
  aside_reason TEXT,
  PRIMARY KEY (merchant_id, pos_id, number, aside)
) STRICT;
CREATE INDEX till_period_by_receipt ON till_period (merchant_id, received);
CREATE INDEX till_period_by_age ON till_period (received);
CREATE INDEX till_period_by_day ON till_period (merchant_id, last_day, pos_id, number);

CREATE TABLE till_period_problem (
  merchant_id TEXT NOT NULL,
  pos_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  kind TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, pos_id, number, kind)
) STRICT;
CREATE INDEX till_period_problem_newest
  ON till_period_problem (merchant_id, at DESC, pos_id, number, kind);

CREATE TABLE till_status (
  merchant_id TEXT NOT NULL,
  pos_id TEXT NOT NULL,
  name TEXT NOT NULL,
  search TEXT NOT NULL,
  received INTEGER NOT NULL,
  due INTEGER,
  place INTEGER NOT NULL,
  status TEXT NOT NULL,
  silent INTEGER,
  alerts INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, pos_id)
) STRICT;
CREATE INDEX till_status_by_place ON till_status (merchant_id, place, pos_id);
CREATE INDEX till_status_due ON till_status (due) WHERE due IS NOT NULL;
CREATE INDEX till_status_silent ON till_status (silent) WHERE silent IS NOT NULL;

CREATE TABLE till_alert (
  merchant_id TEXT PRIMARY KEY,
  silent_after INTEGER NOT NULL,
  callback_uri TEXT
) STRICT;

CREATE TABLE receipt (
  code_hash TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL,
  code TEXT NOT NULL,
  pos_id TEXT NOT NULL,
  tid TEXT,
  number INTEGER,
  at INTEGER NOT NULL,
  document TEXT NOT NULL,
  received INTEGER NOT NULL
) STRICT;
CREATE INDEX receipt_by_payment ON receipt (merchant_id, tid, received) WHERE tid IS NOT NULL;
CREATE INDEX receipt_of_books ON receipt (merchant_id, pos_id, at) WHERE number IS NOT NULL;
CREATE INDEX receipt_by_age ON receipt (received);

CREATE TABLE receipt_email (
  code_hash TEXT NOT NULL REFERENCES receipt (code_hash),
  id TEXT NOT NULL,
  merchant_id TEXT NOT NULL,
  address TEXT,
  state TEXT NOT NULL,
  tries INTEGER NOT NULL,
  unanswered INTEGER NOT NULL,
  due INTEGER,
  lease INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (code_hash, id)
) STRICT;
CREATE INDEX receipt_email_due ON receipt_email (due) WHERE due IS NOT NULL;
CREATE INDEX receipt_email_due_of_shop ON receipt_email (merchant_id, due) WHERE due IS NOT NULL;
CREATE INDEX receipt_email_of_shop ON receipt_email (merchant_id, at);
`;
