/**
 * Indexes that have the whole order in which rows are taken. With the first column alone the
 * database sorts every row that is equal in it, each time: callbacks of one host with one due time,
 * settlements of all merchants at midnight.
 */
export const UP = `
DROP INDEX delivery_by_host;
CREATE INDEX delivery_by_host ON delivery (host, due_at, created) WHERE due_at IS NOT NULL;
DROP INDEX settlement_schedule_by_time;
CREATE INDEX settlement_schedule_by_time ON settlement_schedule (next_at, merchant_id, currency);
DROP INDEX pairing_by_time;
CREATE INDEX pairing_by_time ON pairing (merchant_id, created DESC, id);
`;
