import { permissionDueAt } from '../../permissions/rules/decide.ts';
import type { Permission } from '../../permissions/rules/permission.ts';
import type { StoredToken } from '../effects.ts';
import type { OauthClient, OauthRequest } from '../oauth-store.ts';
import { notRefused } from './customer-tables.ts';
import { type Row, readInteger, readText, readTextOrNull } from './rows.ts';

export const PERMISSION_SQL = {
  insert: `INSERT INTO permission_request (rid, merchant_id, pos_id, pos_tid, code, version, created,
    modified, due_at, customer_id, request, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (merchant_id, pos_id, pos_tid) DO NOTHING`,
  byRid: 'SELECT request, state FROM permission_request WHERE rid = ? AND merchant_id = ?',
  byRidAlone: 'SELECT request, state FROM permission_request WHERE rid = ?',
  byPosTid: `SELECT request, state FROM permission_request
    WHERE merchant_id = ? AND pos_id = ? AND pos_tid = ?`,
  ofCustomer: `SELECT request, state FROM permission_request WHERE customer_id = ?
    ORDER BY created DESC LIMIT ?`,
  save: `UPDATE permission_request SET code = ?, version = ?, modified = ?, due_at = ?, state = ?
    WHERE rid = ? AND merchant_id = ? AND version = ?`,
  due: `SELECT merchant_id, rid FROM permission_request WHERE due_at IS NOT NULL AND due_at <= ?
    ORDER BY due_at LIMIT ?`,
  ahead: `SELECT merchant_id, rid, due_at FROM permission_request
    WHERE due_at IS NOT NULL AND (due_at, rid) > (?, ?) AND created > ?
    ORDER BY due_at, rid LIMIT ?`,
  nextDue: `SELECT due_at FROM permission_request WHERE due_at IS NOT NULL
    ORDER BY due_at LIMIT 1`,
};

export function parameters(permission: Permission): (string | number | null)[] {
  const { request } = permission;
  return [
    permission.rid,
    permission.merchantId,
    request.pos_id,
    request.pos_tid,
    permission.code,
    permission.version,
    permission.created,
    permission.modified,
    permissionDueAt(permission),
    permission.customerId,
    JSON.stringify(request),
    stateOf(permission),
  ];
}

export function stateOf(permission: Permission): string {
  const { request: _request, ...state } = permission;
  return JSON.stringify(state);
}

/** The service wrote the stored text itself. */
export function permissionOf(row: Row): Permission {
  const request: Permission['request'] = JSON.parse(readText(row, 'request'));
  const state: Omit<Permission, 'request'> = JSON.parse(readText(row, 'state'));
  return { ...state, request };
}

export const TOKEN_INSERT = `INSERT INTO oauth_token (hash, kind, grant_id, client_id, merchant_id,
  customer_id, scope, issued, expires, revoked) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`;

export const TOKEN_COLUMNS = `hash, kind, grant_id, client_id, merchant_id, customer_id, scope, issued,
  expires, revoked`;

export const TOKEN_SQL = {
  token: `SELECT ${TOKEN_COLUMNS} FROM oauth_token
    WHERE hash = ? AND kind = ? AND expires > ? AND revoked = 0 AND ${notRefused('oauth_token')}`,
  any: `SELECT ${TOKEN_COLUMNS} FROM oauth_token WHERE hash = ? AND kind = ?`,
  // Of two uses of a refresh token only one finds it valid.
  use: `UPDATE oauth_token SET revoked = 1
    WHERE hash = ? AND kind = 'refresh' AND revoked = 0 AND expires > ?
      AND ${notRefused('oauth_token')}`,
  revoke: 'UPDATE oauth_token SET revoked = 1 WHERE grant_id = ?',
  sweepTokens: 'DELETE FROM oauth_token WHERE expires <= ?',
};

export const OAUTH_SQL = {
  ...TOKEN_SQL,
  insertToken: TOKEN_INSERT,
  client: `SELECT id, merchant_id, name, secret_hash, redirect_uris, version
    FROM oauth_client WHERE id = ?`,
  putClient: `INSERT INTO oauth_client (id, merchant_id, name, secret_hash, redirect_uris, version)
    VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name,
      secret_hash = excluded.secret_hash, redirect_uris = excluded.redirect_uris,
      version = excluded.version`,
  clientsOf: `SELECT id, merchant_id, name, secret_hash, redirect_uris, version FROM oauth_client
    WHERE merchant_id = ? ORDER BY id LIMIT ?`,
  changeClient: `UPDATE oauth_client SET name = ?, secret_hash = ?, redirect_uris = ?, version = ?
    WHERE merchant_id = ? AND id = ? AND version = ?`,
  removeClient: 'DELETE FROM oauth_client WHERE merchant_id = ? AND id = ?',
  revokeClient: 'UPDATE oauth_token SET revoked = 1 WHERE client_id = ?',
  putRequest: `INSERT INTO oauth_request (id, body, customer_id, login_hash, tries, answered,
    expires) VALUES (?, ?, ?, ?, 0, 0, ?)`,
  request: `SELECT id, body, customer_id, login_hash, tries, answered, expires
    FROM oauth_request WHERE id = ? AND expires > ?`,
  bind: `UPDATE oauth_request SET customer_id = ?
    WHERE id = ? AND answered = 0 AND (customer_id IS NULL OR customer_id = ?)`,
  countTry: 'UPDATE oauth_request SET tries = tries + 1 WHERE id = ? RETURNING tries',
  answer: 'UPDATE oauth_request SET answered = 1 WHERE id = ? AND answered = 0',
  putCode: `INSERT INTO oauth_code (hash, body, used, expires, keep_until)
    VALUES (?, ?, 0, ?, ?)`,
  takeCode: 'UPDATE oauth_code SET used = 1 WHERE hash = ? AND used = 0 AND expires > ?',
  code: 'SELECT body, used FROM oauth_code WHERE hash = ?',
  sweepRequests: 'DELETE FROM oauth_request WHERE expires <= ?',
  sweepCodes: 'DELETE FROM oauth_code WHERE keep_until <= ?',
};

export function clientOf(row: Row): OauthClient {
  const redirectUris: string[] = JSON.parse(readText(row, 'redirect_uris'));
  return {
    id: readText(row, 'id'),
    merchantId: readText(row, 'merchant_id'),
    name: readText(row, 'name'),
    secretHash: readTextOrNull(row, 'secret_hash'),
    redirectUris,
    version: readInteger(row, 'version'),
  };
}

export function clientChange(next: OauthClient): (string | number | null)[] {
  const { id, merchantId, name, secretHash, redirectUris, version } = next;
  const uris = JSON.stringify(redirectUris);
  return [name, secretHash, uris, version, merchantId, id, version - 1];
}

export function requestOf(row: Row): OauthRequest {
  const authorisation: OauthRequest['authorisation'] = JSON.parse(readText(row, 'body'));
  return {
    id: readText(row, 'id'),
    authorisation,
    customerId: readTextOrNull(row, 'customer_id'),
    loginHash: readTextOrNull(row, 'login_hash'),
    tries: readInteger(row, 'tries'),
    answered: readInteger(row, 'answered') === 1,
    expires: readInteger(row, 'expires'),
  };
}

export function tokenOf(row: Row): StoredToken {
  return {
    hash: readText(row, 'hash'),
    kind: readText(row, 'kind') === 'access' ? 'access' : 'refresh',
    grantId: readText(row, 'grant_id'),
    clientId: readText(row, 'client_id'),
    merchantId: readText(row, 'merchant_id'),
    customerId: readText(row, 'customer_id'),
    scope: readText(row, 'scope'),
    issued: readInteger(row, 'issued'),
    expires: readInteger(row, 'expires'),
  };
}
