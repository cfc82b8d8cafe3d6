import { readText } from '../sql/rows.ts';
import {
  accessOf,
  emailKeyOf,
  factorOf,
  insertParameters,
  SSP_USER_SQL,
  sspOutputOf,
  sspUserOf,
} from '../sql/user-tables.ts';
import { personOwner, type SspUserStore } from '../store.ts';
import type { PostgresDatabase } from './database.ts';
import { statements } from './statements.ts';

const SQL = statements(SSP_USER_SQL);

/** Users of the self-service portal and their second factors. No process caches them. */
export function createSspUserStore(database: PostgresDatabase): SspUserStore {
  const change = async (
    merchantId: string,
    statement: (typeof SQL)[keyof typeof SQL],
    ...row: readonly string[]
  ) => (await database.writesOf(merchantId).run(statement, ...row)) === 1;
  return {
    create: (merchantId, user, role) =>
      change(merchantId, SQL.insert, ...insertParameters(merchantId, user, role)),
    async read(merchantId, id) {
      const row = await database.get(SQL.read, merchantId, id);
      return row === undefined ? null : sspOutputOf(row);
    },
    async list(merchantId, after, limit) {
      return (await database.all(SQL.list, merchantId, after ?? '', limit)).map(sspUserOf);
    },
    setLegalEntities: (merchantId, id, entities) =>
      change(merchantId, SQL.setEntities, JSON.stringify(entities), merchantId, id),
    setRole: (merchantId, id, role) => change(merchantId, SQL.setRole, role, merchantId, id),
    remove: (merchantId, id) =>
      database.writesOf(merchantId).transaction(async (transaction) => {
        const row = await transaction.get(SQL.read, merchantId, id);
        if (row === undefined) return 'unknown';
        if ((await transaction.run(SQL.remove, merchantId, id)) !== 1) return 'has_entities';
        const key = readText(row, 'email_key');
        transaction.send(SQL.forgetOldCodes, key);
        transaction.send(SQL.forgetOldFactor, key);
        return 'removed';
      }),
    async access(email, limit) {
      const rows = await database.all(SQL.byEmail, emailKeyOf(email), limit);
      return accessOf(rows, limit, (entity) => database.all(SQL.byEntity, entity, limit));
    },
    ...createFactors(database),
  };
}

type Factors = 'factor' | 'enrol' | 'takeStep' | 'takeRecoveryCode' | 'resetFactor';

function createFactors(database: PostgresDatabase): Pick<SspUserStore, Factors> {
  const writes = (key: string) => database.writesOf(personOwner(key));
  return {
    async factor(email) {
      return factorOf(await database.get(SQL.factor, emailKeyOf(email)));
    },
    enrol(email, { nonce, step }, codeHashes, now) {
      const key = emailKeyOf(email);
      return writes(key).transaction(async (transaction) => {
        if ((await transaction.run(SQL.enrol, key, nonce, step, now)) !== 1) return false;
        for (const hash of codeHashes) transaction.send(SQL.addCode, key, hash);
        return true;
      });
    },
    async takeStep(email, { nonce, step }) {
      const key = emailKeyOf(email);
      return (await writes(key).run(SQL.takeStep, step, key, nonce, step)) === 1;
    },
    async takeRecoveryCode(email, codeHash) {
      const key = emailKeyOf(email);
      return (await writes(key).run(SQL.useCode, key, codeHash)) === 1;
    },
    resetFactor(email) {
      const key = emailKeyOf(email);
      return writes(key).transaction(async (transaction) => {
        transaction.send(SQL.forgetCodes, key);
        return (await transaction.run(SQL.forgetFactor, key)) === 1;
      });
    },
  };
}
