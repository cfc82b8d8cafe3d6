import type { CodeGrant, OauthStore } from '../oauth-store.ts';
import { oauthCalls } from '../sql/oauth-calls.ts';
import { OAUTH_SQL, TOKEN_SQL } from '../sql/permission-tables.ts';
import { readInteger, readText } from '../sql/rows.ts';
import { SERVICE } from '../store.ts';
import type { Commits } from './commits.ts';
import type { PostgresDatabase } from './database.ts';
import { namedStatements } from './named-statements.ts';
import { writeTokens } from './outbox.ts';
import { statements } from './statements.ts';
import type { Transaction } from './transaction.ts';

const SQL = statements({ ...TOKEN_SQL, ...OAUTH_SQL });

export function createOauthStore(database: PostgresDatabase, commits: Commits): OauthStore {
  return {
    ...oauthCalls(namedStatements(database, SQL)),
    ...createCodes(database, commits),
    removeClient: (merchantId, id) =>
      database.writesOf(merchantId).transaction(async (transaction) => {
        if ((await transaction.run(SQL.removeClient, merchantId, id)) !== 1) return false;
        transaction.send(SQL.revokeClient, id);
        return true;
      }),
    async countTry(merchantId, id) {
      const [row] = (await database.writesOf(merchantId).write(SQL.countTry, id)).rows;
      return row === undefined ? Number.MAX_SAFE_INTEGER : readInteger(row, 'tries');
    },
    rotate: (merchantId, hash, now, next) =>
      database.writesOf(merchantId).transaction(async (transaction) => {
        if ((await transaction.run(SQL.use, hash, now)) === 1) {
          writeTokens(transaction, next);
          return 'rotated';
        }
        const row = await transaction.get(SQL.any, hash, 'refresh');
        if (row === undefined || readInteger(row, 'revoked') === 0) return 'none';
        revoke(transaction, readText(row, 'grant_id'));
        return 'used';
      }),
    revoke: (grantId) =>
      database.writesOf(SERVICE).transaction(async (transaction) => revoke(transaction, grantId)),
    async sweep(now) {
      const service = database.writesOf(SERVICE);
      await Promise.all([
        service.run(SQL.sweepRequests, now),
        service.run(SQL.sweepCodes, now),
        service.run(SQL.sweepTokens, now),
      ]);
    },
  };
}

/**
 * Revokes every token of a grant. The first statement waits for concurrent exchanges of these
 * tokens and blocks new ones; the second one finds the rows that those have written.
 */
function revoke(transaction: Transaction, grantId: string): void {
  transaction.send(SQL.revoke, grantId);
  transaction.send(SQL.revoke, grantId);
}

function createCodes(database: PostgresDatabase, commits: Commits): Pick<OauthStore, 'takeCode'> {
  return {
    takeCode: (merchantId, hash, now, gives) =>
      database.writesOf(merchantId).transaction(async (transaction) => {
        const taken = (await transaction.run(SQL.takeCode, hash, now)) === 1;
        const row = await transaction.get(SQL.code, hash);
        if (row === undefined) return { kind: 'none' };
        const grant: CodeGrant = JSON.parse(readText(row, 'body'));
        if (taken) {
          const effects = gives(grant);
          const { merchantId } = grant;
          if (effects !== null) commits.append(transaction, [{ merchantId, at: now, effects }]);
          return { kind: 'grant', grant };
        }
        if (readInteger(row, 'used') === 0) return { kind: 'none' };
        revoke(transaction, grant.grantId);
        return { kind: 'used' };
      }),
  };
}
