import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { readText } from '../sql/rows.ts';
import { sspUserCalls, userCalls } from '../sql/user-calls.ts';
import { emailKeyOf, SSP_USER_SQL, USER_SQL, userOf } from '../sql/user-tables.ts';
import { personOwner, SERVICE, type SspUserStore, type User, type UserStore } from '../store.ts';
import { prepareAll } from './database.ts';
import type { GroupCommit } from './group-commit.ts';
import { namedStatements } from './named-statements.ts';
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
    ...userCalls(namedStatements(sql, commits)),
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
    ...createInvitations(sql, write),
    async sweep(now) {
      await commits.write(SERVICE, () => {
        sql.sweep.run(now);
        sql.sweepInvitations.run(now);
      });
    },
  };
}

type Statements = Readonly<Record<keyof typeof USER_SQL, StatementSync>>;

type Write = <T>(merchantId: string, userId: string, mutate: () => T) => Promise<T>;

/** The invitation is wrong, used or over; the user that was written is rolled back. */
class NotInvited extends Error {}

function createInvitations(sql: Statements, write: Write): Pick<UserStore, 'createInvited'> {
  return {
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

/** Ids have no spaces (`reference` in the protocol). */
const keyOf = (merchantId: string, userId: string): string => `${merchantId} ${userId}`;

export function createSspUserStore(database: DatabaseSync, commits: GroupCommit): SspUserStore {
  const sql = prepareAll(database, SSP_USER_SQL);
  return {
    ...sspUserCalls(namedStatements(sql, commits)),
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
    ...createFactors(sql, commits),
  };
}

type SspStatements = Readonly<Record<keyof typeof SSP_USER_SQL, StatementSync>>;
type Factors = 'enrol' | 'resetFactor';

function createFactors(sql: SspStatements, commits: GroupCommit): Pick<SspUserStore, Factors> {
  const write = <T>(email: string, mutate: (key: string) => T) => {
    const key = emailKeyOf(email);
    return commits.write(personOwner(key), () => mutate(key));
  };
  return {
    enrol: (email, { nonce, step }, codeHashes, now) =>
      write(email, (key) => {
        if (sql.enrol.run(key, nonce, step, now).changes !== 1) return false;
        for (const hash of codeHashes) sql.addCode.run(key, hash);
        return true;
      }),
    resetFactor: (email) =>
      write(email, (key) => {
        sql.forgetCodes.run(key);
        return sql.forgetFactor.run(key).changes === 1;
      }),
  };
}
