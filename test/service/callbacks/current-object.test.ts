import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { startReceiver, type TestReceiver } from '../../support/callback-receiver.ts';
import { createIssuer, issue } from '../../support/certificates.ts';
import { newPostgres } from '../../support/postgres/shared.ts';
import { member, startTestService, type TestService } from '../../support/service.ts';
import { STORES, type StoreKind } from '../../support/stores.ts';
import { secretHeaders } from '../../support/wire.ts';

const CUSTOMER = '4798765432';
const HOUR = 3_600;

describe.each(STORES)('the object of a late message on %s', (kind: StoreKind) => {
  let test: TestService;
  let shop: TestReceiver;
  let database: Awaited<ReturnType<typeof newPostgres>> | null = null;
  beforeAll(async () => {
    const issuer = createIssuer('Test issuer');
    shop = await startReceiver(issue(issuer, ['127.0.0.1']));
    database = kind === 'postgres' ? await newPostgres() : null;
    const address = database === null ? {} : { databaseUrl: database.url };
    test = await startTestService({ callbackCa: issuer.cert, ...address });
  });
  afterAll(async () => {
    await test.stop();
    await shop.stop();
    await database?.drop();
  });

  const advance = (seconds: number) => test.service.simulator.advance(seconds);
  const outcome = async (tid: string) =>
    Object((await test.secret(test.users.pos, `/payment_request/${tid}/outcome/`)).json);
  const capture = (tid: string) =>
    test.secret(test.users.pos, `/payment_request/${tid}/`, {
      method: 'PUT',
      body: { action: 'capture' },
    });
  const heardAt = (target: string) =>
    shop.heard.filter((heard) => heard.target === target).map(({ message }) => message);
  const withoutUpload = ({ attachment_uri: _, ...rest }: Record<string, unknown>) => rest;

  it('has the state at the time of the attempt, with a valid upload address', async () => {
    shop.answer(503, 503, 204);
    const target = `/late-${kind}`;
    const callback_uri = shop.url + target;
    const tid = await test.payment({ customer: CUSTOMER, pos_tid: target.slice(1), callback_uri });
    await test.service.simulator.confirm(tid);
    await advance(0);
    await capture(tid);
    await advance(2 * HOUR);
    const heard = heardAt(target);
    expect(heard.map(({ meta }) => [meta.event, meta.seqno])).toEqual([
      ['payment_authorized', 0],
      ['payment_authorized', 0],
      ['payment_authorized', 0],
      ['payment_captured', 1],
    ]);
    expect(new Set(heard.slice(0, 3).map(({ meta }) => JSON.stringify(meta))).size).toBe(1);
    const objects = heard.map(({ object }) => Object(object));
    expect(objects.map(({ status_code }) => status_code)).toEqual([3008, 2000, 2000, 2000]);
    expect(withoutUpload(objects.at(-1))).toEqual(withoutUpload(await outcome(tid)));
  });

  it('has a valid upload address after the first one has expired', async () => {
    shop.answer(503, 503, 503, 503, 503, 503, 204);
    const target = `/upload-${kind}`;
    const callback_uri = shop.url + target;
    const tid = await test.payment({ customer: CUSTOMER, pos_tid: target.slice(1), callback_uri });
    await test.service.simulator.confirm(tid);
    await advance(0);
    // The sixth retry is 81 minutes after the event.
    await advance(5_000);
    const [first, ...rest] = heardAt(target).map(({ object }) => Object(object).attachment_uri);
    const upload = async (uri: string) => {
      const form = new FormData();
      form.append('0', new Blob(['{}'], { type: 'application/json' }));
      return (await fetch(uri, { method: 'POST', body: form })).status;
    };
    expect(await upload(first)).toBe(404);
    expect(await upload(rest.at(-1))).not.toBe(404);
  });

  it('has the current tokens and expiry of a permission', async () => {
    shop.answer(503, 204);
    const target = `/permission-${kind}`;
    const body = {
      customer: CUSTOMER,
      pos_id: 'kasse-1',
      pos_tid: target.slice(1),
      scope: 'openid phone',
      callback_uri: shop.url + target,
    };
    const sent = { method: 'POST', body };
    const rid = member(
      (await test.secret(test.users.pos, '/permission_request/', sent)).json,
      'id',
    );
    await test.service.simulator.accept(rid);
    await advance(0);
    await advance(5);
    const [first, second] = heardAt(target).map(({ object }) => Object(object));
    expect(first.access_token).toBe(second.access_token);
    expect(first.expires_in - second.expires_in).toBe(5);
  });

  it('has the current state when a device returns to its channel later', async () => {
    const channel = `till-${kind}`;
    const callback_uri = `ws:${channel}`;
    const tid = await test.payment({ customer: CUSTOMER, pos_tid: channel, callback_uri });
    await test.service.simulator.confirm(tid);
    await advance(2 * HOUR);
    await capture(tid);
    const { merchant, id, secret } = test.users.pos;
    const url = `${test.ready.base_url.replace('http', 'ws')}/event/`;
    const headers = secretHeaders(merchant, id, secret);
    const socket = new WebSocket(url, 'svc.events.v1', { headers });
    const events: unknown[] = [];
    socket.on('message', (data) => {
      const { type, message } = JSON.parse(data.toString());
      if (type === 'event') events.push([message.meta.event, message.object.status_code]);
    });
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'subscribe', channels: [channel] }));
    await expect
      .poll(() => events)
      .toEqual([
        ['payment_authorized', 2000],
        ['payment_captured', 2000],
      ]);
    socket.close();
    await once(socket, 'close');
  });
});
