import { describe, expect, it } from 'vitest';
import type { ClientResult } from '../../../../shared/client/index.ts';
import { CODE } from '../../../../shared/protocol/status-codes.ts';
import type { Written } from '../../../../shared/terminal/index.ts';
import { ok, refused, silence } from '../../../support/model-service.ts';
import { ASK, gaps, MADE, WAITING, world } from './data-world.ts';

/* A request for data: the till journals it, sends it and repeats it after a lost reply. */

const EXPIRED = { status: 'fail', status_code: CODE.requestExpired } as const;
const LATER: ClientResult<never> = refused(429, 'Not now.');

describe('a request for data', () => {
  it('is journalled before it is sent, and sent as it was journalled', async () => {
    const one = world();
    const asked = await one.ask();
    expect(one.kinds()).toEqual(['permission_opened', 'permission_created']);
    const id = asked.ok ? asked.value.id : '';
    expect(id).toMatch(/^data-[a-z0-9]+$/);
    expect(one.made.map(({ body }) => body)).toEqual([
      {
        customer: 'msisdn:4712345678',
        pos_id: 'till1',
        pos_tid: id,
        text: 'Member?',
        callback_uri: 'ws:till.till1',
        scope: 'openid phone',
        expires_in: 300,
      },
    ]);
    expect(one.permissionQueue().permissions()).toMatchObject([{ id, rid: 'r1', end: null }]);
    expect(one.changes()).toBeGreaterThanOrEqual(2);
  });

  it('accepts a scan token as its customer, and refuses other methods and unknown scopes', async () => {
    const one = world();
    await one.ask({ ...ASK, customer: { kind: 'scan_token', token: 'token:abc' } });
    expect(one.made[0]?.body).toMatchObject({ customer: 'token:abc' });
    // A register may be any program; its input is checked like all input from outside.
    for (const customer of [{ kind: 'qr' }, { kind: 'phone', msisdn: '12' }]) {
      const request = Object.assign({ ...ASK }, { customer });
      expect(await one.ask(request)).toMatchObject({ ok: false });
    }
    expect(await one.ask(Object.assign({ ...ASK }, { customer: { kind: 'qr' } }))).toMatchObject({
      refusal: {
        type: 'Bad Request',
        description: 'A request for data goes to a phone number or a scan.',
      },
    });
    expect(await one.ask({ ...ASK, scope: 'everything' })).toMatchObject({ ok: false });
    expect(one.made).toHaveLength(1);
    expect(one.kinds().filter((kind) => kind === 'permission_opened')).toHaveLength(1);
  });

  it('is refused if it cannot be journalled, or if the till does not ask for data', async () => {
    const one = world();
    const failure = { kind: 'full', description: 'The disk is full.' } as const;
    one.memory.onAppend(async (): Promise<Written> => ({ ok: false, failure }));
    expect(await one.ask()).toMatchObject({
      refusal: { type: 'Service Unavailable', description: 'The disk is full.' },
    });
    expect([one.made, one.permissionQueue().permissions()]).toEqual([[], []]);
    one.begin(null);
    expect(await one.ask()).toMatchObject({
      refusal: { type: 'Conflict', description: 'This till does not ask for data.' },
    });
  });

  it('is sent again after no answer and after 429', async () => {
    const one = world({ creates: [silence(), LATER, silence(), MADE] });
    await one.ask();
    await one.pass(10_000);
    expect(gaps(one.made.map(({ at }) => at))).toEqual([500, 1_500, 3_500]);
    expect(new Set(one.made.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(one.permissionQueue().permissions()[0]?.rid).toBe('r1');
  });

  it('ends if the service refuses it, with at most 1,000 characters of its sentence', async () => {
    const one = world({ creates: [refused(400, 'x'.repeat(1_100))] });
    await one.ask();
    await one.pass(10_000);
    expect(one.ends()).toEqual([['refused', 'x'.repeat(1_000)]]);
    expect([one.made.length, one.read.length]).toEqual([1, 0]);
    expect(one.permissionQueue().permissions()[0]?.end?.how).toBe('refused');
  });

  it.each([
    ['a refusal, only when it is durable', { creates: [refused(400, 'No.')] }, null],
    ['an expiry, at once', { reads: [ok(200, { ...WAITING, ...EXPIRED })] }, 'expired'],
  ] as const)('shows how it ended: %s', async (_, replies, shown) => {
    const one = world(replies);
    const failure = { kind: 'full', description: 'The disk is full.' } as const;
    one.memory.onAppend(
      async (record): Promise<Written> =>
        record.kind === 'permission_ended' ? { ok: false, failure } : { ok: true },
    );
    await one.ask();
    await one.pass(10_000);
    expect(one.ends()).toEqual([]);
    expect(one.permissionQueue().permissions()[0]?.end?.how ?? null).toBe(shown);
  });

  it('does not end by a refusal after a lost reply, because the first request may have arrived', async () => {
    const one = world({ creates: [silence(), refused(409, 'No.'), MADE] });
    await one.ask();
    await one.pass(5_000);
    expect(one.ends()).toEqual([]);
    expect(one.permissionQueue().permissions()[0]?.rid).toBe('r1');
  });
});
