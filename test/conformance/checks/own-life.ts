import { expect } from 'vitest';
import { classOf } from '../../../shared/protocol/status-class.ts';
import { DAY, SECOND } from '../../../shared/time/clock.ts';
import { CUSTOMER, member, type World } from '../world.ts';
import type { OwnChecks } from './own.ts';

const put = ({ test }: World, tid: string, body: unknown) =>
  test.secret(test.users.pos, `/payment_request/${tid}/`, { method: 'PUT', body });
const signed = ({ test }: World, tid: string, body: unknown) =>
  test.key(test.users.admin, `/payment_request/${tid}/`, { method: 'PUT', body });
const PART = { action: 'capture', amount: 5_000, additional_amount: 0, currency: 'NOK' };
const pass = (world: World, milliseconds: number) =>
  world.test.service.simulator.advance(milliseconds / SECOND);

export const LIFE_CHECKS: OwnChecks = {
  async 'code/unknown'() {
    expect([1999, 3999, 2999, 4999, 5999].map(classOf)).toEqual([
      'temporary',
      'temporary',
      'success',
      'failure',
      'failure',
    ]);
  },
  async 'move/create'(world) {
    const tid = await world.payment();
    expect(await world.outcome(tid)).toMatchObject({
      status_code: 1003,
      status: 'pending',
      auth_amount: 0,
      captures: [],
    });
  },
  async 'move-rule/three-days'(world) {
    const tid = await world.payment('auth');
    await pass(world, 3 * DAY - SECOND);
    expect((await world.outcome(tid)).status_code).toBe(3008);
    await pass(world, SECOND);
    expect((await world.outcome(tid)).status_code).toBe(5012);
  },
  async 'move-rule/early-capture'(world) {
    expect((await put(world, await world.payment(), { action: 'capture' })).status).toBe(409);
    expect((await put(world, await world.payment('paid'), { action: 'abort' })).status).toBe(409);
  },
  async 'move-rule/capture-elsewhere'(world) {
    for (const state of ['pending', 'aborted', 'rejected'] as const) {
      const reply = await put(world, await world.payment(state), { action: 'capture' });
      expect([state, reply.status]).toEqual([state, 409]);
    }
    const other = { ...PART, capture_id: 'new' };
    expect((await put(world, await world.payment('paid'), other)).status).toBe(409);
  },
  async 'move-rule/expiry-fails'(world) {
    const pending = await world.payment('pending', { expires_in: 60 });
    const authorised = await world.payment('auth', { expires_in: 60 });
    await pass(world, 3 * DAY);
    expect((await world.outcome(pending)).status).toBe('fail');
    expect((await world.outcome(authorised)).status).toBe('fail');
  },
  async 'move-rule/refund-partial'(world) {
    const tid = await world.payment('part');
    expect(await world.outcome(tid)).toMatchObject({ status_code: 3008, auth_amount: 7_500 });
    const rest = { ...PART, amount: 7_500, capture_id: 'two' };
    expect((await put(world, tid, rest)).status).toBe(204);
    expect(await world.outcome(tid)).toMatchObject({ status_code: 2000, auth_amount: 0 });
    expect((await signed(world, tid, { action: 'refund', text: 'cold' })).status).toBe(204);
    const refunds = [
      { id: null, amount: 12_500, additional_amount: 0, chat_message_data_text: 'cold' },
    ];
    expect(await world.outcome(tid)).toMatchObject({ status_code: 2000, refunds });
  },
  async 'move-rule/permission-codes'(world) {
    const read = async (rid: string) =>
      Object((await world.call('permissionOutcome', { params: { rid } })).json);
    expect(await read(await world.permission())).toMatchObject({
      status: 'pending',
      status_code: 1003,
    });
    const accepted = await read(await world.permission('accept'));
    expect(accepted).toMatchObject({ status: 'ok', status_code: 2000 });
    const declined = await read(await world.permission('decline'));
    expect(declined).toMatchObject({ status: 'fail', status_code: 5006, access_token: null });
  },
  async 'put/action'(world) {
    for (const action of ['reauth', 'Reauth', 'REAUTH', 'capture']) {
      expect((await put(world, await world.payment('auth'), { action })).status).toBe(204);
    }
    expect((await put(world, await world.payment('auth'), { action: 'pay' })).status).toBe(400);
  },
  async 'put/numbers'(world) {
    const tid = await world.payment('auth');
    const body = { action: 'reauth', amount: 1, currency: 'NOK' };
    expect((await put(world, tid, body)).status).toBe(204);
    expect((await put(world, tid, { ...body, amount: -1, capture_id: 'a b' })).status).toBe(204);
    expect(await world.outcome(tid)).toMatchObject({ auth_amount: 12_500 });
    expect((await put(world, tid, { action: 'capture', currency: 'NOK' })).status).toBe(204);
    expect((await world.outcome(tid)).status_code).toBe(2000);
  },
  async 'put/ids'(world) {
    const tid = await world.payment('auth');
    expect((await put(world, tid, { ...PART, capture_id: 'a b' })).status).toBe(400);
    const other = { action: 'capture', refund_id: 'ignored' };
    expect((await put(world, tid, other)).status).toBe(204);
    expect((await world.outcome(tid)).status_code).toBe(2000);
    const refund = { ...PART, action: 'refund', refund_id: 'one' };
    for (const bad of [{ refund_id: 'a b' }, { text: 7 }, { amount: -1 }]) {
      expect((await signed(world, tid, { ...refund, ...bad })).status).toBe(400);
    }
    expect((await signed(world, tid, { ...refund, capture_id: 'a b' })).status).toBe(204);
  },
  async 'put/partial'(world) {
    const tid = await world.payment('auth');
    const whole = { ...PART, capture_id: 'one' };
    for (const left of ['additional_amount', 'currency', 'capture_id', 'amount']) {
      const { [left]: _, ...half } = { ...whole } as Record<string, unknown>;
      expect([left, (await put(world, tid, half)).status]).toEqual([left, 400]);
    }
    expect((await put(world, tid, whole)).status).toBe(204);
  },
  async 'put/full'(world) {
    const tid = await world.payment('auth', { additional_amount: 500 });
    expect((await put(world, tid, { action: 'capture' })).status).toBe(204);
    const captures = [{ id: null, amount: 12_500, additional_amount: 500 }];
    expect(await world.outcome(tid)).toMatchObject({ status_code: 2000, captures });
  },
  async 'put/idempotent'(world) {
    const tid = await world.payment('auth');
    const body = { ...PART, capture_id: 'one' };
    for (let turn = 0; turn < 2; turn += 1) expect((await put(world, tid, body)).status).toBe(204);
    expect(Object((await world.outcome(tid)).captures)).toHaveLength(1);
    const full = await world.payment('auth');
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await put(world, full, { action: 'capture' })).status).toBe(204);
    }
    expect(Object((await world.outcome(full)).captures)).toHaveLength(1);
  },
  async 'put/refund-key'(world) {
    const tid = await world.payment('paid');
    expect((await put(world, tid, { action: 'refund' })).status).toBe(401);
    expect((await signed(world, tid, { action: 'refund' })).status).toBe(204);
  },
  async 'limit/authorisation'(world) {
    const tid = await world.payment('auth');
    await pass(world, 2 * DAY);
    expect((await put(world, tid, { action: 'reauth' })).status).toBe(204);
    await pass(world, 3 * DAY - SECOND);
    expect((await world.outcome(tid)).status_code).toBe(3008);
    await pass(world, SECOND);
    expect((await world.outcome(tid)).status_code).toBe(5012);
  },
  async 'limit/per-payment'(world) {
    const reply = await world.call('merchantRead');
    expect(Object(reply.json)).toHaveProperty('per_payment_amount_limit');
  },
  async 'flow/static-by-id'(world) {
    const { shortlink } = await world.scanned();
    const tid = await world.payment('auth', { customer: `shortlink_id:${shortlink}` });
    expect((await world.outcome(tid)).status_code).toBe(3008);
    const [sticker] = world.test.ready.shortlinks;
    if (sticker === undefined) throw new Error('the demo has no sticker');
    await world.test.service.simulator.scan(CUSTOMER, { shortlink: sticker.id });
    const serial = `shortlink_sn:${sticker.serial_number}`;
    const other = await world.payment('auth', { customer: serial });
    expect((await world.outcome(other)).status_code).toBe(3008);
  },
  async 'flow/static-listens'(world) {
    const { shortlink } = await world.scanned();
    await world.payment('auth', { customer: `shortlink_id:${shortlink}` });
    const tid = await world.payment('pending', { customer: `shortlink_id:${shortlink}` });
    const { simulator } = world.test.service;
    expect((await simulator.confirm(tid)).ok).toBe(false);
    await simulator.scan(CUSTOMER, { shortlink });
    expect((await simulator.confirm(tid)).ok).toBe(true);
  },
  async 'flow/static-age'(world) {
    const { shortlink } = await world.scanned();
    await pass(world, 90 * SECOND);
    const customer = `shortlink_id:${shortlink}`;
    const late = await world.payment('pending', { customer });
    expect((await world.test.service.simulator.confirm(late)).ok).toBe(false);
    await put(world, late, { action: 'abort' });
    const wide = await world.payment('auth', { customer, max_scan_age: 120 });
    expect((await world.outcome(wide)).status_code).toBe(3008);
  },
  async 'flow/static-abort'(world) {
    const { shortlink } = await world.scanned();
    const customer = `shortlink_id:${shortlink}`;
    const tid = await world.payment('pending', { customer, max_scan_age: 0 });
    expect((await put(world, tid, { action: 'abort' })).status).toBe(204);
    expect((await world.outcome(tid)).status_code).toBe(4019);
  },
  async 'flow/scan-address'(world) {
    const { shortlink } = await world.scanned('bord-7');
    const reply = await world.call('shortlinkLastScan', { params: { shortlink_id: shortlink } });
    expect(Object(reply.json).argstring).toBe('bord-7');
    const read = await world.call('shortlinkRead', { params: { shortlink_id: shortlink } });
    expect(member(read.json, 'shortlink_value')).toBe(
      `${world.test.ready.shortlink_url}/s/${shortlink}/`,
    );
  },
  async 'flow/scan-event'(world) {
    const { token } = await world.scanned('bord-8');
    expect(token).toMatch(/^token:\d+$/);
    await pass(world, 0);
    expect(world.plain.events()).toContain('shortlink_scanned');
  },
  async 'flow/scan-request'(world) {
    const { token } = await world.scanned();
    const tid = await world.payment('auth', { customer: token });
    expect(await world.outcome(tid)).toMatchObject({ customer: token, status_code: 3008 });
  },
  async 'flow/scan-outcome'(world) {
    const { token } = await world.scanned();
    const tid = await world.payment('pending', { customer: token });
    expect((await world.outcome(tid)).status_code).toBe(1003);
    await world.test.service.simulator.reject(tid);
    expect((await world.outcome(tid)).status_code).toBe(5006);
  },
  async 'flow/scan-capture'(world) {
    const { token } = await world.scanned();
    const tid = await world.payment('paid', { customer: token });
    expect((await world.outcome(tid)).status_code).toBe(2000);
  },
  async 'flow/access-token'(world) {
    const rid = await world.permission('accept');
    const outcome = await world.call('permissionOutcome', { params: { rid } });
    const customer = member(outcome.json, 'access_token');
    const tid = await world.payment('auth', { customer });
    expect((await world.outcome(tid)).status_code).toBe(3008);
    const body = { customer, pos_id: 'kasse-1', pos_tid: world.fresh(), scope: 'openid' };
    expect((await world.call('permissionCreate', { body })).status).toBe(201);
  },
};
