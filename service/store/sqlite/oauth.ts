import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CodeGrant, OauthClient, OauthRequest, OauthStore } from '../oauth-store.ts';
import type { EffectWriter } from './effect-writer.ts';
import { insertToken, TOKEN_INSERT } from './grants.ts';
import type { GroupCommit } from './group-commit.ts';
import { createTokenReads, TOKEN_SQL } from './oauth-tokens.ts';
import { type Row, readInteger, readText, readTextOrNull } from './rows.ts';
import { prepareAll } from './statements.ts';

const SQL = {
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

type Statements = Readonly<Record<keyof typeof SQL, StatementSync>>;

export function createOauthStore(
  database: DatabaseSync,
  commits: GroupCommit,
  effects: EffectWriter,
): OauthStore {
  const sql = prepareAll(database, SQL);
  return {
    ...createClients(sql, commits),
    ...createRequests(sql, commits),
    ...createCodes(sql, commits, effects),
    ...createTokenReads(sql),
    rotate: (hash, now, next) =>
      commits.write(() => {
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
      await commits.write(() => sql.revoke.run(grantId));
    },
    async sweep(now) {
      await commits.write(() => {
        sql.sweepRequests.run(now);
        sql.sweepCodes.run(now);
        sql.sweepTokens.run(now);
      });
    },
  };
}

function createClients(
  sql: Statements,
  commits: GroupCommit,
): Pick<OauthStore, 'client' | 'putClient'> {
  return {
    async client(id) {
      const row = sql.client.get(id);
      return row === undefined ? null : clientOf(row);
    },
    async putClient({ id, merchantId, name, secretHash, redirectUris, version }) {
      const uris = JSON.stringify(redirectUris);
      await commits.write(() => sql.putClient.run(id, merchantId, name, secretHash, uris, version));
    },
  };
}

type Requests = Pick<
  OauthStore,
  'putRequest' | 'request' | 'bindRequest' | 'countTry' | 'answerRequest'
>;

function createRequests(sql: Statements, commits: GroupCommit): Requests {
  return {
    async putRequest({ id, asked, customerId, loginHash, expires }) {
      const body = JSON.stringify(asked);
      await commits.write(() => sql.putRequest.run(id, body, customerId, loginHash, expires));
    },
    async request(id, now) {
      const row = sql.request.get(id, now);
      return row === undefined ? null : requestOf(row);
    },
    bindRequest: (id, customerId) =>
      commits.write(() => sql.bind.run(customerId, id, customerId).changes === 1),
    countTry: (id) =>
      commits.write(() => {
        const row = sql.countTry.get(id);
        return row === undefined ? Number.MAX_SAFE_INTEGER : readInteger(row, 'tries');
      }),
    answerRequest: (id) => commits.write(() => sql.answer.run(id).changes === 1),
  };
}

function createCodes(
  sql: Statements,
  commits: GroupCommit,
  writer: EffectWriter,
): Pick<OauthStore, 'putCode' | 'takeCode'> {
  return {
    async putCode(hash, grant, expires, keepUntil) {
      await commits.write(() => sql.putCode.run(hash, JSON.stringify(grant), expires, keepUntil));
    },
    takeCode: (hash, now, gives) =>
      commits.write(() => {
        const taken = sql.takeCode.run(hash, now).changes === 1;
        const row = sql.code.get(hash);
        if (row === undefined) return { kind: 'none' };
        const grant: CodeGrant = JSON.parse(readText(row, 'body'));
        if (taken) {
          const given = gives(grant);
          if (given !== null) writer.append(grant.merchantId, now, grant.grantId, given);
          return { kind: 'grant', grant };
        }
        if (readInteger(row, 'used') === 0) return { kind: 'none' };
        sql.revoke.run(grant.grantId);
        return { kind: 'used' };
      }),
  };
}

function clientOf(row: Row): OauthClient {
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

function requestOf(row: Row): OauthRequest {
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
