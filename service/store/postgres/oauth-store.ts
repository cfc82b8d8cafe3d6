import type { CodeGrant, OauthStore } from '../oauth-store.ts';
import {
  clientChange,
  clientOf,
  OAUTH_SQL,
  requestOf,
  TOKEN_SQL,
  tokenOf,
} from '../sql/permission-tables.ts';
import { readInteger, readText } from '../sql/rows.ts';
import { customerOwner, SERVICE } from '../store.ts';
import type { Commits } from './commits.ts';
import type { PostgresDatabase } from './database.ts';
import { writeTokens } from './outbox.ts';
import { statements } from './statements.ts';
import type { Transaction } from './transaction.ts';

const SQL = statements({ ...TOKEN_SQL, ...OAUTH_SQL });

export function createOauthStore(database: PostgresDatabase, commits: Commits): OauthStore {
  return {
    ...createClients(database),
    ...createRequests(database),
    ...createCodes(database, commits),
    async token(hash, kind, now) {
      const row = await database.get(SQL.token, hash, kind, now);
      return row === undefined ? null : tokenOf(row);
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

type Clients = Pick<
  OauthStore,
  'client' | 'putClient' | 'clientsOf' | 'changeClient' | 'removeClient'
>;

function createClients(database: PostgresDatabase): Clients {
  return {
    async client(id) {
      const row = await database.get(SQL.client, id);
      return row === undefined ? null : clientOf(row);
    },
    async putClient({ id, merchantId, name, secretHash, redirectUris, version }) {
      const uris = JSON.stringify(redirectUris);
      await database
        .writesOf(merchantId)
        .run(SQL.putClient, id, merchantId, name, secretHash, uris, version);
    },
    async clientsOf(merchantId, limit) {
      return (await database.all(SQL.clientsOf, merchantId, limit)).map(clientOf);
    },
    async changeClient(next) {
      const writes = database.writesOf(next.merchantId);
      return (await writes.run(SQL.changeClient, ...clientChange(next))) === 1;
    },
    removeClient: (merchantId, id) =>
      database.writesOf(merchantId).transaction(async (transaction) => {
        if ((await transaction.run(SQL.removeClient, merchantId, id)) !== 1) return false;
        transaction.send(SQL.revokeClient, id);
        return true;
      }),
  };
}

type Requests = Pick<
  OauthStore,
  'putRequest' | 'request' | 'bindRequest' | 'countTry' | 'answerRequest'
>;

function createRequests(database: PostgresDatabase): Requests {
  return {
    async putRequest({ id, authorisation, customerId, loginHash, expires }) {
      const body = JSON.stringify(authorisation);
      await database
        .writesOf(authorisation.merchantId)
        .run(SQL.putRequest, id, body, customerId, loginHash, expires);
    },
    async request(id, now) {
      const row = await database.get(SQL.request, id, now);
      return row === undefined ? null : requestOf(row);
    },
    async bindRequest(id, customerId) {
      return (
        (await database
          .writesOf(customerOwner(customerId))
          .run(SQL.bind, customerId, id, customerId)) === 1
      );
    },
    async countTry(merchantId, id) {
      const [row] = (await database.writesOf(merchantId).write(SQL.countTry, id)).rows;
      return row === undefined ? Number.MAX_SAFE_INTEGER : readInteger(row, 'tries');
    },
    async answerRequest(merchantId, id) {
      return (await database.writesOf(merchantId).run(SQL.answer, id)) === 1;
    },
  };
}

type Codes = Pick<OauthStore, 'putCode' | 'takeCode'>;

function createCodes(database: PostgresDatabase, commits: Commits): Codes {
  return {
    async putCode(hash, grant, expires, keepUntil) {
      await database
        .writesOf(grant.merchantId)
        .run(SQL.putCode, hash, JSON.stringify(grant), expires, keepUntil);
    },
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
