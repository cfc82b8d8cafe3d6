/**
 * A permission that is asked for together with a payment is found by an id of its own (D-117,
 * D-122): which payment it came with. What became of it is the payment's own state, so there is
 * nothing that could differ. Those granted before this step were free of charge.
 */
export const UP = `
CREATE TABLE payment_permission (
  rid TEXT PRIMARY KEY,
  merchant_id TEXT NOT NULL,
  tid TEXT NOT NULL REFERENCES payment (tid)
) STRICT, WITHOUT ROWID;

UPDATE payment SET state = json_set(state, '$.permission.transactionFee', 0,
    '$.permission.currency', NULL)
  WHERE json_extract(state, '$.permission.rid') IS NOT NULL;
INSERT INTO payment_permission (rid, merchant_id, tid)
  SELECT json_extract(state, '$.permission.rid'), merchant_id, tid FROM payment
  WHERE json_extract(state, '$.permission.rid') IS NOT NULL;
`;
