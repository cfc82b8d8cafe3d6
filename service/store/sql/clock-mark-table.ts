import { type Row, readInteger } from './rows.ts';

export const CLOCK_MARK_SQL = {
  read: 'SELECT at FROM clock_mark WHERE id = 1',
  note: `INSERT INTO clock_mark (id, at) VALUES (1, ?)
    ON CONFLICT (id) DO UPDATE SET at = excluded.at WHERE excluded.at > clock_mark.at`,
  confirm: `INSERT INTO clock_mark (id, at) VALUES (1, ?)
    ON CONFLICT (id) DO UPDATE SET at = excluded.at`,
};

export function clockMarkOf(row: Row | undefined | null): number | null {
  return row ? readInteger(row, 'at') : null;
}
