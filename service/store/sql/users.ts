import type { User } from '../store.ts';
import { type Row, readInteger, readText, readTextOrNull } from './rows.ts';

export const USER_SQL = {
  read: `SELECT id, label, netmask, secret_hash, public_key, version, till FROM api_user
    WHERE merchant_id = ? AND id = ?`,
  put: `INSERT INTO api_user (merchant_id, id, label, netmask, secret_hash, public_key, version)
    VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (merchant_id, id) DO UPDATE SET label = excluded.label, netmask = excluded.netmask,
      secret_hash = excluded.secret_hash, public_key = excluded.public_key,
      version = excluded.version`,
  create: `INSERT INTO api_user (merchant_id, id, label, netmask, secret_hash, public_key, version)
    VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (merchant_id, id) DO NOTHING`,
  change: `UPDATE api_user SET label = ?, netmask = ?, secret_hash = ?, public_key = ?, version = ?
    WHERE merchant_id = ? AND id = ? AND version = ?`,
  remove: 'DELETE FROM api_user WHERE merchant_id = ? AND id = ?',
  // A paired till signs, and still cannot work on users.
  otherWithKey: `SELECT 1 AS found FROM api_user
    WHERE merchant_id = ? AND id <> ? AND public_key IS NOT NULL AND till IS NULL LIMIT 1`,
  list: `SELECT id, label, netmask, secret_hash, public_key, version, till FROM api_user
    WHERE merchant_id = ? AND id > ? ORDER BY id LIMIT ?`,
  // A signature whose window has passed may be overwritten: it would be refused as stale anyway.
  use: `INSERT INTO used_signature (merchant_id, user_id, hash, expires) VALUES (?, ?, ?, ?)
    ON CONFLICT (merchant_id, user_id, hash) DO UPDATE SET expires = excluded.expires
      WHERE used_signature.expires <= ?`,
  sweep: 'DELETE FROM used_signature WHERE expires <= ?',
};

export function userOf(row: Row): User {
  const till = readTextOrNull(row, 'till');
  return {
    ...(till === null ? {} : { till: till === 'refunds' ? 'refunds' : 'sales' }),
    id: readText(row, 'id'),
    label: readTextOrNull(row, 'label'),
    netmask: readTextOrNull(row, 'netmask'),
    secretHash: readTextOrNull(row, 'secret_hash'),
    publicKey: readTextOrNull(row, 'public_key'),
    version: readInteger(row, 'version'),
  };
}
