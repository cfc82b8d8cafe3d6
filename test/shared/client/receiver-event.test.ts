import { describe, expect, it } from 'vitest';
import { callback, meta, receiverOf } from '../../support/callback-sender.ts';

/* The event that the receiver of a shop's server reads from an accepted callback. */

describe('the event of a callback', () => {
  const eventOf = async (message: unknown) => {
    const received = await receiverOf().receive(callback(message), () => undefined);
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
