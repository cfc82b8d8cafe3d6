import { describe, expect, it } from 'vitest';
import { paymentUpdateInput } from '../../shared/protocol/payment-request.ts';
import { SECOND } from '../../shared/time/clock.ts';
import { testSeed } from '../simulation/first-seed.ts';
import { createPrng, type Prng } from '../simulation/prng.ts';
import { CUSTOMER, draft, MERCHANT, OTHER_CUSTOMER, startPayments } from '../support/payments.ts';
import { STORES, type StoreKind } from '../support/stores.ts';

/*
 * Goal: the right customer gets a request that names a shortlink: the latest scan of the last
 * `max_scan_age` seconds stays valid until a payment for it is approved (specification, static QR POS;
 * D-106).
 * Method: random scans, requests of three tills, approvals, rejections, aborts and times on one
 * shortlink, against a model that was written from the decision and not from the code. `SCAN_STEPS=20000`
 * plays as many steps, and a third of them on PostgreSQL; `SEED` plays others.
 */

const STEPS = Number(process.env.SCAN_STEPS ?? 300);
const SEED = testSeed().seed;
const LINK = 'abc12';
const TILLS = ['till-1', 'till-2', 'till-3'] as const;
const AUTHORISATION = 3 * 86_400 * SECOND;

type Scan = {
  readonly messageId: string;
  readonly token: string;
  readonly customer: string;
  readonly at: number;
  /** Requests that took it, the last one at the end. */
  readonly takers: Request[];
  approved: Request | null;
};
type Request = {
  readonly tid: string;
  readonly till: string;
  readonly ends: number;
  customer: string | null;
  scan: Scan | null;
  code: number;
  /** When its authorisation ends. */
  heldUntil: number;
};

/** What the decision says of scans and requests; `now` is the time of the service. */
function createModel() {
  const scans: Scan[] = [];
  const requests: Request[] = [];
  const waits = (one: Request | undefined) => one !== undefined && one.code === 1003;
  const take = (request: Request, scan: Scan) => {
    request.customer = scan.customer;
    request.scan = scan;
    scan.takers.push(request);
  };
  return {
    scans,
    requests,
    pass(now: number): void {
      for (const one of requests) {
        if (one.code === 1003 && one.ends <= now) one.code = 5011;
        if (one.code === 3008 && one.heldUntil <= now) one.code = 5012;
      }
    },
    /** A new scan goes to the newest request that waits for one. */
    scanned(scan: Scan): void {
      scans.push(scan);
      const waiting = requests.findLast((one) => waits(one) && one.customer === null);
      if (waiting !== undefined) take(waiting, scan);
    },
    /** The newest scan that is young enough, not approved, and not reserved by another till. */
    asked(request: Request, since: number): void {
      requests.push(request);
      const free = scans.findLast((scan) => {
        const last = scan.takers.at(-1);
        const reserved = waits(last) && last?.till !== request.till;
        return scan.at >= since && scan.approved === null && !reserved;
      });
      if (free !== undefined) take(request, free);
    },
    /** The token names its customer, also after the scan was used up. */
    askedByToken(request: Request, scan: Scan): void {
      requests.push(request);
      request.customer = scan.customer;
      request.scan = scan;
      if (scan.approved === null) scan.takers.push(request);
    },
    approved(request: Request, now: number): void {
      request.code = 3008;
      request.heldUntil = now + AUTHORISATION;
      if (request.scan !== null) request.scan.approved ??= request;
    },
  };
}

type World = Awaited<ReturnType<typeof startPayments>>;
type Model = ReturnType<typeof createModel>;

/** Plays one random step on the service and on the model; answers what it was. */
async function step(world: World, model: Model, prng: Prng): Promise<string> {
  const { payments, clock } = world;
  const newest = model.requests.slice(-6);
  const request = newest.length === 0 ? null : prng.pick(newest);
  const roll = prng.next();
  if (roll < 0.25) {
    const customer = prng.pick([CUSTOMER.id, OTHER_CUSTOMER.id]);
    const scanned = await world.scans.scan(customer, { shortlink: LINK, argstring: '' });
    if (!scanned.ok) throw new Error(scanned.refusal.description);
    const { messageId, token, at } = scanned.value;
    model.scanned({ messageId, token, customer, at, takers: [], approved: null });
    return `scan by ${customer}`;
  }
  if (roll < 0.6 || request === null) {
    const age = prng.pick([null, null, null, 0, 10, 300]);
    const expires_in = prng.pick([30, 600]);
    const till = prng.pick(TILLS);
    // A token is valid for a day (D-107).
    const named = model.scans.filter(({ at }) => at > clock.now() - 86_400 * SECOND).slice(-20);
    const scan = named.length > 0 && prng.chance(0.15) ? prng.pick(named) : null;
    const customer = scan?.token ?? `shortlink_id:${LINK}`;
    const more = age === null ? {} : { max_scan_age: age };
    const input = draft({ pos_id: till, customer, expires_in, ...more });
    const made = await payments.create(MERCHANT.id, input);
    if (!made.ok) throw new Error(made.refusal.description);
    const { tid, created } = made.value.payment;
    const ends = created + expires_in * SECOND;
    const asked = { tid, till, ends, customer: null, scan: null, code: 1003, heldUntil: 0 };
    if (scan === null) model.asked(asked, created - (age ?? 60) * SECOND);
    else model.askedByToken(asked, scan);
    return `request ${tid} of ${till}, ${scan === null ? `age ${age}` : 'by token'}`;
  }
  const { tid, customer } = request;
  if (roll < 0.75) {
    const put = paymentUpdateInput.parse({ action: 'abort' });
    const { ok } = await payments.update(MERCHANT.id, tid, put);
    expect(ok, `abort of ${request.code}`).toBe([1003, 3008, 4019].includes(request.code));
    if (ok) request.code = 4019;
    return `abort ${tid}`;
  }
  const approves = roll < 0.9;
  const who = customer ?? CUSTOMER.id;
  const choice = { additionalAmount: null, credit: false };
  const { ok } = approves
    ? await payments.customerSide.confirm(who, tid, choice)
    : await payments.customerSide.reject(who, tid);
  expect(ok, `answer to ${request.code}`).toBe(customer !== null && request.code === 1003);
  if (ok && approves) model.approved(request, clock.now());
  if (ok && !approves) request.code = 5006;
  return `${approves ? 'approve' : 'reject'} ${tid}`;
}

/** The newest requests and scans, as the service has them. */
async function real({ payments, store }: World, model: Model) {
  const requests = model.requests.slice(-8).map(async ({ tid }) => {
    const payment = await payments.read(MERCHANT.id, tid);
    return [tid, payment?.customerId, payment?.code];
  });
  const scans = model.scans.slice(-8).map(async ({ messageId, customer }) => {
    const scan = await store.shortlinks.scanOfCustomer(customer, messageId);
    return [messageId, scan?.heldBy, scan?.consumedBy];
  });
  return { requests: await Promise.all(requests), scans: await Promise.all(scans) };
}

function modelled(model: Model) {
  return {
    requests: model.requests.slice(-8).map(({ tid, customer, code }) => [tid, customer, code]),
    scans: model.scans
      .slice(-8)
      .map(({ messageId, takers, approved }) => [
        messageId,
        takers.at(-1)?.tid ?? null,
        approved?.tid ?? null,
      ]),
  };
}

async function openWorld(kind: StoreKind): Promise<World> {
  const world = await startPayments(kind);
  const named = { id: LINK, merchantId: MERCHANT.id, callbackUri: null, label: null };
  const link = { ...named, serialNumber: null, isActive: true, created: 0 };
  await world.store.shortlinks.create(link);
  return world;
}

describe.each(STORES)('scans of a shortlink on %s', (kind) => {
  it('are assigned to random payment requests as in the model of D-106', async () => {
    const world = await openWorld(kind);
    const model = createModel();
    const prng = createPrng(SEED);
    const story: string[] = [];
    try {
      const steps = kind === 'sqlite' ? STEPS : STEPS / 3;
      for (let number = 0; number < steps; number += 1) {
        // Requests of one moment would be ordered by their ids.
        const seconds = prng.pick([1, 1, 2, 5, 20, 61]);
        world.clock.advance(seconds * SECOND);
        model.pass(world.clock.now());
        story.push(`${seconds} s, ${await step(world, model, prng)}`);
        const told = `seed ${SEED}, step ${number}:\n${story.slice(-12).join('\n')}`;
        expect(await real(world, model), told).toEqual(modelled(model));
      }
      const taken = model.scans.map(({ takers }) => takers.length);
      expect(Math.max(...taken), 'a scan is taken by several requests').toBeGreaterThan(1);
    } finally {
      await world.stop();
    }
  });

  it('are free for another till once the request that holds them is due to expire', async () => {
    const world = await openWorld(kind);
    await world.scans.scan(CUSTOMER.id, { shortlink: LINK, argstring: '' });
    const ask = (pos_id: string) =>
      draft({ pos_id, customer: `shortlink_id:${LINK}`, expires_in: 10 });
    await world.payments.create(MERCHANT.id, ask('till-1'));
    world.clock.advance(10 * SECOND);
    const made = await world.payments.create(MERCHANT.id, ask('till-2'));
    const tid = made.ok ? made.value.payment.tid : '';
    expect((await world.payments.read(MERCHANT.id, tid))?.customerId).toBe(CUSTOMER.id);
    await world.stop();
  });
});
