import type { CatalogueContent, CatalogueVersion, SeenCatalogue } from '../catalogue-store.ts';
import { type Row, readInteger, readText, readTextOrNull } from './rows.ts';

const NOTE = 'version, at, person, differences, changed';

export const CATALOGUE_SQL = {
  newest: `SELECT ${NOTE}, document FROM catalogue_version
    WHERE merchant_id = ? ORDER BY version DESC LIMIT 1`,
  read: `SELECT ${NOTE}, document FROM catalogue_version WHERE merchant_id = ? AND version = ?`,
  history: `SELECT ${NOTE} FROM catalogue_version
    WHERE merchant_id = ? AND version < ? ORDER BY version DESC LIMIT ?`,
  // The primary key decides between two people who change the same version.
  put: `INSERT INTO catalogue_version
    (merchant_id, version, at, person, differences, changed, document) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (merchant_id, version) DO NOTHING`,
  drop: `UPDATE catalogue_version SET document = NULL
    WHERE merchant_id = ? AND version <= ? AND document IS NOT NULL`,
  forget: 'DELETE FROM catalogue_version WHERE merchant_id = ? AND version <= ?',
  clear: 'DELETE FROM channel_event WHERE merchant_id = ? AND channel = ?',
  picture: 'SELECT type, image FROM catalogue_picture WHERE merchant_id = ? AND name = ?',
  // A person who sends the picture again is about to use it.
  putPicture: `INSERT INTO catalogue_picture (merchant_id, name, type, last_version, unused_since, image)
    VALUES (?, ?, ?, 0, ?, ?)
    ON CONFLICT (merchant_id, name) DO UPDATE SET unused_since = excluded.unused_since
    WHERE catalogue_picture.unused_since IS NOT NULL`,
  takePicture: `UPDATE catalogue_picture SET last_version = NULL, unused_since = NULL
    WHERE merchant_id = ? AND name = ?`,
  leavePicture: `UPDATE catalogue_picture SET last_version = ? WHERE merchant_id = ? AND name = ?`,
  dropPictures: `UPDATE catalogue_picture SET unused_since = ?
    WHERE merchant_id = ? AND last_version <= ? AND unused_since IS NULL`,
  storedPictures: `SELECT COUNT(*) AS count, COALESCE(SUM(octet_length(image)), 0) AS bytes
    FROM catalogue_picture WHERE merchant_id = ?`,
  // The outer condition is checked again on a row that a version has taken meanwhile.
  sweepPictures: `DELETE FROM catalogue_picture WHERE unused_since < ? AND (merchant_id, name) IN
    (SELECT merchant_id, name FROM catalogue_picture WHERE unused_since < ?
      ORDER BY unused_since LIMIT ?)`,
  hasPicture: 'SELECT name FROM catalogue_picture WHERE merchant_id = ? AND name = ?',
  note: `INSERT INTO catalogue_seen (merchant_id, pos_id, version, problem, at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (merchant_id, pos_id) DO UPDATE SET
      version = excluded.version, problem = excluded.problem, at = excluded.at
    WHERE excluded.at >= catalogue_seen.at`,
  newestVersion: `SELECT version FROM catalogue_version
    WHERE merchant_id = ? ORDER BY version DESC LIMIT 1`,
  seenBy: `SELECT pos_id, version, problem, at FROM catalogue_seen
    WHERE merchant_id = ? AND pos_id = ?`,
  seen: `SELECT pos_id, version, problem, at FROM catalogue_seen
    WHERE merchant_id = ? ORDER BY pos_id LIMIT ?`,
};

export function versionOf(row: Row): CatalogueVersion {
  return {
    version: readInteger(row, 'version'),
    at: readInteger(row, 'at'),
    by: readText(row, 'person'),
    differences: readText(row, 'differences'),
    changed: readInteger(row, 'changed'),
  };
}

export function contentOf(row: Row | undefined): CatalogueContent | null {
  if (row === undefined) return null;
  return { ...versionOf(row), document: readTextOrNull(row, 'document') };
}

export function seenOf(row: Row): SeenCatalogue {
  return {
    posId: readText(row, 'pos_id'),
    version: readInteger(row, 'version'),
    problem: readTextOrNull(row, 'problem'),
    at: readInteger(row, 'at'),
  };
}
