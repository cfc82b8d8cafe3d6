import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { DAY } from '../../../shared/time/clock.ts';
import type { NewPairing, PairingStore, Redemption } from '../pairing-store.ts';
import type { GroupCommit } from './group-commit.ts';
import { pairingOf } from './pairing-rows.ts';
import { readInteger } from './rows.ts';
import { prepareAll } from './statements.ts';
import type { UsersAtHand } from './users.ts';

const SELECT = `SELECT p.*, u.id IS NOT NULL AS user_there FROM pairing p
  LEFT JOIN api_user u ON u.merchant_id = p.merchant_id AND u.id = p.user_id`;

const SQL = {
  insert: `INSERT INTO pairing
      (merchant_id, id, code_hash, pos_id, name, rights, created_by, created, expires)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (code_hash) DO NOTHING`,
  // A code that ran out is shown for a day, and then nobody asks for it any more.
  forget: `DELETE FROM pairing WHERE merchant_id = ? AND redeemed IS NULL AND created < ?`,
  waiting: `SELECT count(*) AS number FROM pairing
    WHERE merchant_id = ? AND redeemed IS NULL AND revoked IS NULL AND expires > ?`,
  posTaken: `SELECT 1 FROM pairing p
    JOIN api_user u ON u.merchant_id = p.merchant_id AND u.id = p.user_id
    WHERE p.merchant_id = ? AND p.pos_id = ? AND p.revoked IS NULL LIMIT 1`,
  byCode: `${SELECT} WHERE p.code_hash = ?`,
  read: `${SELECT} WHERE p.merchant_id = ? AND p.id = ?`,
  list: `${SELECT} WHERE p.merchant_id = ? ORDER BY p.created DESC, p.id LIMIT ?`,
  // The one statement that decides who has the code.
  claim: `UPDATE pairing SET redeemed = ?, user_id = ?, shortlink_id = ?, key_hash = ?, device = ?,
      address = ?
    WHERE merchant_id = ? AND id = ? AND redeemed IS NULL AND revoked IS NULL AND expires > ?`,
  addUser: `INSERT INTO api_user
      (merchant_id, id, label, netmask, secret_hash, public_key, version, till)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  addPos: `INSERT INTO pos (merchant_id, id, body) VALUES (?, ?, ?)
    ON CONFLICT (merchant_id, id) DO NOTHING`,
  addShortlink: `INSERT INTO shortlink
      (id, merchant_id, serial_number, callback_uri, label, is_active, created, seqno)
    VALUES (?, ?, NULL, ?, ?, 1, ?, 0)`,
  linkTaken: 'SELECT 1 FROM shortlink WHERE id = ?',
  userTaken: 'SELECT 1 FROM api_user WHERE merchant_id = ? AND id = ?',
  revoke: `UPDATE pairing SET revoked = ?, code_hash = NULL
    WHERE merchant_id = ? AND id = ? AND revoked IS NULL`,
  removeUser: 'DELETE FROM api_user WHERE merchant_id = ? AND id = ? AND till IS NOT NULL',
  closeShortlink: 'UPDATE shortlink SET is_active = 0 WHERE merchant_id = ? AND id = ?',
};

type Statements = Readonly<Record<keyof typeof SQL, StatementSync>>;

/** Pairings of tills. Every race over a code is decided by one statement in one transaction. */
export function createPairingStore(
  database: DatabaseSync,
  commits: GroupCommit,
  users: UsersAtHand,
): PairingStore {
  const sql = prepareAll(database, SQL);
  const read = (merchantId: string, id: string) => pairingOf(sql.read.get(merchantId, id));
  return {
    create: (pairing, waitingMax) => commits.write(() => insert(sql, pairing, waitingMax)),
    async byCode(codeHash) {
      return pairingOf(sql.byCode.get(codeHash));
    },
    redeem: (merchantId, id, redemption) =>
      commits.write(() => redeem(sql, merchantId, id, redemption)),
    async list(merchantId, limit) {
      const found = sql.list.all(merchantId, limit).map(pairingOf);
      return found.flatMap((one) => (one === null ? [] : [one]));
    },
    async read(merchantId, id) {
      return read(merchantId, id);
    },
    async revoke(merchantId, id, at) {
      const revoked = await commits.write(() => {
        const stored = read(merchantId, id);
        if (stored === null) return null;
        sql.revoke.run(at, merchantId, id);
        if (stored.paired === null) return stored;
        sql.removeUser.run(merchantId, stored.paired.userId);
        sql.closeShortlink.run(merchantId, stored.paired.shortlinkId);
        return stored;
      });
      // The till is refused from now on, whoever has just read its user.
      if (revoked?.paired) users.forget(merchantId, revoked.paired.userId);
      return revoked !== null;
    },
  };
}

function insert(sql: Statements, pairing: NewPairing, waitingMax: number) {
  const { merchantId, id, codeHash, posId, name, rights, createdBy, created, expires } = pairing;
  sql.forget.run(merchantId, created - DAY);
  if (sql.posTaken.get(merchantId, posId) !== undefined) return 'pos_taken';
  const waiting = sql.waiting.get(merchantId, created);
  if (waiting !== undefined && readInteger(waiting, 'number') >= waitingMax) return 'too_many';
  const row = [merchantId, id, codeHash, posId, name, rights, createdBy, created, expires];
  return sql.insert.run(...row).changes === 1 ? 'created' : 'code_taken';
}

function redeem(sql: Statements, merchantId: string, id: string, redemption: Redemption) {
  const { at, user, pos, shortlink, keyHash, device, address } = redemption;
  if (sql.posTaken.get(merchantId, pos.id) !== undefined) {
    const own = pairingOf(sql.read.get(merchantId, id));
    // The code itself may have been used for it a moment ago.
    return own?.paired === null ? 'pos_taken' : 'lost';
  }
  if (sql.linkTaken.get(shortlink.id) !== undefined) return 'id_taken';
  if (sql.userTaken.get(merchantId, user.id) !== undefined) return 'id_taken';
  const claim = [at, user.id, shortlink.id, keyHash, device, address, merchantId, id, at];
  if (sql.claim.run(...claim).changes !== 1) return 'lost';
  const { label, netmask, secretHash, publicKey, version, till } = user;
  sql.addUser.run(merchantId, user.id, label, netmask, secretHash, publicKey, version, till);
  sql.addPos.run(merchantId, pos.id, JSON.stringify(pos));
  const { callbackUri, label: sign, created } = shortlink;
  sql.addShortlink.run(shortlink.id, merchantId, callbackUri, sign, created);
  return 'done';
}
