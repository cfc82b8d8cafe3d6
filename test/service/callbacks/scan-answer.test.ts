import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SECOND } from '../../../shared/time/clock.ts';
import { startReceiver, type TestReceiver } from '../../support/callback-receiver.ts';
import { type CallbackWorld, startCallbacks } from '../../support/callback-world.ts';
import { MERCHANT } from '../../support/payments.ts';

let world: CallbackWorld;
let receiver: TestReceiver;
beforeEach(async () => {
  world = await startCallbacks();
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.stop();
  await world.stop();
});

const stateOf = async (id: string) => (await world.callbacks.read(MERCHANT.id, id))?.state;

describe('the answer to a scan', () => {
  it('is stored and returned to a waiting caller', async () => {
    const body = '{"text":"Velkommen!","next":{"go":1}}';
    receiver.answer({ status: 200, headers: { 'content-type': 'application/json' }, body });
    const id = await world.tell(receiver.url, { kind: 'scan' });
    const answer = await world.callbacks.scanAnswer(MERCHANT.id, id, 5 * SECOND);
    expect(answer).toEqual({ text: 'Velkommen!', uri: null, next: { go: 1 } });
    expect(await world.callbacks.scanAnswer('other', id, 0)).toBeNull();
  });

  it.each([
    ['plain text', 'OK'],
    ['empty', ''],
    ['a list', '[1]'],
    ['of another shape', '{"text":5}'],
    ['cut off at 4 KiB', `{"text":"${'x'.repeat(5_000)}"}`],
  ])('is null for %s', async (_name, body) => {
    receiver.answer({ status: 200, body });
    const id = await world.tell(receiver.url, { kind: 'scan' });
    expect(await world.callbacks.scanAnswer(MERCHANT.id, id, 5 * SECOND)).toBeNull();
    expect(await stateOf(id)).toBe('delivered');
  });
});
