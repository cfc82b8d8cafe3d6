import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { permissionDueAt } from '../../permissions/rules/decide.ts';
import type { PermissionStore, ProfileStore } from '../permission-store.ts';
import { PROFILE_SQL, permissionReads, profileCalls } from '../sql/permission-calls.ts';
import { PERMISSION_SQL, parameters, permissionOf, stateOf } from '../sql/permission-tables.ts';
import { readInteger, readText } from '../sql/rows.ts';
import { type Customer, customerOwner } from '../store.ts';
import { prepareAll } from './database.ts';
import type { EffectWriter } from './effect-writer.ts';
import type { GroupCommit } from './group-commit.ts';
import { namedReads, namedStatements } from './named-statements.ts';
import type { RowCache } from './row-cache.ts';

type PermissionStoreDeps = {
  readonly database: DatabaseSync;
  readonly commits: GroupCommit;
  readonly effects: EffectWriter;
};

export function createPermissionStore({
  database,
  commits,
  effects,
}: PermissionStoreDeps): PermissionStore {
  const sql = prepareAll(database, PERMISSION_SQL);
  return { ...createReads(sql), ...createWrites(sql, commits, effects) };
}

type Statements = Readonly<Record<keyof typeof PERMISSION_SQL, StatementSync>>;
type Writes = Pick<PermissionStore, 'create' | 'save'>;

function createWrites(sql: Statements, commits: GroupCommit, writer: EffectWriter): Writes {
  return {
    async create(permission, effects) {
      const { merchantId, request, created, rid } = permission;
      const written = await commits.write(merchantId, () => {
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
      const written = await commits.write(merchantId, () => {
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
  return {
    ...permissionReads(namedReads(sql)),
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

type ProfileStoreDeps = {
  readonly database: DatabaseSync;
  readonly commits: GroupCommit;
  readonly customersAtHand: RowCache<Customer>;
};

export function createProfileStore({
  database,
  commits,
  customersAtHand,
}: ProfileStoreDeps): ProfileStore {
  const sql = prepareAll(database, PROFILE_SQL);
  return {
    ...profileCalls(namedStatements(sql, commits)),
    async describe(customerId, name, profile) {
      await commits.write(customerOwner(customerId), () => {
        sql.name.run(name, customerId);
        sql.put.run(customerId, JSON.stringify(profile));
      });
      customersAtHand.forgetAll();
    },
  };
}
