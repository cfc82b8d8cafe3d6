import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { readText } from '../sql/rows.ts';
import {
  accessOf,
  emailKeyOf,
  factorOf,
  insertParameters,
  SSP_USER_SQL,
  sspOutputOf,
  sspUserOf,
  USER_SQL,
  userOf,
} from '../sql/user-tables.ts';
import { personOwner, SERVICE, type SspUserStore, type User, type UserStore } from '../store.ts';
import { prepareAll } from './database.ts';
import type { GroupCommit } from './group-commit.ts';
import { RowCache } from './row-cache.ts';

/** Cached users, for every store that writes a user. */
export class CachedUsers {
  readonly #users = new RowCache<User>();

  get(merchantId: string, userId: string, read: () => User | null): User | null {
    return this.#users.get(keyOf(merchantId, userId), read);
  }

  forget(merchantId: string, userId: string): void {
    this.#users.forget(keyOf(merchantId, userId));
  }
}

type UserStoreDeps = {
  readonly database: DatabaseSync;
  readonly commits: GroupCommit;
  readonly atHand: CachedUsers;
};

export function createUserStore({ database, commits, atHand }: UserStoreDeps): UserStore {
  const sql = prepareAll(database, USER_SQL);

  /** Runs one change of a user; later reads use the file. */
  async function write<T>(merchantId: string, userId: string, mutate: () => T): Promise<T> {
    const result = await commits.write(merchantId, mutate);
    atHand.forget(merchantId, userId);
    return result;
  }

  function read(merchantId: string, userId: string): User | null {
    const row = sql.read.get(merchantId, userId);
    return row === undefined ? null : userOf(row);
  }

  /** Inside a transaction, so that two key holders cannot both be removed. */
  function othersHaveKey(merchantId: string, userId: string): boolean {
    return sql.otherWithKey.get(merchantId, userId) !== undefined;
  }

  return {
    async read(merchantId, userId) {
      return atHand.get(merchantId, userId, () => read(merchantId, userId));
    },
    async put(merchantId, user) {
      await write(merchantId, user.id, () =>
        sql.put.run(
          merchantId,
          user.id,
          user.label,
          user.netmask,
          user.secretHash,
          user.publicKey,
          user.version,
        ),
      );
    },
    async create(merchantId, user) {
      const { id, label, netmask, secretHash, publicKey, version } = user;
      return write(merchantId, id, () => {
        const row = [merchantId, id, label, netmask, secretHash, publicKey, version];
        if (sql.create.run(...row).changes === 1) return { created: true, user };
        return { created: false, user: read(merchantId, id) ?? user };
      });
    },
    async change(merchantId, next, keepKeyHolder) {
      const { id, label, netmask, secretHash, publicKey, version } = next;
      return write(merchantId, id, () => {
        if (keepKeyHolder && publicKey === null && !othersHaveKey(merchantId, id)) return false;
        const values = [label, netmask, secretHash, publicKey, version];
        return sql.change.run(...values, merchantId, id, version - 1).changes === 1;
      });
    },
    async remove(merchantId, userId, keepKeyHolder) {
      return write(merchantId, userId, () => {
        if (keepKeyHolder && !othersHaveKey(merchantId, userId)) return false;
        return sql.remove.run(merchantId, userId).changes === 1;
      });
    },
    async list(merchantId, after, limit) {
      return sql.list.all(merchantId, after ?? '', limit).map(userOf);
    },
    ...createInvitations(sql, commits, write),
    ...createSignatures(sql, commits),
  };
}

type Statements = Readonly<Record<keyof typeof USER_SQL, StatementSync>>;

type Write = <T>(merchantId: string, userId: string, mutate: () => T) => Promise<T>;

/** The invitation is wrong, used or over; the user that was written is rolled back. */
class NotInvited extends Error {}

function createInvitations(
  sql: Statements,
  commits: GroupCommit,
  write: Write,
): Pick<UserStore, 'putInvitation' | 'invited' | 'createInvited'> {
  return {
    async putInvitation(merchantId, tokenHash, expires) {
      await commits.write(merchantId, () => sql.putInvitation.run(merchantId, tokenHash, expires));
    },
    async invited(merchantId, tokenHash, now) {
      return sql.invited.get(merchantId, tokenHash, now) !== undefined;
    },
    async createInvited(merchantId, user, { tokenHash, now }) {
      const { id, label, netmask, secretHash, publicKey, version } = user;
      const row = [merchantId, id, label, netmask, secretHash, publicKey, version];
      try {
        return await write(merchantId, id, () => {
          if (sql.create.run(...row).changes !== 1) return 'id_taken';
          if (sql.useInvitation.run(merchantId, tokenHash, now).changes === 1) return 'created';
          throw new NotInvited();
        });
      } catch (error) {
        if (error instanceof NotInvited) return 'not_invited';
        throw error;
      }
    },
  };
}

function createSignatures(
  sql: Statements,
  commits: GroupCommit,
): Pick<UserStore, 'useSignature' | 'sweep'> {
  return {
    async useSignature(merchantId, userId, hash, now, expires) {
      return commits.write(
        merchantId,
        () => sql.use.run(merchantId, userId, hash, expires, now).changes === 1,
      );
    },
    async sweep(now) {
      await commits.write(SERVICE, () => {
        sql.sweep.run(now);
        sql.sweepInvitations.run(now);
      });
    },
  };
}

/** Ids have no spaces (`reference` in the protocol). */
const keyOf = (merchantId: string, userId: string): string => `${merchantId} ${userId}`;

export function createSspUserStore(database: DatabaseSync, commits: GroupCommit): SspUserStore {
  const sql = prepareAll(database, SSP_USER_SQL);
  return {
    async create(merchantId, user, role) {
      const row = insertParameters(merchantId, user, role);
      return commits.write(merchantId, () => sql.insert.run(...row).changes === 1);
    },
    async read(merchantId, id) {
      const row = sql.read.get(merchantId, id);
      return row === undefined ? null : sspOutputOf(row);
    },
    async list(merchantId, after, limit) {
      return sql.list.all(merchantId, after ?? '', limit).map(sspUserOf);
    },
    async setLegalEntities(merchantId, id, entities) {
      const text = JSON.stringify(entities);
      return commits.write(
        merchantId,
        () => sql.setEntities.run(text, merchantId, id).changes === 1,
      );
    },
    async setRole(merchantId, id, role) {
      return commits.write(merchantId, () => sql.setRole.run(role, merchantId, id).changes === 1);
    },
    async remove(merchantId, id) {
      return commits.write(merchantId, () => {
        const row = sql.read.get(merchantId, id);
        if (row === undefined) return 'unknown';
        if (sql.remove.run(merchantId, id).changes !== 1) return 'has_entities';
        const key = readText(row, 'email_key');
        sql.forgetOldCodes.run(key);
        sql.forgetOldFactor.run(key);
        return 'removed';
      });
    },
    async access(email, limit) {
      const rows = sql.byEmail.all(emailKeyOf(email), limit);
      return accessOf(rows, limit, async (entity) => sql.byEntity.all(entity, limit));
    },
    ...createFactors(sql, commits),
  };
}

type SspStatements = Readonly<Record<keyof typeof SSP_USER_SQL, StatementSync>>;
type Factors = 'factor' | 'enrol' | 'takeStep' | 'takeRecoveryCode' | 'resetFactor';

function createFactors(sql: SspStatements, commits: GroupCommit): Pick<SspUserStore, Factors> {
  const write = <T>(email: string, mutate: (key: string) => T) => {
    const key = emailKeyOf(email);
    return commits.write(personOwner(key), () => mutate(key));
  };
  return {
    async factor(email) {
      return factorOf(sql.factor.get(emailKeyOf(email)));
    },
    enrol: (email, { nonce, step }, codeHashes, now) =>
      write(email, (key) => {
        if (sql.enrol.run(key, nonce, step, now).changes !== 1) return false;
        for (const hash of codeHashes) sql.addCode.run(key, hash);
        return true;
      }),
    takeStep: (email, { nonce, step }) =>
      write(email, (key) => sql.takeStep.run(step, key, nonce, step).changes === 1),
    takeRecoveryCode: (email, codeHash) =>
      write(email, (key) => sql.useCode.run(key, codeHash).changes === 1),
    resetFactor: (email) =>
      write(email, (key) => {
        sql.forgetCodes.run(key);
        return sql.forgetFactor.run(key).changes === 1;
      }),
  };
}
