import { expect } from 'vitest';
import { createCallbackReceiver } from '../../../shared/client/receiver.ts';
import { permissionOutcome } from '../../../shared/protocol/permission.ts';
import { scanObject } from '../../../shared/protocol/shortlink.ts';
import { DAY, SECOND } from '../../../shared/time/clock.ts';
import type { Heard, TestReceiver } from '../../support/callback-receiver.ts';
import { send } from '../../support/wire.ts';
import { LIFE_ROWS } from '../rows/life.ts';
import { CUSTOMER, member, type World } from '../world.ts';
import { checkMove } from './moves.ts';
import type { OwnChecks } from './own.ts';

/** What arrived at a separate address after `act`, everything due being sent. */
async function heardAt(
  world: World,
  receiver: TestReceiver,
  act: (address: string) => Promise<unknown>,
): Promise<readonly Heard[]> {
  const path = `/${world.fresh()}`;
  await act(receiver.url + path);
  await world.test.service.simulator.advance(0);
  return receiver.heard.filter(({ target }) => target === path);
}

const authorised = (world: World) => (callback_uri: string) =>
  world.payment('auth', { callback_uri });

async function oneMessage(world: World): Promise<Heard> {
  const [heard] = await heardAt(world, world.secure, authorised(world));
  if (heard === undefined) throw new Error('nothing was sent');
  return heard;
}

const MEMBERS: Readonly<Record<string, (heard: Heard, world: World) => void>> = {
  id: ({ message }) => expect(message.meta.id).toMatch(/^[\w-]{22}$/),
  event: ({ message }) => expect(message.meta.event).toBe('payment_authorized'),
  uri: ({ message }, { test }) =>
    expect(message.meta.uri?.startsWith(test.ready.base_url)).toBe(true),
  seqno: ({ message }) => expect(message.meta.seqno).toBe(0),
  labels: ({ message }) => expect(Array.isArray(message.meta.labels)).toBe(true),
  context: ({ message }) => expect(message.meta.context).toBe(`ctx:${message.meta.id}`),
  timestamp: ({ message }) =>
    expect(message.meta.timestamp).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  object: ({ message }) => expect(message.object).toMatchObject({ status_code: 3008 }),
};

const META: OwnChecks = Object.fromEntries(
  Object.entries(MEMBERS).map(([name, look]) => [
    `meta/${name}`,
    async (world: World) => look(await oneMessage(world), world),
  ]),
);

/** The moves of the other table send the payment events; here each event finds its move. */
const PAYMENT: OwnChecks = Object.fromEntries(
  LIFE_ROWS.flatMap(({ check }) =>
    check.by === 'move' && check.event !== null
      ? [[`event/${check.event}`, (world: World) => checkMove(world, check)]]
      : [],
  ),
);

async function permissionEvent(world: World, act: (rid: string) => Promise<unknown>) {
  const heard = await heardAt(world, world.secure, async (callback_uri) => {
    const ids = { pos_id: 'kasse-1', pos_tid: world.fresh() };
    const body = { customer: CUSTOMER, ...ids, scope: 'openid', callback_uri, expires_in: 600 };
    await act(member((await world.call('permissionCreate', { body })).json, 'id'));
  });
  const message = heard.at(-1)?.message;
  return { event: message?.meta.event, code: permissionOutcome.parse(message?.object).status_code };
}

const OTHER: OwnChecks = {
  async 'event/permission_request_answered'(world) {
    const { simulator } = world.test.service;
    const event = 'permission_request_answered';
    const accepted = await permissionEvent(world, (rid) => simulator.accept(rid));
    expect(accepted).toEqual({ event, code: 2000 });
    const declined = await permissionEvent(world, (rid) => simulator.decline(rid));
    expect(declined).toEqual({ event, code: 5006 });
  },
  async 'event/permission_request_expired'(world) {
    const { simulator } = world.test.service;
    const seen = await permissionEvent(world, () => simulator.advance(DAY / SECOND));
    expect(seen).toEqual({ event: 'permission_request_expired', code: 5011 });
  },
  async 'event/shortlink_scanned'(world) {
    const heard = await heardAt(world, world.secure, async (callback_uri) => {
      const made = await world.call('shortlinkCreate', { body: { callback_uri } });
      const shortlink = member(made.json, 'id');
      await world.test.service.simulator.scan(CUSTOMER, { shortlink, argstring: 'bord-9' });
    });
    const message = heard[0]?.message;
    expect([message?.meta.event, message?.meta.uri]).toEqual(['shortlink_scanned', null]);
    expect(scanObject.parse(message?.object)).toEqual({
      id: expect.stringMatching(/^token:\d+$/),
      argstring: 'bord-9',
    });
  },
  async 'event-rule/https'(world) {
    const { message } = await oneMessage(world);
    expect(message.object).toBeDefined();
  },
  async 'event-rule/http'(world) {
    const [heard] = await heardAt(world, world.plain, authorised(world));
    expect(Object.keys(heard?.message ?? {})).toEqual(['meta']);
    const { pathname } = new URL(heard?.message.meta.uri ?? '');
    const read = await world.test.secret(
      world.test.users.pos,
      pathname.slice(new URL(world.test.ready.base_url).pathname.length),
    );
    expect([read.status, Object(read.json).status_code]).toEqual([200, 3008]);
  },
  async 'event-rule/origin'(world) {
    const { message } = await oneMessage(world);
    expect(new URL(message.meta.uri ?? '').origin).toBe(new URL(world.test.ready.base_url).origin);
  },
  async 'auth-rule/callback'(world) {
    const heard = await oneMessage(world);
    const keys = await send(world.test.ready.callback_key_url);
    const receiver = createCallbackReceiver({
      publicKeys: [keys.text],
      publicUrl: world.secure.url,
      clock: world.test.service.simulator,
    });
    const { target, headers, body } = heard;
    expect(await receiver.receive({ target, headers, body })).toMatchObject({ ok: true });
    const changed = Buffer.from(body.toString().replace('3008', '2000'));
    const forged = await receiver.receive({ target, headers, body: changed });
    expect(forged).toMatchObject({ ok: false, problem: 'digest' });
    const own = Object.keys(headers).filter((name) => name.startsWith('x-svc-'));
    expect(own.sort()).toEqual(['x-svc-content-digest', 'x-svc-timestamp']);
  },
};

export const EVENT_CHECKS: OwnChecks = { ...META, ...PAYMENT, ...OTHER };
