import { readText } from '../sql/rows.ts';
import { sspUserCalls } from '../sql/user-calls.ts';
import { emailKeyOf, SSP_USER_SQL } from '../sql/user-tables.ts';
import { personOwner, type SspUserStore } from '../store.ts';
import type { PostgresDatabase } from './database.ts';
import { namedStatements } from './named-statements.ts';
import { statements } from './statements.ts';

const SQL = statements(SSP_USER_SQL);

/** Users of the self-service portal and their second factors. No process caches them. */
export function createSspUserStore(database: PostgresDatabase): SspUserStore {
  return {
    ...sspUserCalls(namedStatements(database, SQL)),
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
    ...createFactors(database),
  };
}

type Factors = 'enrol' | 'resetFactor';

function createFactors(database: PostgresDatabase): Pick<SspUserStore, Factors> {
  const writes = (key: string) => database.writesOf(personOwner(key));
  return {
    enrol(email, { nonce, step }, codeHashes, now) {
      const key = emailKeyOf(email);
      return writes(key).transaction(async (transaction) => {
        if ((await transaction.run(SQL.enrol, key, nonce, step, now)) !== 1) return false;
        for (const hash of codeHashes) transaction.send(SQL.addCode, key, hash);
        return true;
      });
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
