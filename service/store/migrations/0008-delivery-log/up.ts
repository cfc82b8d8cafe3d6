/**
 * What did not arrive is looked for by its state; there is little of it among much that did. The
 * index leaves out what was delivered, so that a delivery that arrives at once hardly touches it.
 */
export const UP = `
CREATE INDEX delivery_by_state ON delivery (merchant_id, state, created, id)
  WHERE state <> 'delivered';
`;
