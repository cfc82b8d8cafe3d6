import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/time/clock.ts';
import { startReceiver, type TestReceiver } from '../../support/callback-receiver.ts';
import { type CallbackWorld, startCallbacks } from '../../support/callback-world.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { MERCHANT } from '../../support/payments.ts';

let world: CallbackWorld;
let receiver: TestReceiver;
const more: TestReceiver[] = [];
beforeEach(async () => {
  world = await startCallbacks();
  receiver = await startReceiver();
});
afterEach(async () => {
  expect(world.errors).toEqual([]);
  await receiver.stop();
  for (const other of more.splice(0)) await other.stop();
  await world.stop();
});

async function another(): Promise<TestReceiver> {
  const started = await startReceiver();
  more.push(started);
  return started;
}

const seqnos = (of: TestReceiver = receiver) => of.heard.map(({ message }) => message.meta.seqno);
const stateOf = async (id: string) => (await world.callbacks.read(MERCHANT.id, id))?.state;

describe('the retry schedule', () => {
  it('sends an event at once and after each of ten waits, then ends with given_up', async () => {
    receiver.answer(500);
    const begun = world.clock.now();
    const id = await world.tell(receiver.url);
    await world.callbacks.drain();
    const waits = [5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE];
    const longer = [HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR];
    for (const [index, wait] of [...waits, ...longer].entries()) {
      expect(receiver.heard).toHaveLength(index + 1);
      expect(await stateOf(id)).toBe('open');
      await world.advance(wait - 1);
      expect(receiver.heard).toHaveLength(index + 1);
      await world.advance(1);
    }
    expect(receiver.heard).toHaveLength(11);
    expect(await stateOf(id)).toBe('given_up');
    await world.advance(3 * DAY);
    expect(receiver.heard).toHaveLength(11);
    const attempts = await world.callbacks.attempts(MERCHANT.id, id, 20);
    expect(attempts).toHaveLength(11);
    expect(attempts[0]).toMatchObject({ status: 500, problem: 'status 500' });
    expect(attempts.at(-1)?.at).toBe(begun);
  });

  it('sends the same bytes and id each time, with a new timestamp and signature', async () => {
    receiver.answer(500, 503, 204);
    const id = await world.tell(receiver.url);
    await world.callbacks.drain();
    await world.advance(5 * SECOND);
    await world.advance(15 * SECOND);
    const { heard } = receiver;
    expect(heard).toHaveLength(3);
    expect(new Set(heard.map(({ body }) => body.toString())).size).toBe(1);
    expect(heard.map(({ message }) => message.meta.id)).toEqual([id, id, id]);
    expect(new Set(heard.map(({ headers }) => headers['x-svc-timestamp'])).size).toBe(3);
    expect(new Set(heard.map(({ headers }) => headers.authorization)).size).toBe(3);
    expect(await stateOf(id)).toBe('delivered');
  });

  it.each([200, 201, 202, 204, 299])('treats %i as delivered', async (status) => {
    receiver.answer(status);
    const id = await world.tell(receiver.url);
    await world.callbacks.drain();
    expect(await stateOf(id)).toBe('delivered');
  });

  it.each([301, 307, 400, 404, 500])('treats %i as a failure to retry', async (status) => {
    const elsewhere = await another();
    receiver.answer({ status, headers: { location: elsewhere.url } });
    const id = await world.tell(receiver.url);
    await world.callbacks.drain();
    expect(await stateOf(id)).toBe('open');
    expect(elsewhere.heard).toEqual([]);
  });

  it('ends the delivery after 410', async () => {
    receiver.answer(410);
    const id = await world.tell(receiver.url);
    await world.callbacks.drain();
    await world.advance(2 * DAY);
    expect(receiver.heard).toHaveLength(1);
    expect(await stateOf(id)).toBe('gone');
  });

  it.each([
    ['120', 2 * MINUTE],
    ['1', 5 * SECOND],
    ['999999', HOUR],
    ['nonsense', 5 * SECOND],
  ])('follows Retry-After: %s within bounds', async (header, wait) => {
    receiver.answer({ status: 503, headers: { 'retry-after': header } }, 204);
    await world.tell(receiver.url);
    await world.callbacks.drain();
    await world.advance(wait - 1);
    expect(receiver.heard).toHaveLength(1);
    await world.advance(1);
    expect(receiver.heard).toHaveLength(2);
  });

  it('tries a display message once', async () => {
    receiver.answer(500);
    const id = await world.tell(receiver.url, { kind: 'display' });
    await world.callbacks.drain();
    await world.advance(DAY);
    expect(receiver.heard).toHaveLength(1);
    expect(await stateOf(id)).toBe('given_up');
  });

  it('tries a scan three times within 20 seconds', async () => {
    receiver.answer(500);
    const id = await world.tell(receiver.url, { kind: 'scan' });
    await world.callbacks.drain();
    await world.advance(2 * SECOND);
    await world.advance(3 * SECOND);
    expect(receiver.heard).toHaveLength(3);
    expect(await stateOf(id)).toBe('given_up');
  });
});

describe('the order of deliveries', () => {
  it('holds back later events of a resource until a failing one is delivered', async () => {
    receiver.answer(500, 500, 204);
    for (let count = 0; count < 3; count += 1) await world.tell(receiver.url);
    await world.callbacks.drain();
    expect(seqnos()).toEqual([0]);
    await world.advance(5 * SECOND);
    expect(seqnos()).toEqual([0, 0]);
    await world.advance(15 * SECOND);
    expect(seqnos()).toEqual([0, 0, 0, 1, 2]);
  });

  it('continues with the next delivery after one was answered with 410', async () => {
    receiver.answer(410, 204);
    await world.tell(receiver.url);
    await world.tell(receiver.url);
    await world.callbacks.drain();
    expect(seqnos()).toEqual([0, 1]);
  });

  it('does not delay other resources or display messages of the same resource', async () => {
    receiver.answer(500, 204);
    await world.tell(receiver.url);
    await world.callbacks.drain();
    await world.tell(receiver.url);
    await world.tell(receiver.url, { resource: 'payment_request/p2' });
    await world.tell(receiver.url, { kind: 'display' });
    await world.callbacks.drain();
    expect(seqnos().toSorted()).toEqual([0, 2, 3]);
  });

  it('is kept across addresses: a new callback address still waits for the earlier event', async () => {
    const second = await another();
    receiver.answer(500);
    await world.tell(receiver.url);
    await world.tell(second.url);
    await world.callbacks.drain();
    expect(second.heard).toEqual([]);
    receiver.answer(204);
    await world.advance(5 * SECOND);
    expect(seqnos(second)).toEqual([1]);
  });
});

describe('unresponsive receivers', () => {
  it('do not delay other receivers, and use at most four connections', async () => {
    await world.stop();
    const wall = createManualClock();
    world = await startCallbacks({ wall });
    // A receiver that has answered once gets four deliveries at a time, until they get no answer.
    receiver.answer(204, 'hang');
    await world.tell(receiver.url, { resource: 'payment_request/first' });
    await world.callbacks.drain();
    for (let count = 0; count < 20; count += 1) {
      await world.tell(receiver.url, { resource: `payment_request/hung${count}` });
    }
    await expect.poll(() => receiver.heard.length).toBe(1 + 4);
    const healthy = await another();
    const fine = await world.tell(healthy.url, { resource: 'payment_request/fine' });
    // Its answer must have arrived before the time of the attempts passes.
    await expect.poll(() => stateOf(fine)).toBe('delivered');
    expect(healthy.heard).toHaveLength(1);
    expect(receiver.heard).toHaveLength(1 + 4);
    // After 10 seconds of real time the four have failed; from now on one at a time is tried.
    wall.advance(10 * SECOND);
    await expect.poll(() => receiver.heard.length).toBe(1 + 5);
    await world.tell(healthy.url, { resource: 'payment_request/fine2' });
    await expect.poll(() => healthy.heard.length).toBe(2);
    expect(receiver.heard).toHaveLength(1 + 5);
    const { items } = await world.callbacks.list(MERCHANT.id, {
      state: 'open',
      resource: null,
      after: null,
      limit: 50,
    });
    const failed = items.filter(({ last }) => last !== null);
    expect(failed).toHaveLength(4);
    expect(failed[0]?.last).toMatchObject({ status: null, problem: 'there was no answer in time' });
  });
});

describe('a failure of the store', () => {
  it('delays a due callback by a few seconds, even if no new callback follows', async () => {
    receiver.answer(500, 204);
    const id = await world.tell(receiver.url);
    await world.callbacks.drain();
    const failure = new Error('the database does not answer');
    vi.spyOn(world.store.deliveries, 'dueHosts').mockRejectedValueOnce(failure);
    world.clock.advance(5 * SECOND);
    await expect.poll(() => world.errors.splice(0)).toEqual([failure]);
    expect(await stateOf(id)).toBe('open');
    world.clock.advance(5 * SECOND);
    await expect.poll(() => stateOf(id)).toBe('delivered');
  });
});

describe('a restart', () => {
  it('continues the retry schedule where it stopped', async () => {
    receiver.answer(500, 500, 204);
    const id = await world.tell(receiver.url);
    await world.tell(receiver.url);
    await world.callbacks.drain();
    await world.advance(5 * SECOND);
    await world.restart();
    await world.callbacks.drain();
    expect(receiver.heard).toHaveLength(2);
    await world.advance(15 * SECOND);
    expect(seqnos()).toEqual([0, 0, 0, 1]);
    expect(await stateOf(id)).toBe('delivered');
  });

  it('sends the callbacks that became due while the service was down', async () => {
    receiver.answer(500, 204);
    await world.tell(receiver.url);
    await world.callbacks.drain();
    world.clock.advance(4 * SECOND);
    await world.callbacks.stop(0);
    world.clock.advance(DAY);
    await world.restart();
    await expect.poll(() => receiver.heard.length).toBe(2);
  });

  it('repeats an attempt that the stop aborted', async () => {
    receiver.answer('hang', 204);
    const id = await world.tell(receiver.url);
    await expect.poll(() => receiver.heard.length).toBe(1);
    await world.restart();
    await expect.poll(() => stateOf(id)).toBe('delivered');
    expect(receiver.heard).toHaveLength(2);
    expect(await world.callbacks.attempts(MERCHANT.id, id, 9)).toHaveLength(1);
  });
});

describe('a manual resend', () => {
  it('sends a closed delivery with the same id, and restarts its schedule', async () => {
    receiver.answer(410, 500, 204);
    const id = await world.tell(receiver.url);
    await world.callbacks.drain();
    expect(await world.callbacks.resend(MERCHANT.id, id)).toBe('due');
    await world.callbacks.drain();
    expect(await stateOf(id)).toBe('open');
    await world.advance(5 * SECOND);
    expect(await stateOf(id)).toBe('delivered');
    expect(receiver.heard.map(({ message }) => message.meta.id)).toEqual([id, id, id]);
    expect(await world.callbacks.read(MERCHANT.id, id)).toMatchObject({ attempts: 3 });
  });

  it('makes a waiting delivery due, but never before an earlier one', async () => {
    receiver.answer(500);
    const first = await world.tell(receiver.url);
    const second = await world.tell(receiver.url);
    await world.callbacks.drain();
    expect(await world.callbacks.resend(MERCHANT.id, second)).toBe('waiting');
    receiver.answer(204);
    expect(await world.callbacks.resend(MERCHANT.id, first)).toBe('due');
    await world.callbacks.drain();
    expect(seqnos()).toEqual([0, 0, 1]);
  });

  it('is refused for an unknown delivery and for one of another merchant', async () => {
    const id = await world.tell(receiver.url);
    await world.callbacks.drain();
    expect(await world.callbacks.resend(MERCHANT.id, 'nothing')).toBe('unknown');
    expect(await world.callbacks.resend('other', id)).toBe('unknown');
    expect(receiver.heard).toHaveLength(1);
  });
});
