import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProfileName } from '../../../shared/protocol/profiles.ts';
import { member, startTestService, type TestService } from '../../support/service.ts';
import {
  browserClient,
  csharpClient,
  formClient,
  nodeClient,
  phpClient,
  pythonClient,
  shopClient,
  type VendorCall,
} from '../../support/vendor-clients.ts';

/* A complete sale by every older client: request, authorisation, capture, refund and settlement. */

const INGRID = '4798765432';
const ZONE = 2 * 3_600_000;

type ClientMaker = (test: TestService) => VendorCall;
const CLIENTS: readonly (readonly [string, ProfileName, ClientMaker, ClientMaker])[] = [
  ['PHP', 'settle', phpClient, phpClient],
  ['Node', 'settle', nodeClient, nodeClient],
  ['a browser', 'settle', browserClient, nodeClient],
  ['Python with a secret', 'mcash', pythonClient, signed],
  ['Python that signs local time', 'mcash', signed, signed],
  ['.NET', 'mcash', csharpClient, signed],
  ['a web shop with forms', 'mcash', formClient, signed],
  ['a web shop of 2022', 'mcash-minor', shopClient, shopClient],
];

/** Refunds are always signed. */
function signed(test: TestService): VendorCall {
  return pythonClient(test, { scheme: 'RSA', zone: ZONE });
}

const tests = new Map<ProfileName, TestService>();
beforeAll(async () => {
  const names = new Set(CLIENTS.map(([, profile]) => profile));
  const start = async (profile: ProfileName) =>
    tests.set(profile, await startTestService({ profile }));
  await Promise.all([...names].map(start));
});
afterAll(() => Promise.all([...tests.values()].map((test) => test.stop())));

describe('a sale', () => {
  it.each(CLIENTS)('by %s under %s, from the request to the settlement', async (...row) => {
    const [client, profile, make, makeSigned] = row;
    const test = tests.get(profile);
    if (test === undefined) throw new Error(`${profile} was not started`);
    const [call, asKey] = [make(test), makeSigned(test)];
    const units = (minor: number) => (profile === 'mcash' ? `${minor / 100}.00` : minor);
    const made = await call('POST', '/payment_request/', {
      ...{ action: 'auth', currency: 'NOK', amount: units(20_000), allow_credit: false },
      ...{ pos_id: 'Kasse-1', pos_tid: client.replaceAll(/\W/g, '-'), customer: INGRID },
      ...{ text: 'Rømmegrøt/2 & co', expires_in: 300 },
    });
    expect(made.status, made.text).toBe(201);
    const path = `/payment_request/${member(made.json, 'id')}/`;
    const outcome = async () => Object((await asKey('GET', `${path}outcome/`)).json);
    expect(await outcome()).toMatchObject({ status: 'pending', amount: units(20_000) });
    expect((await asKey('GET', path)).json).toMatchObject({ text: 'Rømmegrøt/2 & co' });

    await test.simulator(`${path}confirm/`, { method: 'POST', body: {} });
    expect(await outcome()).toMatchObject({ status: 'auth', auth_amount: units(20_000) });
    const part = { currency: 'NOK', additional_amount: units(0) };
    const first = { action: 'capture', capture_id: 'cap_1', amount: units(5_000), ...part };
    expect(await call('PUT', path, first)).toMatchObject({ status: 204, text: '' });
    expect(await call('PUT', path, { action: 'CAPTURE' })).toMatchObject({ status: 204, text: '' });
    const back = { action: 'refund', refund_id: 'ref_1', amount: units(2_000), ...part };
    if (make !== makeSigned) expect((await call('PUT', path, back)).status).toBe(401);
    // Of this client's refunds the service takes none (D-464).
    const refunds = profile === 'mcash-minor' ? [] : [{ amount: units(2_000) }];
    const refunded = await asKey('PUT', path, back);
    expect(refunded.status, refunded.text).toBe(refunds.length === 0 ? 409 : 204);
    if (refunds.length === 0) expect(refunded.text).toContain('in the merchant portal');
    expect(await outcome()).toMatchObject({
      ...{ status: 'ok', status_code: 2000, auth_amount: units(0) },
      captures: [{ amount: units(5_000) }, { amount: units(15_000) }],
      refunds,
    });
    await test.simulator('/settlement/', { method: 'POST', body: {} });
    const last = await call('GET', '/last_settlement/');
    expect([302, 200]).toContain(last.status);
    expect(last.json).toMatchObject({
      settlement_summary: { gross: units(20_000 - 2_000 * refunds.length) },
    });
  });
});
