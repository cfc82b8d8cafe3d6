import { exampleOf } from '../../service/api/openapi/examples/index.ts';
import type { RouteName } from '../../shared/protocol/routes.ts';
import { member } from '../support/service.ts';
import type { Received } from '../support/wire.ts';
import type { Call, Params, World } from './world.ts';

/** What must exist before an example can be called: its ids, and queries that depend on them. */
const BEFORE: Partial<Record<RouteName, (world: World) => Promise<Params>>> = {
  paymentOutcome: async (world) => ({ tid: await world.payment('part') }),
  paymentUpdate: async (world) => ({ tid: await world.payment('auth') }),
  permissionOutcome: async (world) => ({ rid: await world.permission('accept') }),
  shortlinkDelete: async (world) => ({ shortlink_id: (await world.scanned()).shortlink }),
  shortlinkLastScan: async (world) => ({ shortlink_id: (await world.scanned()).shortlink }),
  posDelete: async (world) => ({ pos_id: await newPos(world) }),
  posRead: async (world) => ({ pos_id: await newPos(world) }),
  sspUserDelete: async (world) => ({ merchant_ssp_user_id: await newSspUser(world) }),
  userDelete: async (world) => ({ user_id: await newUser(world) }),
  userRead: async (world) => ({ user_id: await newUser(world) }),
  userUpdate: async (world) => ({ user_id: await newUser(world) }),
};

async function newPos(world: World): Promise<string> {
  const id = world.fresh();
  await world.call('posCreate', { body: { ...Object(exampleOf('posCreate').body), id } });
  return id;
}

async function newUser(world: World): Promise<string> {
  const id = world.fresh();
  await world.call('userCreate', { body: { ...Object(exampleOf('userCreate').body), id } });
  return id;
}

async function newSspUser(world: World): Promise<string> {
  const made = await world.call('sspUserCreate', { body: bodyOf(world, 'sspUserCreate') });
  return member(made.json, 'id');
}

/** The examples of reports are about days of their own; here they are about today. */
function queryOf(world: World, name: RouteName): string {
  const today = new Date(world.test.service.simulator.now()).toISOString().slice(0, 10);
  const given = Object.entries(exampleOf(name).query ?? {}).map(([key, value]) => {
    if (key === 'from_date') return [key, today];
    if (key === 'created_to') return [key, '2099-01-01 00:00:00'];
    return [key, key === 'created_from' ? `${today} 00:00:00` : value];
  });
  return given.length === 0 ? '' : `?${new URLSearchParams(Object.fromEntries(given))}`;
}

/** Bodies that may be sent once only get something of their own. */
function bodyOf(world: World, name: RouteName): unknown {
  const { body } = exampleOf(name);
  if (typeof body !== 'object' || body === null) return body;
  if (name === 'sspUserCreate') return { ...body, email: `${world.fresh()}@kaffebaren.example` };
  if ('pos_tid' in body) return { ...body, pos_tid: world.fresh() };
  return name === 'posCreate' || name === 'userCreate' ? { ...body, id: world.fresh() } : body;
}

/** Sends the example of a route to the world's service, on objects that fit it. */
export async function callExample(
  world: World,
  name: RouteName,
  more: Call = {},
): Promise<Received> {
  const params = { ...(await BEFORE[name]?.(world)), ...more.params };
  const body = bodyOf(world, name);
  const sent = { query: queryOf(world, name), ...more, params };
  return world.call(name, body === undefined ? sent : { body, ...sent });
}
