import { DAY } from '../../../shared/time/clock.ts';
import type { NewPairing, PairingStore, Redemption } from '../pairing-store.ts';
import { readInteger } from '../sql/rows.ts';
import { pairingReads, userCalls } from '../sql/user-calls.ts';
import { PAIRING_SQL, pairingOf, USER_SQL, userOf } from '../sql/user-tables.ts';
import { SERVICE, type User, type UserStore } from '../store.ts';
import type { PostgresDatabase } from './database.ts';
import { isTaken } from './errors.ts';
import { lookup } from './lookups.ts';
import { lockMerchant } from './merchant-store.ts';
import { namedStatements } from './named-statements.ts';
import { statements } from './statements.ts';
import type { Transaction } from './transaction.ts';

const SQL = statements(USER_SQL);
const READ = lookup(USER_SQL.read);

/**
 * Each request reads its user, and no process caches users: after one process has removed a user,
 * every process refuses it.
 */
export function createUserStore(database: PostgresDatabase): UserStore {
  async function read(merchantId: string, userId: string): Promise<User | null> {
    const row = await database.find(READ, merchantId, userId);
    return row === undefined ? null : userOf(row);
  }

  /**
   * Changes of the merchant's users run one after the other, so that two key holders cannot both be
   * removed.
   */
  async function othersHaveKey(transaction: Transaction, merchantId: string, userId: string) {
    lockMerchant(transaction, merchantId);
    return (await transaction.get(SQL.otherWithKey, merchantId, userId)) !== undefined;
  }

  return {
    ...userCalls(namedStatements(database, SQL)),
    read,
    async put(merchantId, { id, label, netmask, secretHash, publicKey, version }) {
      const row = [merchantId, id, label, netmask, secretHash, publicKey, version];
      await database.writesOf(merchantId).run(SQL.put, ...row);
    },
    async create(merchantId, user) {
      const { id, label, netmask, secretHash, publicKey, version } = user;
      const row = [merchantId, id, label, netmask, secretHash, publicKey, version];
      if ((await database.writesOf(merchantId).run(SQL.create, ...row)) === 1)
        return { created: true, user };
      return { created: false, user: (await read(merchantId, id)) ?? user };
    },
    change(merchantId, next, keepKeyHolder) {
      const { id, label, netmask, secretHash, publicKey, version } = next;
      return database.writesOf(merchantId).transaction(async (transaction) => {
        const last = keepKeyHolder && publicKey === null;
        if (last && !(await othersHaveKey(transaction, merchantId, id))) return false;
        const values = [label, netmask, secretHash, publicKey, version];
        return (await transaction.run(SQL.change, ...values, merchantId, id, version - 1)) === 1;
      });
    },
    remove: (merchantId, userId, keepKeyHolder) =>
      database.writesOf(merchantId).transaction(async (transaction) => {
        if (keepKeyHolder && !(await othersHaveKey(transaction, merchantId, userId))) return false;
        return (await transaction.run(SQL.remove, merchantId, userId)) === 1;
      }),
    ...createInvitations(database),
    async sweep(now) {
      const service = database.writesOf(SERVICE);
      await Promise.all([service.run(SQL.sweep, now), service.run(SQL.sweepInvitations, now)]);
    },
  };
}

/** The invitation is unknown, used or expired; the user that was written is rolled back. */
class NotInvited extends Error {}

function createInvitations(database: PostgresDatabase): Pick<UserStore, 'createInvited'> {
  return {
    async createInvited(merchantId, user, { tokenHash, now }) {
      const { id, label, netmask, secretHash, publicKey, version } = user;
      const row = [merchantId, id, label, netmask, secretHash, publicKey, version];
      try {
        return await database.writesOf(merchantId).transaction(async (transaction) => {
          if ((await transaction.run(SQL.create, ...row)) !== 1) return 'id_taken';
          const used = await transaction.run(SQL.useInvitation, merchantId, tokenHash, now);
          if (used === 1) return 'created';
          throw new NotInvited();
        });
      } catch (error) {
        if (error instanceof NotInvited) return 'not_invited';
        throw error;
      }
    },
  };
}

const PAIRING = statements(PAIRING_SQL);

/**
 * Pairings of tills. Changes of one merchant run one after the other; the code's row decides which
 * till gets it.
 */
export function createPairingStore(database: PostgresDatabase): PairingStore {
  return {
    ...pairingReads(namedStatements(database, PAIRING)),
    create: (pairing, waitingMax) =>
      database
        .writesOf(pairing.merchantId)
        .transaction((transaction) => insert(transaction, pairing, waitingMax)),
    async redeem(merchantId, id, redemption) {
      try {
        return await database
          .writesOf(merchantId)
          .transaction((transaction) => redeem(transaction, merchantId, id, redemption));
      } catch (error) {
        // Another writer took the id of the user or of the shortlink at the same time.
        if (isTaken(error)) return 'id_taken';
        throw error;
      }
    },
    revoke: (merchantId, id, at) =>
      database.writesOf(merchantId).transaction(async (transaction) => {
        lockMerchant(transaction, merchantId);
        const stored = pairingOf(await transaction.get(PAIRING.read, merchantId, id));
        if (stored === null) return false;
        transaction.send(PAIRING.revoke, at, merchantId, id);
        if (stored.paired === null) return true;
        transaction.send(PAIRING.removeUser, merchantId, stored.paired.userId);
        transaction.send(PAIRING.closeShortlink, merchantId, stored.paired.shortlinkId);
        return true;
      }),
  };
}

async function insert(transaction: Transaction, pairing: NewPairing, waitingMax: number) {
  const { merchantId, id, codeHash, posId, name, rights, createdBy, created, expires } = pairing;
  lockMerchant(transaction, merchantId);
  transaction.send(PAIRING.forget, merchantId, created - DAY);
  const taken = transaction.get(PAIRING.userAtPos, merchantId, posId);
  const waiting = transaction.get(PAIRING.waiting, merchantId, created);
  if ((await taken) !== undefined) return 'pos_taken';
  const row = await waiting;
  if (row !== undefined && readInteger(row, 'number') >= waitingMax) return 'too_many';
  const columns = [merchantId, id, codeHash, posId, name, rights, createdBy, created, expires];
  return (await transaction.run(PAIRING.insert, ...columns)) === 1 ? 'created' : 'code_taken';
}

async function redeem(
  transaction: Transaction,
  merchantId: string,
  id: string,
  redemption: Redemption,
) {
  const { at, user, pos, shortlink, keyHash, device, address } = redemption;
  lockMerchant(transaction, merchantId);
  if ((await transaction.get(PAIRING.userAtPos, merchantId, pos.id)) !== undefined) {
    const own = pairingOf(await transaction.get(PAIRING.read, merchantId, id));
    // The POS may be the one that this code created just before.
    return own?.paired === null ? 'pos_taken' : 'lost';
  }
  if ((await transaction.get(PAIRING.linkTaken, shortlink.id)) !== undefined) return 'id_taken';
  if ((await transaction.get(PAIRING.userTaken, merchantId, user.id)) !== undefined)
    return 'id_taken';
  const claim = [at, user.id, shortlink.id, keyHash, device, address, merchantId, id, at];
  if ((await transaction.run(PAIRING.claim, ...claim)) !== 1) return 'lost';
  const { label, netmask, secretHash, publicKey, version, till } = user;
  const credentials = [label, netmask, secretHash, publicKey, version, till.rights];
  transaction.send(PAIRING.addUser, merchantId, user.id, ...credentials);
  transaction.send(PAIRING.addPos, merchantId, pos.id, JSON.stringify(pos));
  const { callbackUri, label: sign, created } = shortlink;
  transaction.send(PAIRING.addShortlink, shortlink.id, merchantId, callbackUri, sign, created);
  return 'done';
}
