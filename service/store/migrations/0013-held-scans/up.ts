/**
 * A request takes a scan before its payment uses the scan up, so the two have a column each. Scans
 * that were used before this step stay used.
 */
export const UP = `
ALTER TABLE scan ADD COLUMN held_by TEXT;
UPDATE scan SET held_by = consumed_by;
`;
