import { afterAll, beforeAll, expect, it } from 'vitest';
import { testSeed } from '../simulation/first-seed.ts';
import { createPrng, type Prng } from '../simulation/prng.ts';
import { paymentDraft, startTestService, type TestService } from '../support/service.ts';
import { type Received, type Sent, secretHeaders, send, signedHeaders } from '../support/wire.ts';

/*
 * Goal: a recorded signed request changes nothing when it is sent again at any time, whatever the
 * merchant did in between (D-18). Method: a merchant makes random changes of users, points of sale,
 * shortlinks, payout accounts and payments. An observer sends recorded requests again at random times,
 * and everything that can be read must stay the same. `REPLAYS=5000` plays this many steps; each run
 * prints its seed.
 */

const STEPS = Number(process.env.REPLAYS ?? 80);
const SEED = testSeed().seed;

type Recorded = {
  readonly name: string;
  readonly again: () => Promise<Received>;
  /** What a change does to the secret of a user; null where the user is removed. */
  readonly secret?: { readonly user: string; readonly value: string | null };
};

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.stop());

/** Signs a request as the shop's administrator; each call of the result sends the same bytes. */
function record(method: string, path: string, body?: unknown): Recorded {
  const { merchant, id: user, privateKey } = test.users.admin;
  const url = test.ready.base_url + path;
  const at = test.service.simulator.now();
  const content = body === undefined ? {} : { body };
  const named = { merchant, user, privateKey: privateKey ?? '', url, method, at };
  const sent: Sent = { method, headers: signedHeaders({ ...named, ...content }), ...content };
  return { name: `${method} ${path} ${JSON.stringify(body)}`, again: () => send(url, sent) };
}

/** Ids are few, so that a later change often concerns what an earlier one made or removed. */
const idOf = (prng: Prng, kind: string) => `${kind}-${prng.between(1, 2)}`;
const ACCOUNTS = ['NO9386011117947', 'DE89370400440532013000'] as const;

/** A random change that the merchant signs. `tid` and `shortlink` are of the merchant. */
function change(prng: Prng, tid: string, shortlink: string): Recorded {
  const user = idOf(prng, 'user');
  const pos = idOf(prng, 'pos');
  const word = `word ${prng.between(1, 1_000_000)}`;
  const secret = `a secret of ${word}`;
  const of = (value: string | null) => ({ secret: { user, value } });
  const refund = { refund_id: `refund-${prng.between(1, 5)}`, amount: 100, additional_amount: 0 };
  const kiosk = { name: word, type: 'store' };
  const account = `/settlement_account/${test.ready.merchant.id}.NOK/`;
  const requests: readonly (() => Recorded)[] = [
    () => ({ ...record('POST', '/user/', { id: user, secret }), ...of(secret) }),
    () => ({ ...record('PUT', `/user/${user}/`, { secret }), ...of(secret) }),
    () => record('PUT', `/user/${user}/`, { label: word }),
    () => ({ ...record('DELETE', `/user/${user}/`), ...of(null) }),
    () => record('POST', '/pos/', { id: pos, ...kiosk }),
    () => record('PUT', `/pos/${pos}/`, kiosk),
    () => record('DELETE', `/pos/${pos}/`),
    () => record('PUT', `/shortlink/${shortlink}/`, { label: word }),
    () => record('PUT', account, { payout_account: prng.pick(ACCOUNTS) }),
    () => record('POST', '/payment_request/', paymentDraft({ pos_tid: word })),
    () =>
      record('PUT', `/payment_request/${tid}/`, { action: 'refund', currency: 'NOK', ...refund }),
  ];
  return prng.pick(requests)();
}

/** All that the merchant can read of its users, points of sale, shortlinks, accounts and payments. */
async function everything(tid: string, shortlink: string): Promise<string> {
  const account = `/settlement_account/${test.ready.merchant.id}.NOK/`;
  const paths = [1, 2].flatMap((n) => [`/user/user-${n}/`, `/pos/pos-${n}/`]);
  const all = [...paths, '/payment_request/', `/payment_request/${tid}/outcome/`, account];
  const replies = await Promise.all(
    [...all, `/shortlink/${shortlink}/`].map((path) => test.secret(test.users.pos, path)),
  );
  const text = JSON.stringify(replies.map(({ status, json }) => [status, json]));
  // Each reading of an outcome has an upload address of its own.
  return text.replaceAll(/"attachment_uri":"[^"]*"/g, '');
}

/** A secret cannot be read; the one that was set last must open, and no other. */
async function wrongSecrets(last: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const [id, secret] of last) {
    const headers = secretHeaders(test.ready.merchant.id, id, secret);
    const { status } = await test.open('/payment_request/', { headers });
    if (status !== 200) wrong.push(`${id}: ${status}`);
  }
  return wrong;
}

async function paidPayment(): Promise<string> {
  const tid = await test.payment({ amount: 100_000, customer: '4798765432' });
  await test.service.simulator.confirm(tid);
  await test.key(test.users.admin, `/payment_request/${tid}/`, {
    method: 'PUT',
    body: { action: 'capture' },
  });
  return tid;
}

it('a signed request that is sent again at any time changes nothing', async () => {
  const prng = createPrng(SEED);
  const tid = await paidPayment();
  const made = await test.secret(test.users.pos, '/shortlink/', { method: 'POST', body: {} });
  const shortlink = String(Object(made.json).id);
  const done: Recorded[] = [];
  const last = new Map<string, string>();
  let replays = 0;
  for (let step = 0; step < STEPS; step += 1) {
    // Requests of one second with the same content are one request.
    await test.service.simulator.advance(prng.pick([1, 1, 5, 60]));
    const next = change(prng, tid, shortlink);
    const reply = await next.again();
    expect([next.name, reply.status < 500]).toEqual([next.name, true]);
    if (reply.status < 300) {
      done.push(next);
      if (next.secret?.value === null) last.delete(next.secret.user);
      else if (next.secret !== undefined) last.set(next.secret.user, next.secret.value);
    }
    if (!prng.chance(0.5) || done.length === 0) continue;
    const replayed = prng.pick(done.slice(-12));
    const before = await everything(tid, shortlink);
    const answered = await replayed.again();
    replays += 1;
    const story = `seed ${SEED}, step ${step}: ${replayed.name} got ${answered.status}`;
    expect(await everything(tid, shortlink), story).toBe(before);
    expect(await wrongSecrets(last), story).toEqual([]);
  }
  expect(replays).toBeGreaterThan(STEPS / 4);
});
