export const TOKEN_INSERT = `INSERT INTO oauth_token (hash, kind, grant_id, client_id, merchant_id,
  customer_id, scope, issued, expires, revoked) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`;
