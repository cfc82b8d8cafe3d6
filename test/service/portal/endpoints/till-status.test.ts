import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  portalTillAlert,
  portalTillStatus,
  portalTillStatuses,
} from '../../../../shared/portal/fleet.ts';
import { type CallbackMessage, callbackMessage } from '../../../../shared/protocol/events.ts';
import { formatDateTime } from '../../../../shared/time/date-time.ts';
import { startReceiver, type TestReceiver } from '../../../support/callback-receiver.ts';
import { merchantBrowser } from '../../../support/merchant-pages.ts';
import { startTestService, type TestService, type TestUser } from '../../../support/service.ts';

let service: TestService;
let receiver: TestReceiver;
type Browser = ReturnType<typeof merchantBrowser>;
let admin: Browser;
let till: Browser;
let other: Browser;

beforeAll(async () => {
  service = await startTestService();
  receiver = await startReceiver();
  const browser = () => merchantBrowser(service);
  [admin, till, other] = [browser(), browser(), browser()];
  await admin.signIn(service.users.admin);
  await till.signIn(service.users.pos);
  await other.signIn(service.users.neighbour);
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

const listed = async (who: Browser, query = '') =>
  portalTillStatuses.parse((await who.get(`/till-status${query}`)).body);

async function register(id: string, user: TestUser): Promise<void> {
  const body = { id, name: `Till ${id}`, type: 'store' };
  const { status } = await service.key(user, '/pos/', { method: 'POST', body });
  expect(status).toBe(201);
}

async function says(id: string, user: TestUser, change: object = {}): Promise<number> {
  const body = {
    version: '0.1.0',
    clock: formatDateTime(service.service.simulator.now()),
    screen: 'idle',
    printer: 'ready',
    disk_free_bytes: 20_000_000_000,
    journal_bytes: 1_000,
    unsent: 0,
    open_bills: 2,
    ...change,
  };
  const sent = { method: 'PUT', body } as const;
  return (await service.secret(user, `/pos/${id}/status/`, sent)).status;
}

describe('the tills in the merchant portal', () => {
  it('shows what a till said to who may see tills, and nothing of it to another shop', async () => {
    const { pos, neighbour } = service.users;
    await register('front', service.users.admin);
    expect(await says('front', pos)).toBe(204);
    expect(await says('front', pos)).toBe(429);
    expect(await says('nowhere', pos)).toBe(404);
    expect(await says('front', neighbour)).toBe(404);
    const report = { version: 4, problem: null };
    const sent = { method: 'PUT', body: report } as const;
    expect((await service.secret(pos, '/pos/front/catalogue/', sent)).status).toBe(204);
    const one = await admin.get('/till-status/front');
    expect(portalTillStatus.parse(one.body)).toEqual({
      pos_id: 'front',
      name: 'Till front',
      last_seen: service.service.simulator.now(),
      attention: [],
      screen: 'idle',
      version: '0.1.0',
      catalogue: 4,
      printer: 'ready',
      disk_free_bytes: 20_000_000_000,
      journal_bytes: 1_000,
      unsent: 0,
      open_bills: 2,
      clock_ahead: expect.closeTo(0, -4),
    });
    expect((await listed(admin, '?q=FRONT')).items).toEqual([one.body]);
    expect(await listed(admin, '?only=attention')).toMatchObject({ items: [], attention: 0 });
    expect((await listed(other)).items).toEqual([]);
    for (const path of ['/till-status', '/till-status/front', '/till-alert']) {
      expect((await till.get(path)).status, path).toBe(409);
    }
    for (const call of [
      await other.get('/till-status/front'),
      await other.remove('/till-status/front'),
    ]) {
      expect(call.status).toBe(404);
    }
    expect((await till.remove('/till-status/front')).status).toBe(409);
    expect((await listed(admin)).items).toHaveLength(1);
  });

  it.each([
    ['version', ''],
    ['clock', 'noon'],
    ['screen', 'asleep'],
    ['open_bills', -1],
    ['journal_bytes', 1e300],
  ])('refuses a report whose %s is %j', async (name, value) => {
    expect(await says('front', service.users.pos, { [name]: value })).toBe(400);
  });

  it('tells the address of the shop that a till went silent, and that it is back', async () => {
    const set = { silent_minutes: 5, callback_uri: `${receiver.url}/tills` };
    expect(portalTillAlert.parse((await admin.post('/till-alert', set)).body)).toEqual(set);
    expect(portalTillAlert.parse((await admin.get('/till-alert')).body)).toEqual(set);
    expect(portalTillAlert.parse((await other.get('/till-alert')).body)).toEqual({
      silent_minutes: 10,
      callback_uri: null,
    });
    for (const wrong of [
      { ...set, silent_minutes: 4 },
      { ...set, callback_uri: 'nowhere' },
    ]) {
      expect((await admin.post('/till-alert', wrong)).status).toBe(400);
    }
    await service.service.simulator.advance(6 * 60);
    await expect.poll(() => receiver.events()).toEqual(['till_silent']);
    expect((await listed(admin, '?only=attention')).items).toMatchObject([
      { pos_id: 'front', attention: ['silent'] },
    ]);
    await service.service.simulator.advance(60 * 60);
    expect(await says('front', service.users.pos)).toBe(204);
    await expect.poll(() => receiver.events()).toEqual(['till_silent', 'till_reporting']);
    const [first, second] = receiver.heard.map(
      ({ body }): CallbackMessage => callbackMessage.parse(JSON.parse(String(body))),
    );
    expect(first).toMatchObject({
      meta: { seqno: 0 },
      object: { pos_id: 'front', name: 'Till front' },
    });
    expect(second?.meta.seqno).toBe(1);
    expect(receiver.heard[0]?.headers).toHaveProperty('authorization');
  });

  it('has no till any more whose point of sale was removed', async () => {
    // The session before has run out meanwhile.
    await admin.signIn(service.users.admin);
    await register('gone', service.users.admin);
    expect(await says('gone', service.users.pos)).toBe(204);
    expect((await listed(admin)).all).toBe(2);
    const removed = await service.key(service.users.admin, '/pos/gone/', { method: 'DELETE' });
    expect(removed.status).toBe(204);
    expect((await listed(admin)).all).toBe(1);
    expect((await admin.remove('/till-status/front')).status).toBe(204);
    expect((await admin.remove('/till-status/front')).status).toBe(404);
  });
});
