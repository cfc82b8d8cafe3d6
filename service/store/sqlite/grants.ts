import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { StoredToken } from '../oauth-store.ts';
import { ScanTaken } from '../shortlink-store.ts';
import { TOKEN_INSERT } from '../sql/grants.ts';
import { SCAN_SQL } from '../sql/scans.ts';
import type { GrantWriter } from './effect-writer.ts';
import { prepareAll } from './statements.ts';

/** Uses scans up and writes tokens in the commit of the payment or permission they belong to. */
export function createGrantWriter(database: DatabaseSync): GrantWriter {
  const sql = prepareAll(database, { consume: SCAN_SQL.consume, insert: TOKEN_INSERT });
  return {
    append(merchantId, by, { scans, tokens }) {
      for (const scan of scans) {
        const used = sql.consume.run(by, scan.token, merchantId).changes === 1;
        // The error undoes the write it stands in: of two requests only one gets the scan.
        if (!used && scan.exclusive) throw new ScanTaken();
      }
      for (const token of tokens) insertToken(sql.insert, token);
    },
  };
}

export function insertToken(statement: StatementSync, token: StoredToken): void {
  const { hash, kind, grantId, clientId, merchantId, customerId, scope, issued, expires } = token;
  statement.run(hash, kind, grantId, clientId, merchantId, customerId, scope, issued, expires);
}
