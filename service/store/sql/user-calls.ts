import type { PairingStore } from '../pairing-store.ts';
import { personOwner, SERVICE, type SspUserStore, type UserStore } from '../store.ts';
import type { NamedReads, NamedStatements } from './named-statements.ts';
import { readText } from './rows.ts';
import {
  accessOf,
  emailKeyOf,
  factorOf,
  insertParameters,
  type PAIRING_SQL,
  pairingOf,
  type SSP_USER_SQL,
  sspOutputOf,
  sspUserOf,
  type USER_SQL,
  userOf,
} from './user-tables.ts';

/** A sign-out uses a session's id up as a write uses its signature up. No user has this id, with its blank. */
const SESSIONS = 'portal session';

/** The part of the store of API users that is the same on both databases. */
export function userCalls(
  sql: NamedStatements<keyof typeof USER_SQL>,
): Pick<
  UserStore,
  'list' | 'putInvitation' | 'invited' | 'useSignature' | 'endSession' | 'hasEnded'
> {
  return {
    async list(merchantId, after, limit) {
      return (await sql.all('list', merchantId, after ?? '', limit)).map(userOf);
    },
    async putInvitation(merchantId, tokenHash, expires) {
      await sql.run(merchantId, 'putInvitation', merchantId, tokenHash, expires);
    },
    async invited(merchantId, tokenHash, now) {
      return (await sql.get('invited', merchantId, tokenHash, now)) !== undefined;
    },
    async useSignature(merchantId, userId, hash, now, expires) {
      return (await sql.run(merchantId, 'use', merchantId, userId, hash, expires, now)) === 1;
    },
    async endSession(id, now, expires) {
      await sql.run(SERVICE, 'use', SERVICE, SESSIONS, id, expires, now);
    },
    async hasEnded(id) {
      return (await sql.get('isUsed', SERVICE, SESSIONS, id)) !== undefined;
    },
  };
}

/** The reads of pairings, which are the same on both databases. */
export function pairingReads(
  sql: NamedReads<keyof typeof PAIRING_SQL>,
): Pick<PairingStore, 'userOfShortlink' | 'keyHashes' | 'byCode' | 'list' | 'read'> {
  return {
    async userOfShortlink(merchantId, shortlinkId) {
      const row = await sql.get('userOfShortlink', merchantId, shortlinkId);
      return row === undefined ? null : readText(row, 'user_id');
    },
    async keyHashes(merchantId, posId) {
      const rows = await sql.all('keyHashes', merchantId, posId);
      return rows.map((row) => readText(row, 'key_hash'));
    },
    async byCode(codeHash) {
      return pairingOf(await sql.get('byCode', codeHash));
    },
    async list(merchantId, limit) {
      const pairings = (await sql.all('list', merchantId, limit)).map(pairingOf);
      return pairings.flatMap((one) => (one === null ? [] : [one]));
    },
    async read(merchantId, id) {
      return pairingOf(await sql.get('read', merchantId, id));
    },
  };
}

/** The part of the store of the portal's people that is the same on both databases. */
export function sspUserCalls(
  sql: NamedStatements<keyof typeof SSP_USER_SQL>,
): Omit<SspUserStore, 'remove' | 'enrol' | 'resetFactor'> {
  return {
    async create(merchantId, user, role) {
      const row = insertParameters(merchantId, user, role);
      return (await sql.run(merchantId, 'insert', ...row)) === 1;
    },
    async read(merchantId, id) {
      const row = await sql.get('read', merchantId, id);
      return row === undefined ? null : sspOutputOf(row);
    },
    async list(merchantId, after, limit) {
      return (await sql.all('list', merchantId, after ?? '', limit)).map(sspUserOf);
    },
    async setLegalEntities(merchantId, id, entities) {
      const row = [JSON.stringify(entities), merchantId, id];
      return (await sql.run(merchantId, 'setEntities', ...row)) === 1;
    },
    async setRole(merchantId, id, role) {
      return (await sql.run(merchantId, 'setRole', role, merchantId, id)) === 1;
    },
    async access(email, limit) {
      const rows = await sql.all('byEmail', emailKeyOf(email), limit);
      return accessOf(rows, limit, (entity) => sql.all('byEntity', entity, limit));
    },
    async factor(email) {
      return factorOf(await sql.get('factor', emailKeyOf(email)));
    },
    async takeStep(email, { nonce, step }) {
      const key = emailKeyOf(email);
      return (await sql.run(personOwner(key), 'takeStep', step, key, nonce, step)) === 1;
    },
    async takeRecoveryCode(email, codeHash) {
      const key = emailKeyOf(email);
      return (await sql.run(personOwner(key), 'useCode', key, codeHash)) === 1;
    },
  };
}
