import { classOf } from '../../../shared/protocol/status-class.ts';
import { DAY, SECOND } from '../../../shared/time/clock.ts';
import { call, member, outcomeOf, payment, permission, scanned } from './example-call.ts';
import { expect } from './expect.ts';
import type { OwnChecks, Subject } from './subject.ts';

const put = (subject: Subject, tid: string, body: unknown) =>
  subject.secret(subject.pos, `/payment_request/${tid}/`, { method: 'PUT', body });
const signed = (subject: Subject, tid: string, body: unknown) =>
  subject.key(subject.admin(), `/payment_request/${tid}/`, { method: 'PUT', body });
const PART = { action: 'capture', amount: 5_000, additional_amount: 0, currency: 'NOK' };
const pass = (subject: Subject, milliseconds: number) => subject.simulator.advance(milliseconds);

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
  async 'move/create'(subject) {
    const tid = await payment(subject);
    expect(await outcomeOf(subject, tid)).toMatchObject({
      status_code: 1003,
      status: 'pending',
      auth_amount: 0,
      captures: [],
    });
  },
  async 'move-rule/three-days'(subject) {
    const tid = await payment(subject, 'auth');
    await pass(subject, 3 * DAY - SECOND);
    expect((await outcomeOf(subject, tid)).status_code).toBe(3008);
    await pass(subject, SECOND);
    expect((await outcomeOf(subject, tid)).status_code).toBe(5012);
  },
  async 'move-rule/early-capture'(subject) {
    expect((await put(subject, await payment(subject), { action: 'capture' })).status).toBe(409);
    expect((await put(subject, await payment(subject, 'paid'), { action: 'abort' })).status).toBe(
      409,
    );
  },
  async 'move-rule/capture-elsewhere'(subject) {
    for (const state of ['pending', 'aborted', 'rejected'] as const) {
      const reply = await put(subject, await payment(subject, state), { action: 'capture' });
      expect([state, reply.status]).toEqual([state, 409]);
    }
    const other = { ...PART, capture_id: 'new' };
    expect((await put(subject, await payment(subject, 'paid'), other)).status).toBe(409);
  },
  async 'move-rule/expiry-fails'(subject) {
    const pending = await payment(subject, 'pending', { expires_in: 60 });
    const authorised = await payment(subject, 'auth', { expires_in: 60 });
    await pass(subject, 3 * DAY);
    expect((await outcomeOf(subject, pending)).status).toBe('fail');
    expect((await outcomeOf(subject, authorised)).status).toBe('fail');
  },
  async 'move-rule/refund-partial'(subject) {
    const tid = await payment(subject, 'part');
    expect(await outcomeOf(subject, tid)).toMatchObject({ status_code: 3008, auth_amount: 7_500 });
    const rest = { ...PART, amount: 7_500, capture_id: 'two' };
    expect((await put(subject, tid, rest)).status).toBe(204);
    expect(await outcomeOf(subject, tid)).toMatchObject({ status_code: 2000, auth_amount: 0 });
    expect((await signed(subject, tid, { action: 'refund', text: 'cold' })).status).toBe(204);
    const refunds = [
      { id: null, amount: 12_500, additional_amount: 0, chat_message_data_text: 'cold' },
    ];
    expect(await outcomeOf(subject, tid)).toMatchObject({ status_code: 2000, refunds });
  },
  async 'move-rule/permission-codes'(subject) {
    const read = async (rid: string) =>
      Object((await call(subject, 'permissionOutcome', { params: { rid } })).json);
    expect(await read(await permission(subject))).toMatchObject({
      status: 'pending',
      status_code: 1003,
    });
    const accepted = await read(await permission(subject, 'accept'));
    expect(accepted).toMatchObject({ status: 'ok', status_code: 2000 });
    const declined = await read(await permission(subject, 'decline'));
    expect(declined).toMatchObject({ status: 'fail', status_code: 5006, access_token: null });
  },
  async 'put/action'(subject) {
    for (const action of ['reauth', 'Reauth', 'REAUTH', 'capture']) {
      expect((await put(subject, await payment(subject, 'auth'), { action })).status).toBe(204);
    }
    expect((await put(subject, await payment(subject, 'auth'), { action: 'pay' })).status).toBe(
      400,
    );
  },
  async 'put/numbers'(subject) {
    const tid = await payment(subject, 'auth');
    const body = { action: 'reauth', amount: 1, currency: 'NOK' };
    expect((await put(subject, tid, body)).status).toBe(204);
    expect((await put(subject, tid, { ...body, amount: -1, capture_id: 'a b' })).status).toBe(204);
    expect(await outcomeOf(subject, tid)).toMatchObject({ auth_amount: 12_500 });
    expect((await put(subject, tid, { action: 'capture', currency: 'NOK' })).status).toBe(204);
    expect((await outcomeOf(subject, tid)).status_code).toBe(2000);
  },
  async 'put/ids'(subject) {
    const tid = await payment(subject, 'auth');
    expect((await put(subject, tid, { ...PART, capture_id: 'a b' })).status).toBe(400);
    const other = { action: 'capture', refund_id: 'ignored' };
    expect((await put(subject, tid, other)).status).toBe(204);
    expect((await outcomeOf(subject, tid)).status_code).toBe(2000);
    const refund = { ...PART, action: 'refund', refund_id: 'one' };
    for (const bad of [{ refund_id: 'a b' }, { text: 7 }, { amount: -1 }]) {
      expect((await signed(subject, tid, { ...refund, ...bad })).status).toBe(400);
    }
    expect((await signed(subject, tid, { ...refund, capture_id: 'a b' })).status).toBe(204);
  },
  async 'put/partial'(subject) {
    const tid = await payment(subject, 'auth');
    const whole = { ...PART, capture_id: 'one' };
    for (const left of ['additional_amount', 'currency', 'capture_id', 'amount']) {
      const { [left]: _, ...half } = { ...whole } as Record<string, unknown>;
      expect([left, (await put(subject, tid, half)).status]).toEqual([left, 400]);
    }
    expect((await put(subject, tid, whole)).status).toBe(204);
  },
  async 'put/full'(subject) {
    const tid = await payment(subject, 'auth', { additional_amount: 500 });
    expect((await put(subject, tid, { action: 'capture' })).status).toBe(204);
    const captures = [{ id: null, amount: 12_500, additional_amount: 500 }];
    expect(await outcomeOf(subject, tid)).toMatchObject({ status_code: 2000, captures });
  },
  async 'put/idempotent'(subject) {
    const tid = await payment(subject, 'auth');
    const body = { ...PART, capture_id: 'one' };
    for (let turn = 0; turn < 2; turn += 1)
      expect((await put(subject, tid, body)).status).toBe(204);
    expect(Object((await outcomeOf(subject, tid)).captures)).toHaveLength(1);
    const full = await payment(subject, 'auth');
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await put(subject, full, { action: 'capture' })).status).toBe(204);
    }
    expect(Object((await outcomeOf(subject, full)).captures)).toHaveLength(1);
  },
  async 'put/refund-key'(subject) {
    const tid = await payment(subject, 'paid');
    expect((await put(subject, tid, { action: 'refund' })).status).toBe(401);
    expect((await signed(subject, tid, { action: 'refund' })).status).toBe(204);
  },
  async 'limit/authorisation'(subject) {
    const tid = await payment(subject, 'auth');
    await pass(subject, 2 * DAY);
    expect((await put(subject, tid, { action: 'reauth' })).status).toBe(204);
    await pass(subject, 3 * DAY - SECOND);
    expect((await outcomeOf(subject, tid)).status_code).toBe(3008);
    await pass(subject, SECOND);
    expect((await outcomeOf(subject, tid)).status_code).toBe(5012);
  },
  async 'limit/per-payment'(subject) {
    const reply = await call(subject, 'merchantRead');
    expect(Object(reply.json)).toHaveProperty('per_payment_amount_limit');
  },
  async 'flow/static-by-id'(subject) {
    const { shortlink } = await scanned(subject);
    const tid = await payment(subject, 'auth', { customer: `shortlink_id:${shortlink}` });
    expect((await outcomeOf(subject, tid)).status_code).toBe(3008);
    const sticker = subject.sticker();
    await subject.simulator.scan(sticker.id);
    const serial = `shortlink_sn:${sticker.serial_number}`;
    const other = await payment(subject, 'auth', { customer: serial });
    expect((await outcomeOf(subject, other)).status_code).toBe(3008);
  },
  async 'flow/static-listens'(subject) {
    const { shortlink } = await scanned(subject);
    await payment(subject, 'auth', { customer: `shortlink_id:${shortlink}` });
    const tid = await payment(subject, 'pending', { customer: `shortlink_id:${shortlink}` });
    const { simulator } = subject;
    expect(await simulator.tryConfirm(tid)).toBe(false);
    await simulator.scan(shortlink);
    expect(await simulator.tryConfirm(tid)).toBe(true);
  },
  async 'flow/static-age'(subject) {
    const { shortlink } = await scanned(subject);
    await pass(subject, 90 * SECOND);
    const customer = `shortlink_id:${shortlink}`;
    const late = await payment(subject, 'pending', { customer });
    expect(await subject.simulator.tryConfirm(late)).toBe(false);
    await put(subject, late, { action: 'abort' });
    const wide = await payment(subject, 'auth', { customer, max_scan_age: 120 });
    expect((await outcomeOf(subject, wide)).status_code).toBe(3008);
  },
  async 'flow/static-abort'(subject) {
    const { shortlink } = await scanned(subject);
    const customer = `shortlink_id:${shortlink}`;
    const tid = await payment(subject, 'pending', { customer, max_scan_age: 0 });
    expect((await put(subject, tid, { action: 'abort' })).status).toBe(204);
    expect((await outcomeOf(subject, tid)).status_code).toBe(4019);
  },
  async 'flow/scan-address'(subject) {
    const { shortlink } = await scanned(subject, 'bord-7');
    const reply = await call(subject, 'shortlinkLastScan', { params: { shortlink_id: shortlink } });
    expect(Object(reply.json).argstring).toBe('bord-7');
    const read = await call(subject, 'shortlinkRead', { params: { shortlink_id: shortlink } });
    expect(member(read.json, 'shortlink_value')).toBe(`${subject.shortlinkUrl}/s/${shortlink}/`);
  },
  async 'flow/scan-event'(subject) {
    const receiver = subject.receiver('http');
    const path = `/${subject.fresh()}`;
    const { token } = await scanned(subject, 'bord-8', receiver.url + path);
    expect(token).toMatch(/^token:\d+$/);
    const [heard] = await subject.heard(receiver, path);
    expect(heard?.message.meta.event).toBe('shortlink_scanned');
  },
  async 'flow/scan-request'(subject) {
    const { token } = await scanned(subject);
    const tid = await payment(subject, 'auth', { customer: token });
    expect(await outcomeOf(subject, tid)).toMatchObject({ customer: token, status_code: 3008 });
  },
  async 'flow/scan-outcome'(subject) {
    const { token } = await scanned(subject);
    const tid = await payment(subject, 'pending', { customer: token });
    expect((await outcomeOf(subject, tid)).status_code).toBe(1003);
    await subject.simulator.reject(tid);
    expect((await outcomeOf(subject, tid)).status_code).toBe(5006);
  },
  async 'flow/scan-capture'(subject) {
    const { token } = await scanned(subject);
    const tid = await payment(subject, 'paid', { customer: token });
    expect((await outcomeOf(subject, tid)).status_code).toBe(2000);
  },
  async 'flow/access-token'(subject) {
    const rid = await permission(subject, 'accept');
    const outcome = await call(subject, 'permissionOutcome', { params: { rid } });
    const customer = member(outcome.json, 'access_token');
    const tid = await payment(subject, 'auth', { customer });
    expect((await outcomeOf(subject, tid)).status_code).toBe(3008);
    const body = { customer, pos_id: 'kasse-1', pos_tid: subject.fresh(), scope: 'openid' };
    expect((await call(subject, 'permissionCreate', { body })).status).toBe(201);
  },
};
