/** A request takes a scan before its payment uses the scan up, so the two have a column each. */
export const UP = `
ALTER TABLE scan ADD COLUMN held_by TEXT COLLATE "C";
UPDATE scan SET held_by = consumed_by;
`;
