import type { OauthStore } from '../oauth-store.ts';
import { customerOwner } from '../store.ts';
import type { NamedStatements } from './named-statements.ts';
import {
  clientChange,
  clientOf,
  type OAUTH_SQL,
  requestOf,
  type TOKEN_SQL,
  tokenOf,
} from './permission-tables.ts';

type Several = 'removeClient' | 'countTry' | 'takeCode' | 'rotate' | 'revoke' | 'sweep';

/** The part of the store of OAuth that is the same on both databases. */
export function oauthCalls(
  sql: NamedStatements<keyof typeof OAUTH_SQL | keyof typeof TOKEN_SQL>,
): Omit<OauthStore, Several> {
  return {
    async client(id) {
      const row = await sql.get('client', id);
      return row === undefined ? null : clientOf(row);
    },
    async putClient({ id, merchantId, name, secretHash, redirectUris, version }) {
      const row = [id, merchantId, name, secretHash, JSON.stringify(redirectUris), version];
      await sql.run(merchantId, 'putClient', ...row);
    },
    async clientsOf(merchantId, limit) {
      return (await sql.all('clientsOf', merchantId, limit)).map(clientOf);
    },
    async changeClient(next) {
      return (await sql.run(next.merchantId, 'changeClient', ...clientChange(next))) === 1;
    },
    async putRequest({ id, authorisation, customerId, loginHash, expires }) {
      const body = JSON.stringify(authorisation);
      const row = [id, body, customerId, loginHash, expires];
      await sql.run(authorisation.merchantId, 'putRequest', ...row);
    },
    async request(id, now) {
      const row = await sql.get('request', id, now);
      return row === undefined ? null : requestOf(row);
    },
    async bindRequest(id, customerId) {
      const bound = [customerId, id, customerId];
      return (await sql.run(customerOwner(customerId), 'bind', ...bound)) === 1;
    },
    async answerRequest(merchantId, id) {
      return (await sql.run(merchantId, 'answer', id)) === 1;
    },
    async putCode(hash, grant, expires, keepUntil) {
      await sql.run(grant.merchantId, 'putCode', hash, JSON.stringify(grant), expires, keepUntil);
    },
    async token(hash, kind, now) {
      const row = await sql.get('token', hash, kind, now);
      return row === undefined ? null : tokenOf(row);
    },
  };
}
