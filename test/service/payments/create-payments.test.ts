import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPipeline, WRITE_SHARES } from '../../../service/api/pipeline.ts';
import { profileAdapter } from '../../../service/api/profile-adapter.ts';
import { type Core, openCore } from '../../../service/app/core.ts';
import { createLog } from '../../../service/app/log.ts';
import { refused } from '../../../service/merchants/auth-answer.ts';
import type { AuthAnswer } from '../../../service/merchants/authenticate.ts';
import { WorkShares } from '../../../shared/limits/work-queue.ts';
import { Closing } from '../../../shared/node/closing.ts';
import { SVC_PROFILE } from '../../../shared/protocol/media.ts';
import { paymentUpdateInput } from '../../../shared/protocol/payment-request.ts';
import type { RouteName } from '../../../shared/protocol/routes.ts';
import { serviceAddresses } from '../../../shared/protocol/service-addresses.ts';
import { CODE } from '../../../shared/protocol/status-codes.ts';
import { draft } from '../../support/drafts.ts';
import { createManualClock } from '../../support/manual-clock.ts';

/*
 * A request about one payment: the payment is read while its caller is authenticated, which saves a
 * round trip to a database on another machine.
 */

let closing: Closing;
let core: Core;
let merchantId: string;
let tid: string;

beforeEach(async () => {
  closing = new Closing();
  const clock = createManualClock();
  const addresses = () => serviceAddresses('http://service.test', '/merchant/v1');
  const deps = { clock, wall: clock, log: createLog('silent'), addresses };
  core = await openCore({ data: { kind: 'ephemeral' }, demo: true }, deps, closing);
  merchantId = core.demo?.merchantId ?? '';
  const made = await core.deps.payments.create(merchantId, draft());
  if (!made.ok) throw new Error(made.refusal.description);
  tid = made.value.payment.tid;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await closing.close();
});

const readings = () => vi.spyOn(core.deps.store.payments, 'byTid');
const allowed = (caller = merchantId): AuthAnswer => {
  return { ok: true, value: { merchantId: caller, kind: 'user', userId: 'pos', level: 'SECRET' } };
};

/** Sends a request with the claimed merchant in its header; `authenticate` says who sent it. */
async function send(name: RouteName, authenticate: () => Promise<AuthAnswer>, body: object = {}) {
  const authenticator = {
    claimedMerchant: () => merchantId,
    authenticate,
    wrongBody: () => null,
    integrator: () => Promise.reject(new Error('no integrator calls')),
  };
  const writeShares = new WorkShares(WRITE_SHARES);
  const adapter = profileAdapter(SVC_PROFILE, core.deps);
  const serve = createPipeline(name, { deps: core.deps, authenticator, adapter, writeShares });
  const method = name === 'paymentUpdate' ? 'PUT' : 'GET';
  const reply = await serve({
    ...{ requestId: 'r1', method, target: `/payment_request/${tid}/`, params: { tid } },
    ...{ rawHeaders: [], address: '127.0.0.1', gone: () => new AbortController().signal },
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(body)),
  });
  return reply.status;
}

describe.each(['paymentRead', 'paymentOutcome'] as const)('%s', (name) => {
  it('reads the payment once, and while its caller is authenticated', async () => {
    const byTid = readings();
    const status = await send(name, async () => {
      expect(byTid).toHaveBeenCalledTimes(1);
      return allowed();
    });
    expect(status).toBe(200);
    expect(byTid).toHaveBeenCalledTimes(1);
  });

  it('answers 401 to a caller who is refused, although the payment was read', async () => {
    expect(await send(name, async () => refused('Unauthorized', 'no'))).toBe(401);
  });

  it('answers 404 to a caller of another merchant than the request claims', async () => {
    expect(await send(name, async () => allowed('another'))).toBe(404);
  });

  it('reads the payment again if it could not be read', async () => {
    const byTid = readings().mockRejectedValueOnce(new Error('no connection'));
    expect(await send(name, async () => allowed())).toBe(200);
    expect(byTid).toHaveBeenCalledTimes(2);
  });
});

describe('paymentUpdate', () => {
  const abort = { action: 'abort' };

  it('reads the payment and its merchant once, and while its caller is authenticated', async () => {
    const byTid = readings();
    const merchants = vi.spyOn(core.deps.store.merchants, 'read');
    const status = await send(
      'paymentUpdate',
      async () => {
        expect([byTid.mock.calls.length, merchants.mock.calls.length]).toEqual([1, 1]);
        return allowed();
      },
      abort,
    );
    expect(status).toBe(204);
    expect([byTid.mock.calls.length, merchants.mock.calls.length]).toEqual([1, 1]);
  });

  it('decides again on a payment that changed after it was read', async () => {
    const byTid = readings();
    const status = await send(
      'paymentUpdate',
      async () => {
        await byTid.mock.results[0]?.value;
        const input = paymentUpdateInput.parse({ callback_uri: 'ws:other' });
        const changed = await core.deps.payments.update(merchantId, tid, input);
        expect(changed.ok).toBe(true);
        return allowed();
      },
      abort,
    );
    expect(status).toBe(204);
    const payment = await core.deps.payments.read(merchantId, tid);
    expect(payment).toMatchObject({ code: CODE.aborted, callbackUri: 'ws:other' });
  });
});
