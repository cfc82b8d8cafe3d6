import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { EVENT_SUBPROTOCOL } from '../../shared/protocol/channel.ts';
import { holdTimers } from '../support/held-timers.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { secretHeaders, signedHeaders } from '../support/wire.ts';

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.stop());

const CUSTOMER = '4798765432';

const socketUrl = () => `${test.ready.base_url.replace('http:', 'ws:')}/event/`;

/** Opens the event socket; rejects with the status when the service refuses. */
async function open(headers: Readonly<Record<string, string>>, url = socketUrl()) {
  const socket = new WebSocket(url, [EVENT_SUBPROTOCOL], { headers });
  const refused = new Promise<never>((_, reject) => {
    socket.on('unexpected-response', (_request, reply) => {
      socket.terminate();
      reject(new Error(`refused with ${reply.statusCode}`));
    });
    socket.on('error', () => {});
  });
  await Promise.race([once(socket, 'open'), refused]);
  return socket;
}

const posHeaders = () => {
  const { merchant, id, secret } = test.users.pos;
  return secretHeaders(merchant, id, secret);
};

describe('the event socket of the service', () => {
  it('reports changes of payments to a device', async () => {
    const socket = await open(posHeaders());
    const heard: string[] = [];
    const paid = new Promise<void>((resolve) => {
      socket.on('message', (data) => {
        const message = JSON.parse(data.toString());
        if (message.type === 'event') heard.push(message.message.meta.event);
        if (heard.includes('payment_captured')) resolve();
      });
    });
    socket.send(JSON.stringify({ type: 'subscribe', channels: ['till.one'] }));
    const tid = await test.payment({ customer: CUSTOMER, callback_uri: 'ws:till.one' });
    await test.simulator(`/payment_request/${tid}/confirm/`, { method: 'POST' });
    const capture = { method: 'PUT', body: { action: 'capture' } };
    await test.secret(test.users.pos, `/payment_request/${tid}/`, capture);
    await paid;
    expect(heard).toEqual(['payment_authorized', 'payment_captured']);
    socket.terminate();
  });

  it('closes before the next event when its user is removed', async () => {
    const { merchant } = test.users.pos;
    const body = { id: 'leaving', secret: 'a secret of its own' };
    await test.key(test.users.admin, '/user/', { method: 'POST', body });
    const socket = await open(secretHeaders(merchant, 'leaving', body.secret));
    const heard: string[] = [];
    socket.on('message', (data) => heard.push(JSON.parse(data.toString()).type));
    socket.send(JSON.stringify({ type: 'subscribe', channels: ['till.gone'] }));
    await expect.poll(() => heard).toEqual(['subscribed']);
    await test.key(test.users.admin, '/user/leaving/', { method: 'DELETE' });
    const closed = once(socket, 'close');
    const tid = await test.payment({ customer: CUSTOMER, callback_uri: 'ws:till.gone' });
    await test.simulator(`/payment_request/${tid}/reject/`, { method: 'POST' });
    expect((await closed)[0]).toBe(1008);
    expect(heard).toEqual(['subscribed']);
  });

  it('accepts a signed request', async () => {
    const { merchant, id, privateKey } = test.users.admin;
    const url = `${test.ready.base_url}/event/`;
    const at = test.service.simulator.now();
    const signed = signedHeaders({ merchant, user: id, privateKey: privateKey ?? '', url, at });
    const socket = await open(signed);
    expect(socket.protocol).toBe(EVENT_SUBPROTOCOL);
    socket.terminate();
  });

  it('is refused with 401 for wrong credentials and with 404 at another address', async () => {
    await expect(open({})).rejects.toThrow('401');
    await expect(open({ ...posHeaders(), Authorization: 'SECRET wrong' })).rejects.toThrow('401');
    const elsewhere = socketUrl().replace('/event/', '/pos/');
    await expect(open(posHeaders(), elsewhere)).rejects.toThrow('404');
  });

  it('answers a plain GET with 400', async () => {
    const page = await test.secret(test.users.pos, '/event/');
    expect(page.status).toBe(400);
  });

  it('closes when the service stops, without the grace period', async () => {
    const fresh = await startTestService();
    const { merchant, id, secret } = fresh.users.pos;
    const url = `${fresh.ready.base_url.replace('http:', 'ws:')}/event/`;
    const socket = await open(secretHeaders(merchant, id, secret), url);
    const closed = once(socket, 'close');
    // The grace of a stop does not pass.
    const timers = holdTimers();
    await fresh.stop();
    await closed;
    timers.release();
  });
});

describe('connections that send invalid data', () => {
  it('are answered with 400 and closed', async () => {
    const { hostname, port } = new URL(test.ready.base_url);
    const socket = connect(Number(port), hostname);
    socket.write('this is not HTTP\r\n\r\n');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(socket, 'close');
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  });
});
