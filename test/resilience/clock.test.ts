import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Core, openCore } from '../../service/app/core.ts';
import { createLog } from '../../service/app/log.ts';
import { Closing } from '../../shared/node/closing.ts';
import { createSystemClock } from '../../shared/node/system-clock.ts';
import { outcomeOf } from '../../shared/payment/outcome.ts';
import { paymentUpdateInput } from '../../shared/protocol/payment-request.ts';
import { serviceAddresses } from '../../shared/protocol/service-addresses.ts';
import { type Clock, DAY, HOUR, MINUTE, SECOND } from '../../shared/time/clock.ts';
import { startReceiver, type TestReceiver } from '../support/callback-receiver.ts';
import { draft } from '../support/drafts.ts';
import { alwaysAwake, createManualClock } from '../support/manual-clock.ts';

/*
 * The machine's clock is set forward and back while work is due later. Timers are not affected, because
 * they count elapsed time. Rows of the store are affected, because they hold a time of the clock.
 */

/** A clock that can be set: `jump` changes its time of day, `advance` lets time pass. */
function createSettableClock() {
  const passing = createManualClock();
  let set = 0;
  const { ticks, after } = passing;
  const clock: Clock = { now: () => passing.now() + set, ticks, after };
  return {
    clock,
    jump: (by: number) => {
      set += by;
    },
    advance: (by: number) => passing.advance(by),
  };
}

let folder: string;
let closing: Closing;
let core: Core;
let receiver: TestReceiver;
let time: ReturnType<typeof createSettableClock>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-clock-'));
  closing = new Closing();
  time = createSettableClock();
  receiver = await startReceiver();
  await open();
});
afterEach(async () => {
  await closing.close();
  await receiver.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function open(guard: 'guarded' | 'unguarded' = 'unguarded'): Promise<void> {
  core = await openCore(
    { data: { kind: 'directory', path: folder }, demo: true },
    {
      clock: time.clock,
      wall: guard === 'guarded' ? alwaysAwake(time.clock) : createSystemClock(),
      log: createLog('silent'),
      addresses: () => serviceAddresses('http://service.test', '/merchant/v1'),
    },
    closing,
  );
  if (guard === 'guarded') await core.timeGuard.start(closing);
  await core.dueWork.start();
  core.deps.callbacks.start();
}

const merchant = () => core.demo?.merchantId ?? '';

/** A request that ends by itself after six hours or as said, and tells the shop. */
async function ask(seconds?: number): Promise<string> {
  const callback_uri = `${receiver.url}/hook`;
  const made = await core.deps.payments.create(
    merchant(),
    draft({
      callback_uri,
      ...(seconds === undefined ? {} : { expires_in: seconds }),
    }),
  );
  if (!made.ok) throw new Error(made.refusal.description);
  return made.value.payment.tid;
}

async function statusOf(tid: string): Promise<string> {
  const payment = await core.deps.store.payments.byTid(merchant(), tid);
  if (payment === null) throw new Error('the payment is gone');
  return outcomeOf(payment).status;
}

/** Lets time pass in steps of a minute, with the work that falls due. */
async function pass(milliseconds: number): Promise<void> {
  // An attempt that is under way would be repeated after its lease.
  await core.deps.callbacks.drain();
  for (let left = milliseconds; left > 0; left -= 10 * MINUTE) {
    time.advance(Math.min(left, 10 * MINUTE));
    await core.dueWork.run();
    await core.deps.callbacks.drain();
  }
}

const expired = () => receiver.events().filter((event) => event === 'payment_request_expired');

describe('a clock that is far from the newest commit', () => {
  const restart = async () => {
    await closing.close();
    closing = new Closing();
    await open('guarded');
  };
  const readStatus = async (tid: string) => {
    const payment = await core.deps.payments.read(merchant(), tid);
    return payment === null ? 'gone' : outcomeOf(payment).status;
  };

  it('at the start ends no payment, whoever reads or changes it, until the clock is right', async () => {
    await restart();
    const [tid, other] = [await ask(), await ask()];
    await closing.close();
    time.jump(400 * DAY);
    closing = new Closing();
    await open('guarded');
    await core.dueWork.run();
    time.advance(2 * MINUTE);
    expect([await readStatus(tid), await statusOf(tid)]).toEqual(['pending', 'pending']);
    const aborted = await core.deps.payments.update(
      merchant(),
      other,
      paymentUpdateInput.parse({ action: 'abort' }),
    );
    expect([aborted.ok, await statusOf(other)]).toEqual([true, 'fail']);
    time.jump(-400 * DAY + 7 * HOUR);
    await core.dueWork.run();
    expect(await statusOf(tid)).toBe('fail');
    await pass(MINUTE);
    expect(expired()).toHaveLength(1);
  });

  it('while the service runs ends no payment until an operator confirms the clock', async () => {
    await restart();
    const tid = await ask();
    time.jump(3 * DAY);
    await pass(HOUR);
    expect([await readStatus(tid), await statusOf(tid)]).toEqual(['pending', 'pending']);
    await core.deps.store.clockMark.confirm(time.clock.now());
    time.advance(10 * SECOND);
    await expect.poll(() => core.timeGuard.isTrusted()).toBe(true);
    await core.dueWork.run();
    expect(await statusOf(tid)).toBe('fail');
  });
});

const AHEAD: readonly (readonly [string, number])[] = [
  ['by 23 hours, and was trusted', 23 * HOUR],
  ['until 2038, and was doubted', Date.UTC(2038, 0, 19) - Date.UTC(2026, 0, 5, 8)],
];
const AFTERWARDS = ['runs on', 'is started again'] as const;

describe.each(AHEAD)('after the clock was ahead %s', (_, ahead) => {
  it.each(AFTERWARDS)('a service that %s sends what waits and ends what was asked', async (how) => {
    await closing.close();
    closing = new Closing();
    await open('guarded');
    time.jump(ahead);
    time.advance(2 * MINUTE);
    await core.dueWork.run();
    receiver.answer(503, 204);
    const late = await ask(30);
    const aborted = await core.deps.payments.update(merchant(), await ask(), {
      ...NO_CHANGE,
      action: 'abort',
    });
    expect(aborted.ok).toBe(true);
    await core.deps.callbacks.drain();
    expect(receiver.heard).toHaveLength(1);
    time.jump(-ahead);
    if (how === 'is started again') {
      await closing.close();
      closing = new Closing();
      await open('guarded');
    }
    // The clock of 23 hours was trusted, so an operator must confirm the right one.
    await core.deps.store.clockMark.confirm(time.clock.now());
    time.advance(10 * SECOND);
    await expect.poll(() => core.timeGuard.isTrusted()).toBe(true);
    await core.dueWork.run();
    expect(await statusOf(late)).toBe('pending');
    time.advance(30 * SECOND);
    await core.dueWork.run();
    expect(await statusOf(late)).toBe('fail');
    await pass(HOUR);
    const [first, ...others] = receiver.heard.map(({ message }) => message.meta.id);
    expect(others).toContain(first);
    expect(
      receiver.events().filter((event) => event === 'payment_aborted_by_merchant'),
    ).toHaveLength(2);
  });
});

describe('due work when the clock is changed', () => {
  it('runs once within a minute when the clock jumps past its due time', async () => {
    const tid = await ask();
    time.jump(7 * HOUR);
    time.advance(MINUTE + SECOND);
    await expect.poll(() => statusOf(tid)).toBe('fail');
    await expect.poll(expired).toHaveLength(1);
    await pass(DAY);
    expect(expired()).toHaveLength(1);
  });

  it('runs once when the clock jumps past its due time and back', async () => {
    const tid = await ask();
    time.jump(7 * HOUR);
    await pass(MINUTE);
    expect(await statusOf(tid)).toBe('fail');
    time.jump(-7 * HOUR);
    await pass(8 * HOUR);
    expect(await statusOf(tid)).toBe('fail');
    expect(expired()).toHaveLength(1);
  });

  it('runs once, after its own duration, when the clock jumps back', async () => {
    const tid = await ask();
    time.jump(-2 * HOUR);
    await pass(6 * HOUR - 10 * MINUTE);
    expect(await statusOf(tid)).toBe('pending');
    await pass(20 * MINUTE);
    expect(await statusOf(tid)).toBe('fail');
    expect(expired()).toHaveLength(1);
  });

  it('runs at the next start when the clock jumps while the service is stopped', async () => {
    const tid = await ask();
    await closing.close();
    time.jump(3 * DAY);
    closing = new Closing();
    await open();
    expect(await statusOf(tid)).toBe('fail');
    await expect.poll(expired).toHaveLength(1);
  });

  it('runs late and once when the clock jumps back before a retry of a callback', async () => {
    receiver.answer(503, 204);
    const tid = await ask();
    const closed = await core.deps.payments.update(merchant(), tid, {
      ...NO_CHANGE,
      action: 'abort',
    });
    expect(closed.ok).toBe(true);
    await core.deps.callbacks.drain();
    expect(receiver.heard).toHaveLength(1);
    time.jump(-HOUR);
    await pass(30 * MINUTE);
    expect(receiver.heard).toHaveLength(1);
    await pass(HOUR);
    expect(receiver.heard).toHaveLength(2);
    const [first, second] = receiver.heard.map(({ message }) => message.meta.id);
    expect(second).toBe(first);
    await pass(DAY);
    expect(receiver.heard).toHaveLength(2);
  });
});

const NO_CHANGE = {
  callback_uri: null,
  display_message_uri: null,
  line_items: null,
  amount: null,
  additional_amount: null,
  currency: null,
  capture_id: null,
  refund_id: null,
  rates: null,
  text: null,
};
