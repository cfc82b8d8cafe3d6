import { beforeEach, describe, expect, it } from 'vitest';
import { money } from '../../shared/money/money.ts';
import type { CaptureRequest, SaleRequest } from '../../shared/terminal/index.ts';
import { createMoneyWorld, type MoneyWorld, nok } from '../support/money-world.ts';
import { QR_SALE, rest } from '../support/till.ts';

/* Authorise-only sales: later capture, partial captures, renewal and release. */

const HOUR = 3_600_000;
const LATER: SaleRequest = { ...QR_SALE, mode: { kind: 'authorise' } };

let world: MoneyWorld;

beforeEach(() => {
  world = createMoneyWorld();
});

const capture = (request: CaptureRequest) => world.till().capture(world.sale().id, request);

async function reserved(settings: Parameters<MoneyWorld['restart']>[0] = {}): Promise<void> {
  world.restart(settings);
  await world.approved(LATER);
  await world.until(() => world.because() === 'to_be_captured');
}

describe('an authorise-only sale', () => {
  it('shows the reserved amount as a separate state until the cashier acts', async () => {
    await reserved();
    expect(world.service.only().request.action).toBe('auth');
    expect(world.sale()).toMatchObject({
      actions: ['capture', 'release', 'renew', 'ask_again', 'set_aside'],
      money: { authorised: 12_500, captured: 0, refunded: 0 },
      renewal: { state: 'not_yet', expires: expect.any(Number) },
    });
    await world.pass(24 * HOUR, () => world.calls('read') > 20);
    expect(world.service.only().captures).toEqual([]);
  });

  it('cannot be dismissed while an amount is reserved or a capture is under way', async () => {
    await reserved();
    const { id } = world.sale();
    expect(await world.till().act(id, 'dismiss')).toMatchObject({ ok: false });
    world.service.setFate(({ name }) => (name === 'capture' ? 'drop_before' : 'deliver'));
    await capture(nok(500));
    await rest();
    expect(world.state()).toBe('capturing');
    expect(await world.till().act(id, 'dismiss')).toMatchObject({ ok: false });
  });

  it('is captured in several parts, each with a separate id, and the rest is released', async () => {
    await reserved();
    expect(await capture({ amount: money(5_000), captureId: 'first' })).toEqual({
      ok: true,
      value: { captureId: 'first' },
    });
    await world.until(() => world.because() === 'part_captured');
    expect(world.sale().money).toMatchObject({ authorised: 7_500, captured: 5_000, refunded: 0 });
    await capture({ amount: money(2_000), rest: 'release' });
    await world.becomes('paid');
    const { captures, code } = world.service.only();
    expect(code).toBe(2000);
    expect(captures.map(({ amount }) => amount)).toEqual([5_000, 2_000]);
    expect(new Set(captures.map(({ id }) => id)).size).toBe(2);
    expect(world.sale().money).toMatchObject({ authorised: 0, captured: 7_000, refunded: 0 });
    expect(world.calls('release')).toBe(1);
  });

  it('ends when partial captures have used the whole reservation', async () => {
    await reserved();
    await capture(nok(12_000));
    await world.until(() => world.because() === 'part_captured');
    await capture(nok(500));
    await world.becomes('paid');
    expect(world.service.only().captures).toHaveLength(2);
  });

  it('captures the remaining amount after a partial capture if the cashier captures the rest', async () => {
    await reserved();
    await capture(nok(5_000));
    await world.until(() => world.because() === 'part_captured');
    await world.act('capture');
    await world.becomes('paid');
    expect(world.service.only().captures.map(({ amount }) => amount)).toEqual([5_000, 7_500]);
  });

  it('refuses a capture above the reservation, of zero, or for an unknown sale', async () => {
    await reserved();
    expect(await capture(nok(12_501))).toMatchObject({ refusal: { type: 'Bad Request' } });
    expect(await capture(nok(0))).toMatchObject({ refusal: { type: 'Bad Request' } });
    expect(await capture({ amount: money(-1) })).toMatchObject({
      refusal: { type: 'validation_error' },
    });
    expect(await capture({ ...nok(1), additional: money(1) })).toMatchObject({
      refusal: { type: 'Bad Request' },
    });
    expect(await world.till().capture('nobody', nok(1))).toMatchObject({
      refusal: { type: 'Not Found' },
    });
    expect(world.calls('capture')).toBe(0);
  });
});

describe('a partial capture without an answer', () => {
  it('is read back and not sent again if it succeeded', async () => {
    await reserved();
    let lost = 0;
    world.service.setFate(({ name }) => {
      if (name !== 'capture' || lost > 0) return 'deliver';
      lost += 1;
      return 'drop_after';
    });
    await capture(nok(5_000));
    await world.until(() => world.because() === 'part_captured');
    expect(world.calls('capture')).toBe(1);
    expect(world.service.only().captures).toHaveLength(1);
  });

  it('keeps its id over retries and a restart; a repeat captures nothing', async () => {
    await reserved();
    world.service.setFate(({ name }) => (name === 'capture' ? 'dead_after' : 'deliver'));
    await capture({ amount: money(5_000), captureId: 'mine' });
    await rest();
    world.service.setFate(() => 'deliver');
    world.restart();
    await world.until(() => world.because() === 'part_captured');
    expect(world.service.only().captures).toMatchObject([{ id: 'mine', amount: 5_000 }]);
    expect(await capture({ amount: money(5_000), captureId: 'mine' })).toMatchObject({ ok: true });
    expect(await capture({ amount: money(4_000), captureId: 'mine' })).toMatchObject({
      refusal: { type: 'Conflict' },
    });
    await world.pass(HOUR, () => world.calls('read') > 10);
    expect(world.service.only().captures).toHaveLength(1);
  });

  it('is sent after a restart if it did not arrive, and the rest is released as requested', async () => {
    await reserved();
    world.service.setFate(({ name }) => (name === 'capture' ? 'dead_before' : 'deliver'));
    await capture({ amount: money(5_000), rest: 'release' });
    await rest();
    world.service.setFate(() => 'deliver');
    world.restart();
    await world.becomes('paid');
    expect(world.service.only()).toMatchObject({ code: 2000, captures: [{ amount: 5_000 }] });
    expect(world.calls('release')).toBe(1);
  });

  it('blocks a second capture until its result is known; a retry repeats the first', async () => {
    await reserved();
    world.service.setFate(({ name }) => (name === 'capture' ? 'drop_before' : 'deliver'));
    await capture({ amount: money(5_000), captureId: 'one' });
    expect(await capture(nok(1_000))).toMatchObject({ refusal: { type: 'Conflict' } });
    await world.until(() => world.because() === 'capture_failed');
    expect(await capture(nok(1_000))).toMatchObject({ refusal: { type: 'Conflict' } });
    world.service.setFate(() => 'deliver');
    await world.act('capture');
    await world.until(() => world.because() === 'part_captured');
    expect(world.service.only().captures).toMatchObject([{ id: 'one', amount: 5_000 }]);
  });

  it('is dropped if the service refuses it, and the cashier may choose another amount', async () => {
    await reserved();
    let refuses = true;
    world.service.setRefusal(({ name }) => (refuses && name === 'capture' ? 400 : null));
    await world.until(() => world.because() === 'to_be_captured');
    await capture({ amount: money(5_000), captureId: 'big' });
    await world.until(() => world.because() === 'capture_failed');
    refuses = false;
    expect(await capture({ amount: money(1_000), captureId: 'small' })).toMatchObject({ ok: true });
    await world.until(() => world.because() === 'part_captured');
    expect(world.service.only().captures).toMatchObject([{ id: 'small', amount: 1_000 }]);
  });
});

describe('a partial capture without a known result', () => {
  it('is not dropped after a refusal while an earlier attempt may still arrive', async () => {
    await reserved();
    let calls = 0;
    world.service.setFate(({ name }) => {
      calls += name === 'capture' ? 1 : 0;
      return name === 'capture' && calls === 1 ? 'drop_before' : 'deliver';
    });
    world.service.setRefusal(({ name }) => (name === 'capture' && calls > 1 ? 400 : null));
    await capture({ amount: money(5_000), captureId: 'one' });
    await world.until(() => world.because() === 'capture_failed');
    expect(await capture(nok(1_000))).toMatchObject({ refusal: { type: 'Conflict' } });
    world.service.setRefusal(() => null);
    await world.act('capture');
    await world.until(() => world.because() === 'part_captured');
    expect(world.service.only().captures).toMatchObject([{ id: 'one' }]);
  });
});

describe('a reservation', () => {
  it('is renewed while other outcomes arrive', async () => {
    await reserved();
    const ends = world.sale().renewal?.expires ?? 0;
    await world.pass(2 * HOUR);
    let isDown = true;
    world.service.setFate(({ name }) => (name === 'reauth' && isDown ? 'drop_before' : 'deliver'));
    await world.act('renew');
    await world.until(() => world.calls('reauth') === 1);
    const part = { id: 'portal', amount: money(100), additionalAmount: money(0), currency: 'NOK' };
    world.service.happen({ kind: 'capture', part });
    await world.until(() => world.sale().money.captured === 100);
    expect(world.sale().renewal?.state).toBe('under_way');
    isDown = false;
    await world.until(() => (world.sale().renewal?.expires ?? 0) > ends);
  });

  it('is due for renewal before its end, and a renewal extends it by three days', async () => {
    await reserved();
    const ends = world.sale().renewal?.expires ?? 0;
    await world.pass(73 * HOUR, () => world.sale().renewal?.state === 'due');
    expect(world.sale().renewal?.state).toBe('due');
    expect(ends - world.clock.now()).toBeGreaterThan(11 * HOUR);
    expect(world.calls('reauth')).toBe(0);
    await world.act('renew');
    await world.act('renew');
    await world.until(() => world.sale().renewal?.state === 'not_yet');
    expect(world.sale().renewal?.expires).toBeGreaterThan(ends);
    expect(world.calls('reauth')).toBe(1);
    await world.act('capture');
    await world.becomes('paid');
  });

  it('is renewed automatically if the settings say so, also over a restart', async () => {
    await reserved({ renew: 'automatic' });
    const ends = world.sale().renewal?.expires ?? 0;
    world.service.setFate(({ name }) => (name === 'reauth' ? 'dead_before' : 'deliver'));
    await world.pass(73 * HOUR, () => world.calls('reauth') === 1);
    world.service.setFate(() => 'deliver');
    world.restart({ renew: 'automatic' });
    await world.until(() => (world.sale().renewal?.expires ?? 0) > ends);
    expect(world.service.only().captures).toEqual([]);
  });

  it('waits for a person after a restart, also at an unattended till', async () => {
    await reserved({ policy: 'unattended' });
    world.restart({ policy: 'unattended' });
    await world.pass(HOUR, () => world.calls('read') > 5);
    expect(world.because()).toBe('to_be_captured');
    await world.act('release');
    await world.becomes('released');
  });

  it('is released by an unattended till if the approval came during a restart', async () => {
    world.restart({ policy: 'unattended' });
    await world.till().start(LATER);
    await world.becomes('waiting_scan');
    world.service.confirm();
    world.restart({ policy: 'unattended' });
    await world.becomes('released');
  });
});
