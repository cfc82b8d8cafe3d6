import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { StoredToken } from '../effects.ts';
import type { CodeGrant, OauthStore } from '../oauth-store.ts';
import { ScanTaken } from '../shortlink-store.ts';
import { oauthCalls } from '../sql/oauth-calls.ts';
import { OAUTH_SQL, TOKEN_INSERT } from '../sql/permission-tables.ts';
import { readInteger, readText } from '../sql/rows.ts';
import { SCAN_SQL, scanUseParameters } from '../sql/shortlink-tables.ts';
import { SERVICE } from '../store.ts';
import { prepareAll } from './database.ts';
import type { EffectWriter, GrantWriter } from './effect-writer.ts';
import type { GroupCommit } from './group-commit.ts';
import { namedStatements } from './named-statements.ts';

type Statements = Readonly<Record<keyof typeof OAUTH_SQL, StatementSync>>;

type OauthStoreDeps = {
  readonly database: DatabaseSync;
  readonly commits: GroupCommit;
  readonly effects: EffectWriter;
};

export function createOauthStore({ database, commits, effects }: OauthStoreDeps): OauthStore {
  const sql = prepareAll(database, OAUTH_SQL);
  return {
    ...oauthCalls(namedStatements(sql, commits)),
    ...createCodes(sql, commits, effects),
    removeClient: (merchantId, id) =>
      commits.write(merchantId, () => {
        if (sql.removeClient.run(merchantId, id).changes !== 1) return false;
        sql.revokeClient.run(id);
        return true;
      }),
    countTry: (merchantId, id) =>
      commits.write(merchantId, () => {
        const row = sql.countTry.get(id);
        return row === undefined ? Number.MAX_SAFE_INTEGER : readInteger(row, 'tries');
      }),
    rotate: (merchantId, hash, now, next) =>
      commits.write(merchantId, () => {
        if (sql.use.run(hash, now).changes === 1) {
          for (const token of next) insertToken(sql.insertToken, token);
          return 'rotated';
        }
        const row = sql.any.get(hash, 'refresh');
        if (row === undefined || readInteger(row, 'revoked') === 0) return 'none';
        sql.revoke.run(readText(row, 'grant_id'));
        return 'used';
      }),
    async revoke(grantId) {
      await commits.write(SERVICE, () => sql.revoke.run(grantId));
    },
    async sweep(now) {
      await commits.write(SERVICE, () => {
        sql.sweepRequests.run(now);
        sql.sweepCodes.run(now);
        sql.sweepTokens.run(now);
      });
    },
  };
}

function createCodes(
  sql: Statements,
  commits: GroupCommit,
  writer: EffectWriter,
): Pick<OauthStore, 'takeCode'> {
  return {
    takeCode: (merchantId, hash, now, gives) =>
      commits.write(merchantId, () => {
        const taken = sql.takeCode.run(hash, now).changes === 1;
        const row = sql.code.get(hash);
        if (row === undefined) return { kind: 'none' };
        const grant: CodeGrant = JSON.parse(readText(row, 'body'));
        if (taken) {
          const effects = gives(grant);
          if (effects !== null) writer.append(grant.merchantId, now, grant.grantId, effects);
          return { kind: 'grant', grant };
        }
        if (readInteger(row, 'used') === 0) return { kind: 'none' };
        sql.revoke.run(grant.grantId);
        return { kind: 'used' };
      }),
  };
}

/** Writes the use of scans, and tokens, in the commit of their payment or permission. */
export function createGrantWriter(database: DatabaseSync): GrantWriter {
  const sql = prepareAll(database, {
    hold: SCAN_SQL.hold,
    name: SCAN_SQL.name,
    spend: SCAN_SQL.spend,
    insert: TOKEN_INSERT,
  });
  return {
    append(merchantId, by, { scans, tokens }) {
      for (const scan of scans) {
        const { changes } = sql[scan.kind].run(...scanUseParameters(scan, merchantId, by));
        // The error rolls back the whole write: of two requests only one gets the scan.
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
