import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { permissionDueAt } from '../../../shared/permission/decide.ts';
import type { Permission } from '../../../shared/permission/permission.ts';
import type { CustomerProfile } from '../../../shared/protocol/user-info.ts';
import type { PermissionStore, ProfileStore } from '../permission-store.ts';
import type { EffectWriter } from './effect-writer.ts';
import type { GroupCommit } from './group-commit.ts';
import { type Row, readInteger, readText } from './rows.ts';
import { prepareAll } from './statements.ts';

const SQL = {
  insert: `INSERT INTO permission_request (rid, merchant_id, pos_id, pos_tid, code, version, created,
    modified, due_at, customer_id, request, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (merchant_id, pos_id, pos_tid) DO NOTHING`,
  byRid: 'SELECT request, state FROM permission_request WHERE rid = ? AND merchant_id = ?',
  byRidAlone: 'SELECT request, state FROM permission_request WHERE rid = ?',
  byPosTid: `SELECT request, state FROM permission_request
    WHERE merchant_id = ? AND pos_id = ? AND pos_tid = ?`,
  ofCustomer: `SELECT request, state FROM permission_request WHERE customer_id = ?
    ORDER BY created DESC LIMIT ?`,
  save: `UPDATE permission_request SET code = ?, version = ?, modified = ?, due_at = ?, state = ?
    WHERE rid = ? AND merchant_id = ? AND version = ?`,
  due: `SELECT merchant_id, rid FROM permission_request WHERE due_at IS NOT NULL AND due_at <= ?
    ORDER BY due_at LIMIT ?`,
  nextDue: `SELECT due_at FROM permission_request WHERE due_at IS NOT NULL
    ORDER BY due_at LIMIT 1`,
};

export function createPermissionStore(
  database: DatabaseSync,
  commits: GroupCommit,
  effects: EffectWriter,
): PermissionStore {
  const sql = prepareAll(database, SQL);
  return { ...createReads(sql), ...createWrites(sql, commits, effects) };
}

type Statements = Readonly<Record<keyof typeof SQL, StatementSync>>;
type Writes = Pick<PermissionStore, 'create' | 'save'>;

function createWrites(sql: Statements, commits: GroupCommit, writer: EffectWriter): Writes {
  return {
    async create(permission, effects) {
      const { merchantId, request, created, rid } = permission;
      const written = await commits.write(() => {
        if (sql.insert.run(...parameters(permission)).changes !== 1) return false;
        writer.append(merchantId, created, rid, effects);
        return true;
      });
      if (written) {
        writer.announce(merchantId, effects);
        return { created: true, permission };
      }
      const row = sql.byPosTid.get(merchantId, request.pos_id, request.pos_tid);
      if (row === undefined) throw new Error('a permission request that exists cannot be read');
      return { created: false, permission: permissionOf(row) };
    },
    async save(next, effects) {
      const { merchantId, rid, code, version, modified } = next;
      const due = permissionDueAt(next);
      const written = await commits.write(() => {
        const saved = sql.save.run(
          code,
          version,
          modified,
          due,
          stateOf(next),
          rid,
          merchantId,
          version - 1,
        );
        if (saved.changes !== 1) return false;
        writer.append(merchantId, modified, rid, effects);
        return true;
      });
      if (written) writer.announce(merchantId, effects);
      return written;
    },
  };
}

function createReads(sql: Statements): Omit<PermissionStore, keyof Writes> {
  const read = (row: Row | undefined) => (row === undefined ? null : permissionOf(row));
  return {
    async byRid(merchantId, rid) {
      return read(sql.byRid.get(rid, merchantId));
    },
    async byRidForCustomer(rid) {
      return read(sql.byRidAlone.get(rid));
    },
    async byPosTid(merchantId, posId, posTid) {
      return read(sql.byPosTid.get(merchantId, posId, posTid));
    },
    async ofCustomer(customerId, limit) {
      return sql.ofCustomer.all(customerId, limit).map(permissionOf);
    },
    async due(now, limit) {
      return sql.due.all(now, limit).map((row) => ({
        merchantId: readText(row, 'merchant_id'),
        rid: readText(row, 'rid'),
      }));
    },
    async nextDue() {
      const row = sql.nextDue.get();
      return row === undefined ? null : readInteger(row, 'due_at');
    },
  };
}

function parameters(permission: Permission): (string | number | null)[] {
  const { request } = permission;
  return [
    permission.rid,
    permission.merchantId,
    request.pos_id,
    request.pos_tid,
    permission.code,
    permission.version,
    permission.created,
    permission.modified,
    permissionDueAt(permission),
    permission.customerId,
    JSON.stringify(request),
    stateOf(permission),
  ];
}

function stateOf(permission: Permission): string {
  const { request: _request, ...state } = permission;
  return JSON.stringify(state);
}

/** The stored text is the product's own writing. */
function permissionOf(row: Row): Permission {
  const request: Permission['request'] = JSON.parse(readText(row, 'request'));
  const state: Omit<Permission, 'request'> = JSON.parse(readText(row, 'state'));
  return { ...state, request };
}

/** Profiles of customers, each as one JSON text. */
export function createProfileStore(database: DatabaseSync, commits: GroupCommit): ProfileStore {
  const sql = prepareAll(database, {
    read: 'SELECT body FROM customer_profile WHERE customer_id = ?',
    put: `INSERT INTO customer_profile (customer_id, body) VALUES (?, ?)
      ON CONFLICT (customer_id) DO UPDATE SET body = excluded.body`,
    name: 'UPDATE customer SET name = ? WHERE id = ?',
  });
  return {
    async read(customerId) {
      const row = sql.read.get(customerId);
      if (row === undefined) return null;
      const profile: CustomerProfile = JSON.parse(readText(row, 'body'));
      return profile;
    },
    async put(customerId, profile) {
      await commits.write(() => sql.put.run(customerId, JSON.stringify(profile)));
    },
    async describe(customerId, name, profile) {
      await commits.write(() => {
        sql.name.run(name, customerId);
        sql.put.run(customerId, JSON.stringify(profile));
      });
    },
  };
}
