import { present } from '../../../shared/objects/present.ts';
import { PORTAL_ROLES, type PortalRole } from '../../../shared/portal/sign-in.ts';
import type { PairingRights } from '../../../shared/protocol/pairing.ts';
import type { SspUserOutput } from '../../../shared/protocol/user.ts';
import type { Paired, StoredPairing } from '../pairing-store.ts';
import type { User } from '../store.ts';
import type { PairedTill, PortalAccess, SecondFactor, SspUser } from '../user-store.ts';
import { type Row, readInteger, readIntegerOrNull, readText, readTextOrNull } from './rows.ts';

/** A user, and for a till what its pairing gave it. */
const SELECT_USER = `SELECT u.id, u.label, u.netmask, u.secret_hash, u.public_key, u.version, u.till,
    p.pos_id, p.shortlink_id
  FROM api_user u LEFT JOIN pairing p ON p.merchant_id = u.merchant_id AND p.user_id = u.id`;

export const USER_SQL = {
  read: `${SELECT_USER} WHERE u.merchant_id = ? AND u.id = ?`,
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
  // A paired till signs its requests, but it cannot change users.
  otherWithKey: `SELECT 1 AS found FROM api_user
    WHERE merchant_id = ? AND id <> ? AND public_key IS NOT NULL AND till IS NULL LIMIT 1`,
  list: `${SELECT_USER} WHERE u.merchant_id = ? AND u.id > ? ORDER BY u.id LIMIT ?`,
  // A signature whose window has passed may be overwritten: it would be refused as too old anyway.
  use: `INSERT INTO used_signature (merchant_id, user_id, hash, expires) VALUES (?, ?, ?, ?)
    ON CONFLICT (merchant_id, user_id, hash) DO UPDATE SET expires = excluded.expires
      WHERE used_signature.expires <= ?`,
  isUsed: `SELECT 1 AS found FROM used_signature
    WHERE merchant_id = ? AND user_id = ? AND hash = ?`,
  sweep: 'DELETE FROM used_signature WHERE expires <= ?',
  sweepInvitations: 'DELETE FROM portal_invitation WHERE expires <= ?',
  putInvitation: `INSERT INTO portal_invitation (merchant_id, token_hash, expires) VALUES (?, ?, ?)
    ON CONFLICT (merchant_id) DO UPDATE SET token_hash = excluded.token_hash,
      expires = excluded.expires`,
  invited: `SELECT 1 AS found FROM portal_invitation
    WHERE merchant_id = ? AND token_hash = ? AND expires > ?`,
  useInvitation: `DELETE FROM portal_invitation
    WHERE merchant_id = ? AND token_hash = ? AND expires > ?`,
};

export function userOf(row: Row): User {
  return {
    ...present({ till: tillOf(row) }),
    id: readText(row, 'id'),
    label: readTextOrNull(row, 'label'),
    netmask: readTextOrNull(row, 'netmask'),
    secretHash: readTextOrNull(row, 'secret_hash'),
    publicKey: readTextOrNull(row, 'public_key'),
    version: readInteger(row, 'version'),
  };
}

function tillOf(row: Row): PairedTill | null {
  const rights = readTextOrNull(row, 'till');
  if (rights === null) return null;
  // A pairing that was used up is kept, so a till always has both.
  const posId = readText(row, 'pos_id');
  return { rights: rightsOf(rights), posId, shortlinkId: readText(row, 'shortlink_id') };
}

export const NO_ENTITIES = '[]';

/** Removes what belongs to a person who is no user any more. */
const ofNobody = (table: string) => `DELETE FROM ${table} WHERE email_key = ?
    AND NOT EXISTS (SELECT 1 FROM ssp_user WHERE ssp_user.email_key = ${table}.email_key)`;

export const SSP_USER_SQL = {
  insert: `INSERT INTO ssp_user (merchant_id, id, email_key, body, entities, role)
    VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (merchant_id, email_key) DO NOTHING`,
  read: 'SELECT body, entities, role, email_key FROM ssp_user WHERE merchant_id = ? AND id = ?',
  list: `SELECT body, entities, role FROM ssp_user WHERE merchant_id = ? AND id > ?
    ORDER BY id LIMIT ?`,
  setEntities: 'UPDATE ssp_user SET entities = ? WHERE merchant_id = ? AND id = ?',
  setRole: 'UPDATE ssp_user SET role = ? WHERE merchant_id = ? AND id = ?',
  remove: `DELETE FROM ssp_user WHERE merchant_id = ? AND id = ? AND entities = '${NO_ENTITIES}'`,
  byEmail: `SELECT ssp_user.merchant_id, ssp_user.id, body, entities, role, merchant.name
    FROM ssp_user JOIN merchant ON merchant.id = ssp_user.merchant_id
    WHERE email_key = ? ORDER BY ssp_user.merchant_id LIMIT ?`,
  byEntity: 'SELECT id, name FROM merchant WHERE legal_entity = ? ORDER BY id LIMIT ?',
  factor: 'SELECT nonce, last_step FROM portal_factor WHERE email_key = ?',
  enrol: `INSERT INTO portal_factor (email_key, nonce, last_step, enrolled) VALUES (?, ?, ?, ?)
    ON CONFLICT (email_key) DO NOTHING`,
  addCode: 'INSERT INTO portal_recovery_code (email_key, code_hash) VALUES (?, ?)',
  // The one statement that decides which of two equal codes at the same time is accepted.
  takeStep: `UPDATE portal_factor SET last_step = ?
    WHERE email_key = ? AND nonce = ? AND last_step < ?`,
  useCode: 'DELETE FROM portal_recovery_code WHERE email_key = ? AND code_hash = ?',
  forgetCodes: 'DELETE FROM portal_recovery_code WHERE email_key = ?',
  forgetFactor: 'DELETE FROM portal_factor WHERE email_key = ?',
  forgetOldCodes: ofNobody('portal_recovery_code'),
  forgetOldFactor: ofNobody('portal_factor'),
};

/** How an address is stored and found. */
export const emailKeyOf = (email: string): string => email.trim().toLowerCase();

export function insertParameters(merchantId: string, user: SspUserOutput, role: PortalRole) {
  const { legal_entities: entities, ...body } = user;
  const texts = [JSON.stringify(body), JSON.stringify(entities)];
  return [merchantId, user.id, emailKeyOf(user.email), ...texts, role];
}

/** The stored user; `sspOutputOf` leaves out the role, which the API does not show. */
export function sspUserOf(row: Row): SspUser {
  return { ...sspOutputOf(row), role: roleOf(row) };
}

export function sspOutputOf(row: Row): SspUserOutput {
  const body: Omit<SspUserOutput, 'legal_entities'> = JSON.parse(readText(row, 'body'));
  return { ...body, legal_entities: entitiesOf(row) };
}

function entitiesOf(row: Row): string[] {
  return JSON.parse(readText(row, 'entities'));
}

/** The role with the fewest rights for any text that the service did not write. */
function roleOf(row: Row): PortalRole {
  const text = readText(row, 'role');
  return PORTAL_ROLES.find((role) => role === text) ?? 'bookkeeper';
}

/** A row of `byEmail`: the access that it gives by itself, and the companies that give more. */
export function ownAccessOf(row: Row): PortalAccess & { readonly entities: readonly string[] } {
  const userId = readText(row, 'id');
  const merchantId = readText(row, 'merchant_id');
  const { email, legal_entities: entities } = sspOutputOf(row);
  return { merchantId, name: readText(row, 'name'), email, userId, role: roleOf(row), entities };
}

/**
 * The merchants that a person may open: own ones first, and each merchant once. `byEntity` reads the
 * rows of the merchants of a company.
 */
export async function accessOf(
  rows: readonly Row[],
  limit: number,
  byEntity: (entity: string) => Promise<readonly Row[]>,
): Promise<readonly PortalAccess[]> {
  const found = new Map<string, PortalAccess>();
  const own = rows.map(ownAccessOf);
  for (const { entities: _, ...access } of own) found.set(access.merchantId, access);
  for (const { entities, ...giver } of own) {
    for (const entity of entities) {
      if (found.size >= limit) break;
      for (const row of await byEntity(entity)) {
        const access = { ...giver, merchantId: readText(row, 'id'), name: readText(row, 'name') };
        if (!found.has(access.merchantId)) found.set(access.merchantId, access);
      }
    }
  }
  return [...found.values()].slice(0, limit);
}

export function factorOf(row: Row | undefined): SecondFactor | null {
  if (row === undefined) return null;
  return { nonce: readText(row, 'nonce'), step: readInteger(row, 'last_step') };
}

/** A row of the table `pairing`, joined with the existence of its user. */
export function pairingOf(row: Row | undefined): StoredPairing | null {
  if (row === undefined) return null;
  return {
    merchantId: readText(row, 'merchant_id'),
    id: readText(row, 'id'),
    posId: readText(row, 'pos_id'),
    name: readText(row, 'name'),
    rights: rightsOf(readText(row, 'rights')),
    createdBy: readText(row, 'created_by'),
    created: readInteger(row, 'created'),
    expires: readInteger(row, 'expires'),
    paired: pairedOf(row),
    revoked: readIntegerOrNull(row, 'revoked'),
    userThere: readInteger(row, 'user_there') === 1,
  };
}

function pairedOf(row: Row): Paired | null {
  const at = readIntegerOrNull(row, 'redeemed');
  if (at === null) return null;
  return {
    at,
    userId: readText(row, 'user_id'),
    shortlinkId: readText(row, 'shortlink_id'),
    keyHash: readTextOrNull(row, 'key_hash'),
    device: readTextOrNull(row, 'device'),
    address: readText(row, 'address'),
  };
}

/** The narrower right for any text that the service did not write. */
function rightsOf(text: string): PairingRights {
  return text === 'refunds' ? 'refunds' : 'sales';
}

export const SELECT = `SELECT p.*, u.id IS NOT NULL AS user_there FROM pairing p
  LEFT JOIN api_user u ON u.merchant_id = p.merchant_id AND u.id = p.user_id`;

export const PAIRING_SQL = {
  insert: `INSERT INTO pairing
      (merchant_id, id, code_hash, pos_id, name, rights, created_by, created, expires)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (code_hash) DO NOTHING`,
  // The portal shows an expired code for a day; after that it is removed.
  forget: `DELETE FROM pairing WHERE merchant_id = ? AND redeemed IS NULL AND created < ?`,
  waiting: `SELECT count(*) AS number FROM pairing
    WHERE merchant_id = ? AND redeemed IS NULL AND revoked IS NULL AND expires > ?`,
  userAtPos: `SELECT p.user_id FROM pairing p
    JOIN api_user u ON u.merchant_id = p.merchant_id AND u.id = p.user_id
    WHERE p.merchant_id = ? AND p.pos_id = ? AND p.revoked IS NULL LIMIT 1`,
  userOfShortlink: 'SELECT user_id FROM pairing WHERE merchant_id = ? AND shortlink_id = ? LIMIT 1',
  keyHashes: `SELECT key_hash FROM pairing
    WHERE merchant_id = ? AND pos_id = ? AND key_hash IS NOT NULL`,
  byCode: `${SELECT} WHERE p.code_hash = ?`,
  read: `${SELECT} WHERE p.merchant_id = ? AND p.id = ?`,
  list: `${SELECT} WHERE p.merchant_id = ? ORDER BY p.created DESC, p.id LIMIT ?`,
  // The one statement that decides which till gets the code.
  claim: `UPDATE pairing SET redeemed = ?, user_id = ?, shortlink_id = ?, key_hash = ?, device = ?,
      address = ?
    WHERE merchant_id = ? AND id = ? AND redeemed IS NULL AND revoked IS NULL AND expires > ?`,
  addUser: `INSERT INTO api_user
      (merchant_id, id, label, netmask, secret_hash, public_key, version, till)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  addPos: `INSERT INTO pos (merchant_id, id, body) VALUES (?, ?, ?)
    ON CONFLICT (merchant_id, id) DO NOTHING`,
  addShortlink: `INSERT INTO shortlink
      (id, merchant_id, serial_number, callback_uri, label, is_active, created, seqno)
    VALUES (?, ?, NULL, ?, ?, 1, ?, 0)`,
  linkTaken: 'SELECT 1 FROM shortlink WHERE id = ?',
  userTaken: 'SELECT 1 FROM api_user WHERE merchant_id = ? AND id = ?',
  revoke: `UPDATE pairing SET revoked = ?, code_hash = NULL
    WHERE merchant_id = ? AND id = ? AND revoked IS NULL`,
  removeUser: 'DELETE FROM api_user WHERE merchant_id = ? AND id = ? AND till IS NOT NULL',
  closeShortlink: 'UPDATE shortlink SET is_active = 0 WHERE merchant_id = ? AND id = ?',
};
