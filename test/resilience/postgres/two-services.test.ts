import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { HINTS_EVERY } from '../../../service/store/postgres/listener.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import { holdTimers } from '../../support/held-timers.ts';
import { until } from '../../support/last-resort.ts';
import { newPostgres, type TestDatabase } from '../../support/postgres/shared.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { secretHeaders } from '../../support/wire.ts';

/* Two services on one PostgreSQL database. */

const folder = mkdtempSync(join(tmpdir(), 'tillkit-two-'));
let database: TestDatabase;
let [one, two]: TestService[] = [];
beforeAll(async () => {
  database = await newPostgres();
  const options = {
    data: { kind: 'directory', path: folder },
    databaseUrl: database.url,
    clock: 'system',
  } as const;
  [one, two] = await Promise.all([startTestService(options), startTestService(options)]);
});
afterAll(async () => {
  await Promise.all([one?.stop(), two?.stop()]);
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

function both(): [TestService, TestService] {
  if (one === undefined || two === undefined) throw new Error('there are not two services');
  return [one, two];
}

it('two services that start at the same time have the same demo users', () => {
  const [here, there] = both();
  expect(there.ready.users).toEqual(here.ready.users);
  expect(there.ready.integrator).toEqual(here.ready.integrator);
});

it('a service answers a till that polls it when the customer approves at the other service', async () => {
  const [here, there] = both();
  const customer = here.ready.customers[0]?.msisdn;
  // Before the creation, so that the pause after its notice is held on every machine.
  const timers = holdTimers();
  const tid = await here.payment({ pos_tid: 'wait', customer });
  const waiting = there.secret(
    there.users.pos,
    `/payment_request/${tid}/outcome/?wait=20&since=1003`,
  );
  await timers.asked(20 * SECOND);
  await here.simulator(`/payment_request/${tid}/confirm/`, { method: 'POST', body: {} });
  let answered = false;
  const end = () => {
    answered = true;
  };
  waiting.then(end, end);
  // The service pauses after each notice. The 20 seconds do not pass.
  let pauses = 0;
  await until(
    () => {
      for (; pauses < timers.count(HINTS_EVERY); pauses += 1) timers.pass(HINTS_EVERY);
      return answered;
    },
    (is) => is,
  );
  expect((await waiting).json).toMatchObject({ status_code: 3008 });
  timers.release();
});

it('a service delivers events of the other service to its devices, once and in order', async () => {
  const [here, there] = both();
  const { merchant, id, secret } = there.users.pos;
  const url = `${there.ready.base_url.replace('http', 'ws')}/event/`;
  const headers = secretHeaders(merchant, id, secret);
  const socket = new WebSocket(url, 'svc.events.v1', { headers });
  const heard: { readonly seq: number; readonly event: string }[] = [];
  let subscribed = false;
  socket.on('message', (data) => {
    const said = JSON.parse(String(data));
    subscribed ||= said.type === 'subscribed';
    if (said.type === 'event') heard.push({ seq: said.seq, event: said.message.meta.event });
  });
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ type: 'subscribe', channels: ['till-7'] }));
  await until(
    () => subscribed,
    (is) => is,
  );
  const customer = here.ready.customers[0]?.msisdn;
  const tid = await here.payment({ pos_tid: 'hear', customer, callback_uri: 'ws:till-7' });
  await here.simulator(`/payment_request/${tid}/confirm/`, { method: 'POST', body: {} });
  await there.secret(there.users.pos, `/payment_request/${tid}/`, {
    method: 'PUT',
    body: { action: 'release' },
  });
  await until(
    () => heard.length,
    (count) => count >= 2,
  );
  expect(heard.map(({ seq }) => seq)).toEqual([1, 2]);
  expect(heard[0]?.event).toBe('payment_authorized');
  socket.close();
});
