/**
 * Tills that are paired by a code. The code is kept as a keyed digest alone, and leaves the row when
 * it cannot be used any more. `till` marks a user that was made so, with what it may do; null is a
 * user with every right that its credentials give.
 */
export const UP = `
ALTER TABLE api_user ADD COLUMN till TEXT CHECK (till IN ('sales', 'refunds'));

CREATE TABLE pairing (
  merchant_id TEXT NOT NULL REFERENCES merchant (id),
  id TEXT NOT NULL,
  code_hash TEXT UNIQUE,
  pos_id TEXT NOT NULL,
  name TEXT NOT NULL,
  rights TEXT NOT NULL,
  created_by TEXT NOT NULL,
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  redeemed INTEGER,
  user_id TEXT,
  shortlink_id TEXT,
  key_hash TEXT,
  device TEXT,
  address TEXT,
  revoked INTEGER,
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, user_id)
) STRICT;
CREATE INDEX pairing_by_time ON pairing (merchant_id, created);
CREATE INDEX pairing_by_pos ON pairing (merchant_id, pos_id);
`;
