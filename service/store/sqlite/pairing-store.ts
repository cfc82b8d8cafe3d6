import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { DAY } from '../../../shared/time/clock.ts';
import type { NewPairing, PairingStore, Redemption } from '../pairing-store.ts';
import { readInteger } from '../sql/rows.ts';
import { pairingReads } from '../sql/user-calls.ts';
import { PAIRING_SQL, pairingOf } from '../sql/user-tables.ts';
import { prepareAll } from './database.ts';
import type { GroupCommit } from './group-commit.ts';
import { namedReads } from './named-statements.ts';
import type { CachedUsers } from './user-store.ts';

type Statements = Readonly<Record<keyof typeof PAIRING_SQL, StatementSync>>;

type PairingStoreDeps = {
  readonly database: DatabaseSync;
  readonly commits: GroupCommit;
  readonly users: CachedUsers;
};

/** Pairings of tills. One statement in one transaction decides every race for a code. */
export function createPairingStore({ database, commits, users }: PairingStoreDeps): PairingStore {
  const sql = prepareAll(database, PAIRING_SQL);
  const read = (merchantId: string, id: string) => pairingOf(sql.read.get(merchantId, id));
  return {
    ...pairingReads(namedReads(sql)),
    create: (pairing, waitingMax) =>
      commits.write(pairing.merchantId, () => insert(sql, pairing, waitingMax)),
    redeem: (merchantId, id, redemption) =>
      commits.write(merchantId, () => redeem(sql, merchantId, id, redemption)),
    async revoke(merchantId, id, at) {
      const revoked = await commits.write(merchantId, () => {
        const stored = read(merchantId, id);
        if (stored === null) return null;
        sql.revoke.run(at, merchantId, id);
        if (stored.paired === null) return stored;
        sql.removeUser.run(merchantId, stored.paired.userId);
        sql.closeShortlink.run(merchantId, stored.paired.shortlinkId);
        return stored;
      });
      // The till is refused from now on, even if its user was just read.
      if (revoked?.paired) users.forget(merchantId, revoked.paired.userId);
      return revoked !== null;
    },
  };
}

function insert(sql: Statements, pairing: NewPairing, waitingMax: number) {
  const { merchantId, id, codeHash, posId, name, rights, createdBy, created, expires } = pairing;
  sql.forget.run(merchantId, created - DAY);
  if (sql.userAtPos.get(merchantId, posId) !== undefined) return 'pos_taken';
  const waiting = sql.waiting.get(merchantId, created);
  if (waiting !== undefined && readInteger(waiting, 'number') >= waitingMax) return 'too_many';
  const row = [merchantId, id, codeHash, posId, name, rights, createdBy, created, expires];
  return sql.insert.run(...row).changes === 1 ? 'created' : 'code_taken';
}

function redeem(sql: Statements, merchantId: string, id: string, redemption: Redemption) {
  const { at, user, pos, shortlink, keyHash, device, address } = redemption;
  if (sql.userAtPos.get(merchantId, pos.id) !== undefined) {
    const own = pairingOf(sql.read.get(merchantId, id));
    // The code itself may have been used for it just before.
    return own?.paired === null ? 'pos_taken' : 'lost';
  }
  if (sql.linkTaken.get(shortlink.id) !== undefined) return 'id_taken';
  if (sql.userTaken.get(merchantId, user.id) !== undefined) return 'id_taken';
  const claim = [at, user.id, shortlink.id, keyHash, device, address, merchantId, id, at];
  if (sql.claim.run(...claim).changes !== 1) return 'lost';
  const { label, netmask, secretHash, publicKey, version, till } = user;
  const credentials = [label, netmask, secretHash, publicKey, version, till.rights];
  sql.addUser.run(merchantId, user.id, ...credentials);
  sql.addPos.run(merchantId, pos.id, JSON.stringify(pos));
  const { callbackUri, label: sign, created } = shortlink;
  sql.addShortlink.run(shortlink.id, merchantId, callbackUri, sign, created);
  return 'done';
}
