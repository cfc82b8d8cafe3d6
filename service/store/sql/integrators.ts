import type { Integrator } from '../store.ts';
import { type Row, readText, readTextOrNull } from './rows.ts';

export const INTEGRATOR_SQL = {
  read: 'SELECT id, name, netmask, public_key FROM integrator WHERE id = ?',
  put: `INSERT INTO integrator (id, name, netmask, public_key) VALUES (?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, netmask = excluded.netmask,
      public_key = excluded.public_key`,
  list: 'SELECT id, name, netmask, public_key FROM integrator WHERE id > ? ORDER BY id LIMIT ?',
};

export function integratorOf(row: Row): Integrator {
  return {
    id: readText(row, 'id'),
    name: readText(row, 'name'),
    netmask: readTextOrNull(row, 'netmask'),
    publicKey: readText(row, 'public_key'),
  };
}
