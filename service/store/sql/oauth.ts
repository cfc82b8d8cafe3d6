import type { OauthClient, OauthRequest } from '../oauth-store.ts';
import { TOKEN_INSERT } from './grants.ts';
import { TOKEN_SQL } from './oauth-tokens.ts';
import { type Row, readInteger, readText, readTextOrNull } from './rows.ts';

export const OAUTH_SQL = {
  ...TOKEN_SQL,
  insertToken: TOKEN_INSERT,
  client: `SELECT id, merchant_id, name, secret_hash, redirect_uris, version
    FROM oauth_client WHERE id = ?`,
  putClient: `INSERT INTO oauth_client (id, merchant_id, name, secret_hash, redirect_uris, version)
    VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name,
      secret_hash = excluded.secret_hash, redirect_uris = excluded.redirect_uris,
      version = excluded.version`,
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

export function requestOf(row: Row): OauthRequest {
  const asked: OauthRequest['asked'] = JSON.parse(readText(row, 'body'));
  return {
    id: readText(row, 'id'),
    asked,
    customerId: readTextOrNull(row, 'customer_id'),
    loginHash: readTextOrNull(row, 'login_hash'),
    tries: readInteger(row, 'tries'),
    answered: readInteger(row, 'answered') === 1,
    expires: readInteger(row, 'expires'),
  };
}
