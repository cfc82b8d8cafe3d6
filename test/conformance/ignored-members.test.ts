import { afterAll, beforeAll, expect, it } from 'vitest';
import { testSeed } from '../simulation/first-seed.ts';
import { createPrng, type Prng } from '../simulation/prng.ts';
import { startWorld, type World } from './world.ts';

/*
 * Goal: a member that an action does not use changes nothing, whatever it holds (D-94).
 * Method: the table says which members each action does not use, from the specification's text and not
 * from the code. Two equal payments get the action, one of them with random values for unused members;
 * both get the same status and have the same outcome. `IGNORED=20` plays as many rounds; `SEED` another.
 */

const ROUNDS = Number(process.env.IGNORED ?? 1);
const SEED = testSeed().seed;

const PART = { amount: 5_000, additional_amount: 0, currency: 'NOK' };
const ALL = ['amount', 'additional_amount', 'capture_id', 'refund_id', 'currency', 'text'] as const;

/** A request, the state in which it is sent, and what it does not use. */
const REQUESTS = [
  { body: { callback_uri: '' }, state: 'pending', unused: ALL },
  { body: { action: 'abort' }, state: 'auth', unused: ALL },
  { body: { action: 'ABORT' }, state: 'paid', unused: ALL },
  { body: { action: 'release' }, state: 'auth', unused: ALL },
  { body: { action: 'reauth' }, state: 'auth', unused: ALL },
  { body: { action: 'capture' }, state: 'auth', unused: ['refund_id', 'text', 'currency'] },
  { body: { action: 'capture' }, state: 'pending', unused: ['refund_id', 'text', 'currency'] },
  {
    body: { action: 'capture', capture_id: 'one', ...PART },
    state: 'auth',
    unused: ['refund_id', 'text'],
  },
  { body: { action: 'refund' }, state: 'paid', unused: ['capture_id', 'currency'] },
  {
    body: { action: 'refund', refund_id: 'one', ...PART },
    state: 'paid',
    unused: ['capture_id'],
  },
] as const;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const VALUES: readonly unknown[] = [
  ...[-1, 0, 0.5, 1, 2 ** 53, 5_000, true, false, [], {}, [1], { a: 1 }, null],
  ...['', 'a b', 'one', 'NOK', 'nok', 'NO', '-1', 'x'.repeat(3_000), 'æ/ø', '\u0000', '\n'],
];
const randomValue = (prng: Prng) =>
  prng.chance(0.8) ? prng.pick(VALUES) : String.fromCharCode(...prng.bytes(prng.between(1, 70)));

/** The status, and what the payment is afterwards without what differs between any two payments. */
async function result(state: 'pending' | 'auth' | 'paid', body: unknown) {
  const tid = await world.payment(state);
  const { test } = world;
  const path = `/payment_request/${tid}/`;
  const reply = await test.key(test.users.admin, path, { method: 'PUT', body });
  const { tid: _, pos_tid, attachment_uri, ...outcome } = await world.outcome(tid);
  return { status: reply.status, text: reply.text.replaceAll(tid, 'tid'), outcome };
}

it('members that an action does not use change neither its reply nor the outcome', async () => {
  const prng = createPrng(SEED);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { body, state, unused } of REQUESTS) {
      const without = await result(state, body);
      expect(without.status, JSON.stringify(body)).not.toBe(400);
      const one = unused.map((name) => ({ [name]: randomValue(prng) }));
      const all = Object.fromEntries(unused.map((name) => [name, randomValue(prng)]));
      for (const more of [...one, all]) {
        const sent = { ...more, ...body };
        const story = `seed ${SEED}: ${state} ${JSON.stringify(sent)}`;
        expect(await result(state, sent), story).toEqual(without);
      }
    }
  }
});
