import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { StoredToken } from '../effects.ts';
import type { CodeGrant, OauthStore } from '../oauth-store.ts';
import { ScanTaken } from '../shortlink-store.ts';
import {
  clientChange,
  clientOf,
  OAUTH_SQL,
  requestOf,
  TOKEN_INSERT,
  type TOKEN_SQL,
  tokenOf,
} from '../sql/permission-tables.ts';
import { readInteger, readText } from '../sql/rows.ts';
import { SCAN_SQL, scanUseParameters } from '../sql/shortlink-tables.ts';
import { customerOwner, SERVICE } from '../store.ts';
import { prepareAll } from './database.ts';
import type { EffectWriter, GrantWriter } from './effect-writer.ts';
import type { GroupCommit } from './group-commit.ts';

type Statements = Readonly<Record<keyof typeof OAUTH_SQL, StatementSync>>;

type OauthStoreDeps = {
  readonly database: DatabaseSync;
  readonly commits: GroupCommit;
  readonly effects: EffectWriter;
};

export function createOauthStore({ database, commits, effects }: OauthStoreDeps): OauthStore {
  const sql = prepareAll(database, OAUTH_SQL);
  return {
    ...createClients(sql, commits),
    ...createRequests(sql, commits),
    ...createCodes(sql, commits, effects),
    ...createTokenReads(sql),
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

type Clients = Pick<
  OauthStore,
  'client' | 'putClient' | 'clientsOf' | 'changeClient' | 'removeClient'
>;

function createClients(sql: Statements, commits: GroupCommit): Clients {
  return {
    async client(id) {
      const row = sql.client.get(id);
      return row === undefined ? null : clientOf(row);
    },
    async putClient({ id, merchantId, name, secretHash, redirectUris, version }) {
      const uris = JSON.stringify(redirectUris);
      await commits.write(merchantId, () =>
        sql.putClient.run(id, merchantId, name, secretHash, uris, version),
      );
    },
    async clientsOf(merchantId, limit) {
      return sql.clientsOf.all(merchantId, limit).map(clientOf);
    },
    changeClient: (next) =>
      commits.write(
        next.merchantId,
        () => sql.changeClient.run(...clientChange(next)).changes === 1,
      ),
    removeClient: (merchantId, id) =>
      commits.write(merchantId, () => {
        if (sql.removeClient.run(merchantId, id).changes !== 1) return false;
        sql.revokeClient.run(id);
        return true;
      }),
  };
}

type Requests = Pick<
  OauthStore,
  'putRequest' | 'request' | 'bindRequest' | 'countTry' | 'answerRequest'
>;

function createRequests(sql: Statements, commits: GroupCommit): Requests {
  return {
    async putRequest({ id, authorisation, customerId, loginHash, expires }) {
      const body = JSON.stringify(authorisation);
      await commits.write(authorisation.merchantId, () =>
        sql.putRequest.run(id, body, customerId, loginHash, expires),
      );
    },
    async request(id, now) {
      const row = sql.request.get(id, now);
      return row === undefined ? null : requestOf(row);
    },
    bindRequest: (id, customerId) =>
      commits.write(
        customerOwner(customerId),
        () => sql.bind.run(customerId, id, customerId).changes === 1,
      ),
    countTry: (merchantId, id) =>
      commits.write(merchantId, () => {
        const row = sql.countTry.get(id);
        return row === undefined ? Number.MAX_SAFE_INTEGER : readInteger(row, 'tries');
      }),
    answerRequest: (merchantId, id) =>
      commits.write(merchantId, () => sql.answer.run(id).changes === 1),
  };
}

function createCodes(
  sql: Statements,
  commits: GroupCommit,
  writer: EffectWriter,
): Pick<OauthStore, 'putCode' | 'takeCode'> {
  return {
    async putCode(hash, grant, expires, keepUntil) {
      await commits.write(grant.merchantId, () =>
        sql.putCode.run(hash, JSON.stringify(grant), expires, keepUntil),
      );
    },
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

export function createTokenReads(
  sql: Readonly<Record<keyof typeof TOKEN_SQL, StatementSync>>,
): Pick<OauthStore, 'token'> {
  return {
    async token(hash, kind, now) {
      const row = sql.token.get(hash, kind, now);
      return row === undefined ? null : tokenOf(row);
    },
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
