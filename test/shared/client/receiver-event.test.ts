import { describe, expect, it } from 'vitest';
import { type ArrivedCallback, createSeen, type Seen } from '../../../shared/client/index.ts';
import { callback, meta, receiverOf, stranger } from '../../support/callback-sender.ts';

/* How the receiver of a shop's server handles accepted callbacks: repeats and events. */

describe('a repeated callback', () => {
  it('is recognised by the message id, whatever its signature and timestamp', async () => {
    const receiver = receiverOf();
    const seen = async (arrived: ArrivedCallback) => {
      const received = await receiver.receive(arrived);
      return received.ok ? received.repeat : received.problem;
    };
    expect(await seen(callback({ meta: meta() }))).toBe(false);
    const again = callback({ meta: meta() }, { timestamp: '2026-11-20 08:05:30' });
    expect(await seen(again)).toBe(true);
    expect(await seen(callback({ meta: meta({ id: 'm2' }) }))).toBe(false);
  });

  it('counts as new after the server has forgotten the first one', async () => {
    const receiver = receiverOf();
    const sent = callback({ meta: meta() });
    const first = await receiver.receive(sent);
    if (!first.ok) throw new Error(first.description);
    await first.forget();
    expect(await receiver.receive(sent)).toMatchObject({ ok: true, repeat: false });
    expect(await receiver.receive(sent)).toMatchObject({ ok: true, repeat: true });
  });

  it('counts as new if the first one with the same id was refused', async () => {
    const receiver = receiverOf();
    const forged = callback({ meta: meta() }, { key: stranger.privateKey });
    expect(await receiver.receive(forged)).toMatchObject({ ok: false });
    const real = await receiver.receive(callback({ meta: meta() }));
    expect(real).toMatchObject({ ok: true, repeat: false });
  });

  it('is exactly one of two that arrive at the same moment on a shared store', async () => {
    const noted = new Set<string>();
    const shared: Seen = {
      async note(id) {
        await Promise.resolve();
        const fresh = !noted.has(id);
        noted.add(id);
        return fresh;
      },
      async forget(id) {
        noted.delete(id);
      },
    };
    const both = [receiverOf({ seen: shared }), receiverOf({ seen: shared })];
    const sent = callback({ meta: meta() });
    const received = await Promise.all(both.map((receiver) => receiver.receive(sent)));
    const repeats = received.map((one) => (one.ok ? one.repeat : one.problem));
    expect(repeats.sort()).toEqual([false, true]);
  });
});

describe('the event of a callback', () => {
  const eventOf = async (message: unknown) => {
    const received = await receiverOf().receive(callback(message));
    if (!received.ok) throw new Error(received.description);
    return received.event;
  };

  it('is a payment with the address of its outcome', async () => {
    const event = await eventOf({ meta: meta() });
    expect(event).toMatchObject({ kind: 'payment', event: 'payment_captured', object: null });
    expect(event.meta.uri).toContain('/payment_request/p1/outcome/');
  });

  it('is an answered or expired permission, with its tokens if the callback contains them', async () => {
    const object = {
      ...{ access_token: 'at', id_token: null, token_type: 'Bearer', expires_in: 3600 },
      ...{ refresh_token: 'rt', scope: 'openid', currency: 'NOK', transaction_fee: 100 },
      ...{ status: 'ok', status_code: 2000, pos_id: 'till', pos_tid: 'p-1', rid: 'r1' },
      user_info: null,
    };
    for (const name of ['permission_request_answered', 'permission_request_expired']) {
      const event = await eventOf({ meta: meta({ event: name }), object });
      expect(event).toMatchObject({ kind: 'permission', meta: { event: name } });
      expect(event.object).toMatchObject({ rid: 'r1', access_token: 'at', scope: 'openid' });
      const bare = await eventOf({ meta: meta({ event: name }) });
      expect(bare).toMatchObject({ kind: 'permission', object: null });
    }
  });

  it('is a scan with the customer’s token, the labels and the argument string', async () => {
    const scan = meta({ event: 'shortlink_scanned', uri: null, labels: ['Bord 4'] });
    const event = await eventOf({ meta: scan, object: { id: 'token:123', argstring: 'bord-4' } });
    expect(event).toMatchObject({
      kind: 'scan',
      meta: { labels: ['Bord 4'] },
      object: { id: 'token:123', argstring: 'bord-4' },
    });
  });

  it('is a display message, or of kind other with its object unchanged if the name is unknown', async () => {
    const shown = {
      ...{ tid: 'p1', pos_id: 'till', pos_tid: 's1', status: 'pending', status_code: 1003 },
      ...{ level: 'info', message: 'The customer has opened the request.' },
    };
    const display = await eventOf({ meta: meta({ event: 'display_message' }), object: shown });
    expect(display).toMatchObject({ kind: 'display', object: shown });
    const later = await eventOf({ meta: meta({ event: 'moon_paid' }), object: { any: [1] } });
    expect(later).toMatchObject({ kind: 'other', object: { any: [1] } });
  });

  it('is read although the message has unknown members', async () => {
    const more = { meta: { ...meta({ event: 'shortlink_scanned' }), shard: 7 }, signed_by: 'x' };
    const event = await eventOf({ ...more, object: { id: 't', argstring: '', colour: 'red' } });
    expect(event).toMatchObject({ kind: 'scan', object: { id: 't', argstring: '' } });
  });
});

describe('the store of handled message ids', () => {
  it('removes the oldest id when it is full', () => {
    const seen = createSeen(2);
    expect([seen.note('a'), seen.note('b'), seen.note('b'), seen.note('c')]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    expect([seen.note('b'), seen.note('a')]).toEqual([false, true]);
  });
});
