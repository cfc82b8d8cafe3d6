import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { StoredToken } from '../effects.ts';
import { ScanTaken } from '../shortlink-store.ts';
import { TOKEN_INSERT } from '../sql/grants.ts';
import { SCAN_SQL, scanUseParameters } from '../sql/scans.ts';
import type { GrantWriter } from './effect-writer.ts';
import { prepareAll } from './statements.ts';

/** Writes the use of scans, and tokens, in the commit of the payment or permission they belong to. */
export function createGrantWriter(database: DatabaseSync): GrantWriter {
  const sql = prepareAll(database, {
    ...{ hold: SCAN_SQL.hold, name: SCAN_SQL.name, spend: SCAN_SQL.spend },
    insert: TOKEN_INSERT,
  });
  return {
    append(merchantId, by, { scans, tokens }) {
      for (const scan of scans) {
        const { changes } = sql[scan.kind].run(...scanUseParameters(scan, merchantId, by));
        // The error undoes the write it stands in: of two requests only one gets the scan.
        if (changes !== 1 && scan.kind === 'hold') throw new ScanTaken();
      }
      for (const token of tokens) insertToken(sql.insert, token);
    },
  };
}

export function insertToken(statement: StatementSync, token: StoredToken): void {
  const { hash, kind, grantId, clientId, merchantId, customerId, scope, issued, expires } = token;
  statement.run(hash, kind, grantId, clientId, merchantId, customerId, scope, issued, expires);
}
