import type { Clock } from '../../../shared/time/clock.ts';
import { permissionDueAt } from '../../permissions/rules/decide.ts';
import type { Permission } from '../../permissions/rules/permission.ts';
import type { PermissionStore, ProfileStore } from '../permission-store.ts';
import { PROFILE_SQL, permissionReads, profileCalls } from '../sql/permission-calls.ts';
import { PERMISSION_SQL, parameters, permissionOf, stateOf } from '../sql/permission-tables.ts';
import { readText } from '../sql/rows.ts';
import { type ChangeElsewhere, customerOwner, type Effects } from '../store.ts';
import type { Commits } from './commits.ts';
import type { PostgresDatabase } from './database.ts';
import { dueRows } from './due-rows.ts';
import { namedStatements } from './named-statements.ts';
import { withScans } from './shortlink-store.ts';
import { type Statement, statements } from './statements.ts';
import type { Value } from './values.ts';

const SQL = statements(PERMISSION_SQL);

type PermissionStoreDeps = {
  readonly database: PostgresDatabase;
  readonly commits: Commits;
  readonly wall: Clock;
};

export function createPermissionStore({
  database,
  commits,
  wall,
}: PermissionStoreDeps): PermissionStore {
  return { ...createReads(database, wall), ...createWrites(database, commits) };
}

type Writes = Pick<PermissionStore, 'create' | 'save'>;

function createWrites(database: PostgresDatabase, commits: Commits): Writes {
  return {
    async create(permission, effects) {
      const { merchantId, request } = permission;
      const values = parameters(permission);
      if (await write(commits, permission, effects, [SQL.insert, values])) {
        return { created: true, permission };
      }
      const row = await database.get(SQL.byPosTid, merchantId, request.pos_id, request.pos_tid);
      if (row === undefined) throw new Error('a permission request that exists cannot be read');
      return { created: false, permission: permissionOf(row) };
    },
    save(next, effects) {
      const { merchantId, rid, code, version, modified } = next;
      const state = [code, version, modified, permissionDueAt(next), stateOf(next)];
      const values = [...state, rid, merchantId, version - 1];
      return write(commits, next, effects, [SQL.save, values]);
    },
  };
}

async function write(
  commits: Commits,
  permission: Permission,
  effects: Effects,
  [statement, values]: readonly [Statement, Value[]],
): Promise<boolean> {
  const { merchantId, rid, customerId, modified } = permission;
  const changed: ChangeElsewhere = { kind: 'permission', merchantId, id: rid, customerId };
  const by = { merchantId, id: rid };
  const written = await commits.write({
    merchantId,
    at: modified,
    changed,
    run: (transaction) =>
      withScans(transaction, transaction.run(statement, ...values), by, effects),
  });
  return written !== null;
}

function createReads(database: PostgresDatabase, wall: Clock): Omit<PermissionStore, keyof Writes> {
  const due = dueRows(database, wall, { table: 'permission_request', key: 'rid' });
  return {
    ...permissionReads(namedStatements(database, SQL)),
    async due(now, limit) {
      return (await due.take(now, limit)).map((row) => ({
        merchantId: readText(row, 'merchant_id'),
        rid: readText(row, 'rid'),
      }));
    },
    nextDue: due.next,
  };
}

const PROFILE = statements(PROFILE_SQL);

export function createProfileStore(database: PostgresDatabase): ProfileStore {
  return {
    ...profileCalls(namedStatements(database, PROFILE)),
    async describe(customerId, name, profile) {
      await database.writesOf(customerOwner(customerId)).transaction(async (transaction) => {
        transaction.send(PROFILE.name, name, customerId);
        transaction.send(PROFILE.put, customerId, JSON.stringify(profile));
      });
    },
  };
}
