import { beforeEach, describe, expect, it } from 'vitest';
import { money } from '../../../shared/money/money.ts';
import type { CaptureRequest, SaleRequest } from '../../../shared/terminal/index.ts';
import { createMoneyWorld, type MoneyWorld, nok } from '../../support/money-world.ts';
import { QR_SALE, rest } from '../../support/till.ts';

/* Authorise-only sales: taken later, in parts, renewed, given back. */

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
  it('shows reserved money as a state of its own until the cashier acts', async () => {
    await reserved();
    expect(world.service.only().request.action).toBe('auth');
    expect(world.sale()).toMatchObject({
      actions: ['capture', 'release', 'renew', 'ask_again', 'set_aside'],
      money: { reserved: 12_500, taken: 0, refunded: 0 },
      renewal: { state: 'not_yet', expires: expect.any(Number) },
    });
    await world.pass(24 * HOUR, () => world.calls('read') > 20);
    expect(world.service.only().captures).toEqual([]);
  });

  it('it cannot be dismissed while money is reserved or being taken', async () => {
    await reserved();
    const { id } = world.sale();
    expect(await world.till().act(id, 'dismiss')).toMatchObject({ ok: false });
    world.service.setFate(({ name }) => (name === 'capture' ? 'drop_before' : 'deliver'));
    await capture(nok(500));
    await rest();
    expect(world.state()).toBe('capturing');
    expect(await world.till().act(id, 'dismiss')).toMatchObject({ ok: false });
  });

  it('is taken in several parts, each with an id of its own, and the rest is given back', async () => {
    await reserved();
    expect(await capture({ amount: money(5_000), captureId: 'first' })).toEqual({
      ok: true,
      value: { captureId: 'first' },
    });
    await world.until(() => world.because() === 'part_captured');
    expect(world.sale().money).toEqual({ reserved: 7_500, taken: 5_000, refunded: 0 });
    await capture({ amount: money(2_000), rest: 'release' });
    await world.becomes('paid');
    const { captures, code } = world.service.only();
    expect(code).toBe(2000);
    expect(captures.map(({ amount }) => amount)).toEqual([5_000, 2_000]);
    expect(new Set(captures.map(({ id }) => id)).size).toBe(2);
    expect(world.sale().money).toEqual({ reserved: 0, taken: 7_000, refunded: 0 });
    expect(world.calls('release')).toBe(1);
  });

  it('parts that use up all that is reserved end the sale', async () => {
    await reserved();
    await capture(nok(12_000));
    await world.until(() => world.because() === 'part_captured');
    await capture(nok(500));
    await world.becomes('paid');
    expect(world.service.only().captures).toHaveLength(2);
  });

  it('takes what is left after a part when the cashier takes the rest', async () => {
    await reserved();
    await capture(nok(5_000));
    await world.until(() => world.because() === 'part_captured');
    await world.act('capture');
    await world.becomes('paid');
    expect(world.service.only().captures.map(({ amount }) => amount)).toEqual([5_000, 7_500]);
  });

  it('never takes more than is reserved, nor nothing, nor for a sale that is not there', async () => {
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

describe('a part whose answer is lost', () => {
  it('a capture that succeeded without an answer is read back, not made again', async () => {
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

  it('the id of a capture survives retries and a restart; a repeat never takes twice', async () => {
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

  it('a restart before the part arrived sends it, and gives the rest back as was intended', async () => {
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

  it('a second part waits while the first is undecided, and taking again takes the first', async () => {
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

  it('a part that the service refuses outright is given up, and another may be chosen', async () => {
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

describe('a part without a known result', () => {
  it('is not given up for a refusal while an attempt of it may be on its way', async () => {
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

describe('a reservation that lasts', () => {
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
    await world.until(() => world.sale().money.taken === 100);
    expect(world.sale().renewal?.state).toBe('under_way');
    isDown = false;
    await world.until(() => (world.sale().renewal?.expires ?? 0) > ends);
  });

  it('is due for renewal before its end, and lasts three days more when it is renewed', async () => {
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

  it('is renewed by itself where the till is told to, and across a restart', async () => {
    await reserved({ renew: 'automatic' });
    const ends = world.sale().renewal?.expires ?? 0;
    world.service.setFate(({ name }) => (name === 'reauth' ? 'dead_before' : 'deliver'));
    await world.pass(73 * HOUR, () => world.calls('reauth') === 1);
    world.service.setFate(() => 'deliver');
    world.restart({ renew: 'automatic' });
    await world.until(() => (world.sale().renewal?.expires ?? 0) > ends);
    expect(world.service.only().captures).toEqual([]);
  });

  it('stays in its place after a restart, for any person at the till', async () => {
    await reserved({ policy: 'unattended' });
    world.restart({ policy: 'unattended' });
    await world.pass(HOUR, () => world.calls('read') > 5);
    expect(world.because()).toBe('to_be_captured');
    await world.act('release');
    await world.becomes('released');
  });

  it('approved at the moment of a restart, an unattended till gives it back', async () => {
    world.restart({ policy: 'unattended' });
    await world.till().start(LATER);
    await world.becomes('waiting_scan');
    world.service.confirm();
    world.restart({ policy: 'unattended' });
    await world.becomes('released');
  });
});
