import type { StoredToken } from '../effects.ts';
import { type Row, readInteger, readText } from './rows.ts';

export const COLUMNS = `hash, kind, grant_id, client_id, merchant_id, customer_id, scope, issued, expires,
  revoked`;

export const TOKEN_SQL = {
  token: `SELECT ${COLUMNS} FROM oauth_token
    WHERE hash = ? AND kind = ? AND expires > ? AND revoked = 0`,
  any: `SELECT ${COLUMNS} FROM oauth_token WHERE hash = ? AND kind = ?`,
  // Of two uses of a refresh token only one finds it good.
  use: `UPDATE oauth_token SET revoked = 1
    WHERE hash = ? AND kind = 'refresh' AND revoked = 0 AND expires > ?`,
  revoke: 'UPDATE oauth_token SET revoked = 1 WHERE grant_id = ?',
  sweepTokens: 'DELETE FROM oauth_token WHERE expires <= ?',
};

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
