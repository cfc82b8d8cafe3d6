import { DAY } from '../../../shared/time/clock.ts';
import type { NewPairing, PairingStore, Redemption } from '../pairing-store.ts';
import { pairingOf } from '../sql/pairing-rows.ts';
import { PAIRING_SQL } from '../sql/pairings.ts';
import { readInteger } from '../sql/rows.ts';
import type { PostgresDatabase } from './database.ts';
import { isTaken } from './errors.ts';
import { lockMerchant } from './merchant-lock.ts';
import { statements } from './statements.ts';
import type { Transaction } from './transaction.ts';

const SQL = statements(PAIRING_SQL);

/** Pairings of tills. Those of one merchant take turns; the code's row decides who has it. */
export function createPairingStore(database: PostgresDatabase): PairingStore {
  return {
    create: (pairing, waitingMax) =>
      database
        .writesOf(pairing.merchantId)
        .transaction((transaction) => insert(transaction, pairing, waitingMax)),
    async byCode(codeHash) {
      return pairingOf(await database.get(SQL.byCode, codeHash));
    },
    async redeem(merchantId, id, redemption) {
      try {
        return await database
          .writesOf(merchantId)
          .transaction((transaction) => redeem(transaction, merchantId, id, redemption));
      } catch (error) {
        // Somebody took the id of the user or of the shortlink at the same time.
        if (isTaken(error)) return 'id_taken';
        throw error;
      }
    },
    async list(merchantId, limit) {
      const found = (await database.all(SQL.list, merchantId, limit)).map(pairingOf);
      return found.flatMap((one) => (one === null ? [] : [one]));
    },
    async read(merchantId, id) {
      return pairingOf(await database.get(SQL.read, merchantId, id));
    },
    revoke: (merchantId, id, at) =>
      database.writesOf(merchantId).transaction(async (transaction) => {
        lockMerchant(transaction, merchantId);
        const stored = pairingOf(await transaction.get(SQL.read, merchantId, id));
        if (stored === null) return false;
        transaction.send(SQL.revoke, at, merchantId, id);
        if (stored.paired === null) return true;
        transaction.send(SQL.removeUser, merchantId, stored.paired.userId);
        transaction.send(SQL.closeShortlink, merchantId, stored.paired.shortlinkId);
        return true;
      }),
  };
}

async function insert(transaction: Transaction, pairing: NewPairing, waitingMax: number) {
  const { merchantId, id, codeHash, posId, name, rights, createdBy, created, expires } = pairing;
  lockMerchant(transaction, merchantId);
  transaction.send(SQL.forget, merchantId, created - DAY);
  const taken = transaction.get(SQL.posTaken, merchantId, posId);
  const waiting = transaction.get(SQL.waiting, merchantId, created);
  if ((await taken) !== undefined) return 'pos_taken';
  const row = await waiting;
  if (row !== undefined && readInteger(row, 'number') >= waitingMax) return 'too_many';
  const columns = [merchantId, id, codeHash, posId, name, rights, createdBy, created, expires];
  return (await transaction.run(SQL.insert, ...columns)) === 1 ? 'created' : 'code_taken';
}

async function redeem(
  transaction: Transaction,
  merchantId: string,
  id: string,
  redemption: Redemption,
) {
  const { at, user, pos, shortlink, keyHash, device, address } = redemption;
  lockMerchant(transaction, merchantId);
  if ((await transaction.get(SQL.posTaken, merchantId, pos.id)) !== undefined) {
    const own = pairingOf(await transaction.get(SQL.read, merchantId, id));
    // The code itself may have been used for it a moment ago.
    return own?.paired === null ? 'pos_taken' : 'lost';
  }
  if ((await transaction.get(SQL.linkTaken, shortlink.id)) !== undefined) return 'id_taken';
  if ((await transaction.get(SQL.userTaken, merchantId, user.id)) !== undefined) return 'id_taken';
  const claim = [at, user.id, shortlink.id, keyHash, device, address, merchantId, id, at];
  if ((await transaction.run(SQL.claim, ...claim)) !== 1) return 'lost';
  const { label, netmask, secretHash, publicKey, version, till } = user;
  const credentials = [label, netmask, secretHash, publicKey, version, till];
  transaction.send(SQL.addUser, merchantId, user.id, ...credentials);
  transaction.send(SQL.addPos, merchantId, pos.id, JSON.stringify(pos));
  const { callbackUri, label: sign, created } = shortlink;
  transaction.send(SQL.addShortlink, shortlink.id, merchantId, callbackUri, sign, created);
  return 'done';
}
