import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testSeed } from '../simulation/first-seed.ts';
import { createPrng, type Prng } from '../simulation/prng.ts';
import { type Heard, startReceiver, type TestReceiver } from '../support/callback-receiver.ts';
import { createIssuer, issue } from '../support/certificates.ts';
import { newPostgres } from '../support/postgres/shared.ts';
import { member, startTestService, type TestService } from '../support/service.ts';
import { STORES, type StoreKind } from '../support/stores.ts';
import { send } from '../support/wire.ts';

/*
 * Goal: a callback has the state at the time of sending, also in a repeat, and a resource's events arrive
 * in the order of their `seqno` (D-142).
 * Method: random changes of a few payments and permission requests, random times between them, and a
 * receiver that fails at random. It reads `meta.uri` before it answers, and must read the object that it was
 * sent, with a valid upload address. `CALLBACK_STEPS=1000` sets the number of steps, of which PostgreSQL runs
 * half; `SEED` sets the seed.
 */

const STEPS = Number(process.env.CALLBACK_STEPS ?? 30);
const SEED = testSeed().seed;
const CUSTOMER = '4798765432';
const ANSWERS = [204, 204, 503, 500, 404, 'cut'] as const;

const withoutUpload = ({ attachment_uri: _, ...rest }: Record<string, unknown>) => rest;

describe.each(STORES)('callbacks of random payments on %s', (kind: StoreKind) => {
  let test: TestService;
  let shop: TestReceiver;
  let database: Awaited<ReturnType<typeof newPostgres>> | null = null;
  const findings: string[] = [];
  let repeats = 0;

  beforeAll(async () => {
    const issuer = createIssuer('Test issuer');
    shop = await startReceiver(issue(issuer, ['127.0.0.1']), 0, compare);
    database = kind === 'postgres' ? await newPostgres() : null;
    const address = database === null ? {} : { databaseUrl: database.url };
    test = await startTestService({ callbackCa: issuer.cert, ...address });
  });
  afterAll(async () => {
    await test.stop();
    await shop.stop();
    await database?.drop();
  });

  /** Compares the sent object with the object at its address at this moment. */
  async function compare({ message }: Heard): Promise<void> {
    const { meta, object } = message;
    const url = new URL(meta.uri ?? '');
    const path = url.href.slice(test.ready.base_url.length);
    const { json } = await test.secret(test.users.pos, path);
    const sent = Object(object);
    try {
      expect(withoutUpload(sent)).toEqual(withoutUpload(Object(json)));
    } catch (error) {
      findings.push(`${meta.event} ${meta.seqno}: ${error}`);
    }
    const tried = shop.heard.filter((one) => one.message.meta.id === meta.id).length;
    if (tried > 1) repeats += 1;
    if (sent.attachment_uri === undefined) return;
    // An address that is valid refuses what is no attachment; one that has expired is not found.
    const upload = await send(sent.attachment_uri, { method: 'POST', body: 'no attachment' });
    if (upload.status === 404)
      findings.push(`${meta.event}, attempt ${tried}: the address is over`);
  }

  const put = (tid: string, body: unknown) =>
    test.key(test.users.admin, `/payment_request/${tid}/`, { method: 'PUT', body });

  async function newPayment(number: number): Promise<string> {
    const callback_uri = `${shop.url}/payment-${number}`;
    return test.payment({ customer: CUSTOMER, pos_tid: `${kind}-${number}`, callback_uri });
  }

  async function newPermission(number: number): Promise<string> {
    const named = { customer: CUSTOMER, pos_id: 'kasse-1', pos_tid: `${kind}-r-${number}` };
    const body = { ...named, scope: 'openid phone', callback_uri: `${shop.url}/r-${number}` };
    const sent = { method: 'POST', body };
    return member((await test.secret(test.users.pos, '/permission_request/', sent)).json, 'id');
  }

  /** A change of a payment or a permission; many are refused, because they do not fit its state. */
  async function change(prng: Prng, tid: string, rid: string, number: number): Promise<string> {
    const { simulator } = test.service;
    const part = { amount: 2_500, additional_amount: 0, currency: 'NOK' };
    const changes: Readonly<Record<string, () => Promise<unknown>>> = {
      confirm: () => simulator.confirm(tid),
      reject: () => (prng.chance(0.2) ? simulator.reject(tid) : simulator.confirm(tid)),
      capture: () => put(tid, { action: 'capture' }),
      part: () => put(tid, { action: 'capture', capture_id: `c-${number}`, ...part }),
      refund: () => put(tid, { action: 'refund', refund_id: `r-${number}`, ...part }),
      reauth: () => put(tid, { action: 'reauth' }),
      release: () => put(tid, { action: 'release' }),
      abort: () => put(tid, { action: 'abort' }),
      accept: () => simulator.accept(rid),
      decline: () => simulator.decline(rid),
    };
    const name = prng.pick([...Object.keys(changes), 'confirm', 'part', 'part']);
    await changes[name]?.();
    return name;
  }

  it('have the current state, a valid upload address and the order of the events', async () => {
    const prng = createPrng(SEED);
    const tids = [await newPayment(0)];
    const rids = [await newPermission(0)];
    const story: string[] = [];
    const steps = kind === 'sqlite' ? STEPS : STEPS / 2;
    for (let step = 0; step < steps; step += 1) {
      if (prng.chance(0.25)) tids.push(await newPayment(step + 1));
      if (prng.chance(0.1)) rids.push(await newPermission(step + 1));
      shop.answer(...Array.from({ length: 20 }, () => prng.pick(ANSWERS)));
      const [tid, rid] = [prng.pick(tids.slice(-3)), prng.pick(rids.slice(-2))];
      story.push(await change(prng, tid, rid, step));
      // What the change has sent arrives before time passes.
      await test.service.simulator.advance(0);
      const seconds = prng.pick([0, 0, 1, 5, 15, 60, 3_600, 20_000]);
      await test.service.simulator.advance(seconds);
      story.push(`${seconds} s`);
      expect(findings, `seed ${SEED}, step ${step}: ${story.slice(-12).join(', ')}`).toEqual([]);
    }
    shop.answer(204);
    await test.service.simulator.advance(2 * 86_400);
    expect(findings, `seed ${SEED}, at the end`).toEqual([]);
    expect(repeats).toBeGreaterThan(steps / 10);
    for (const heard of Map.groupBy(shop.heard, ({ target }) => target).values()) {
      const numbers = heard.map(({ message }) => message.meta.seqno);
      expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
      const all = [...new Set(numbers)];
      expect(all, 'no event is left out').toEqual(all.map((_, place) => place));
    }
    for (const heard of Map.groupBy(shop.heard, ({ message }) => message.meta.id).values()) {
      expect(new Set(heard.map(({ message }) => JSON.stringify(message.meta))).size).toBe(1);
    }
  });
});
