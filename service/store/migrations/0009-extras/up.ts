/**
 * What only clients of older generations use: electronic tickets of a payment, and the reports of a
 * merchant's one ledger that were closed. Nothing is in them under the default profile.
 */
export const UP = `
CREATE TABLE ticket (
  merchant_id TEXT NOT NULL,
  tid TEXT NOT NULL,
  at INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (merchant_id, tid)
) STRICT;

CREATE TABLE ledger_report (
  merchant_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  closed INTEGER NOT NULL,
  PRIMARY KEY (merchant_id, number)
) STRICT;
`;
