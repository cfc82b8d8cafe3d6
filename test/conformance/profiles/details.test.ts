import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { member, type TestService } from '../../support/service.ts';
import {
  csharpClient,
  nodeClient,
  phpClient,
  pythonClient,
  type VendorCall,
} from '../../support/vendor-clients.ts';
import { send } from '../../support/wire.ts';
import { sale, says, sentence, startProfiles } from './older-clients.ts';

/* Keys, replies and refusals of older clients, V-23 to V-26, V-30, V-34 and V-35. */

const DAY_SECONDS = 86_400;

let svc: TestService;
let settle: TestService;
let mcash: TestService;
beforeAll(async () => {
  [svc, settle, mcash] = await startProfiles();
});
afterAll(() => Promise.all([svc.stop(), settle.stop(), mcash.stop()]));

/** A payment that its customer has approved; the path of its request. */
async function approved(test: TestService, call: VendorCall, tid: string, amount: unknown) {
  const made = await call('POST', '/payment_request/', sale(tid, amount));
  expect(made.status, made.text).toBe(201);
  const path = `/payment_request/${member(made.json, 'id')}/`;
  await test.simulator(`${path}confirm/`, { method: 'POST', body: {} });
  return path;
}

describe('keys', () => {
  it('V-23: a user with a key of 1024 bits can authenticate', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const pubkey = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const signsAs = async (test: TestService, make: (test: TestService) => VendorCall) => {
      const made = await make(test)('POST', '/user/', { id: 'short', pubkey });
      expect(made.status, made.text).toBe(201);
      const { merchant } = test.users.admin;
      return { merchant, id: 'short', secret: '', privateKey: pem };
    };
    const php = phpClient(settle, await signsAs(settle, phpClient));
    expect((await php('GET', '/shortlink/')).status).toBe(200);
    const python = (test: TestService) => pythonClient(test, { scheme: 'RSA' });
    const user = await signsAs(mcash, python);
    const own = pythonClient(mcash, { scheme: 'RSA', user });
    const path = await approved(mcash, own, 'short-key', '10.00');
    expect((await own('PUT', path, { action: 'capture' })).status).toBe(204);
    expect((await own('PUT', path, { action: 'refund' })).status).toBe(204);
  });

  it('V-26: an API user without its key or secret is refused with a sentence that names it', async () => {
    const php = phpClient(settle);
    const make = (body: object) => php('POST', '/api_key/', { label: 'x', roles: 'user', ...body });
    const generated = await make({ key_type: 'rsa_generated' });
    expect(sentence(generated)).toEqual(says(400, 'pubkey', 'make a key pair', 'rsa_user'));
    expect(sentence(await make({ key_type: 'rsa_user' }))).toEqual(says(400, 'pubkey'));
    expect(sentence(await make({ key_type: 'secret' }))).toEqual(says(400, 'secret'));
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pubkey = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    expect((await make({ key_type: 'rsa_user', pubkey })).status).toBe(201);
    expect((await make({ key_type: 'secret', secret: 'some secret' })).status).toBe(201);
  });

  it('V-30: a signed request that is repeated in the same second is refused with advice', async () => {
    const php = phpClient(settle);
    const body = { callback_uri: 'https://shop.example/scan' };
    expect((await php('POST', '/shortlink/', body)).status).toBe(201);
    const again = await php('POST', '/shortlink/', body);
    expect(sentence(again)).toEqual(says(401, 'next second', 'sign the request again'));
    await settle.simulator('/clock/', { method: 'POST', body: { advance_seconds: 1 } });
    expect((await php('POST', '/shortlink/', body)).status).toBe(201);
    // The same payment request again is the same payment, also in the same second.
    const made = await php('POST', '/payment_request/', sale('twice', 1_000));
    const repeated = await php('POST', '/payment_request/', sale('twice', 1_000));
    expect([made.status, repeated.status]).toEqual([201, 200]);
    expect(member(repeated.json, 'id')).toBe(member(made.json, 'id'));
  });
});

describe('amounts and addresses in replies', () => {
  it('V-24: the list of payments has its totals in major units', async () => {
    const python = pythonClient(mcash, { scheme: 'RSA' });
    const path = await approved(mcash, python, 'listed', '100.00');
    await python('PUT', path, { action: 'capture' });
    const part = { currency: 'NOK', additional_amount: '0', refund_id: 'r1', amount: '20.5' };
    expect((await python('PUT', path, { action: 'refund', ...part })).status).toBe(204);
    const list = await python('GET', '/payment_request/');
    const money = { total: '100.00', total_captured: '100.00', total_refund: '20.50' };
    const tid = path.split('/')[2];
    expect(list.json).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ tid, ...money })]),
    });
  });

  it('V-25: addresses of log files are complete', async () => {
    const clients = [
      [settle, phpClient(settle), 1_000],
      [mcash, csharpClient(mcash), '10.00'],
    ] as const;
    for (const [test, call, amount] of clients) {
      const path = await approved(test, call, 'logged', amount);
      await call('PUT', path, { action: 'capture' });
      await test.simulator('/settlement/', { method: 'POST', body: {} });
      const last: { id: string; transaction_log_uris: string[] } = JSON.parse(
        (await call('GET', '/last_settlement/')).text,
      );
      const read = await call('GET', `/settlement/${last.id}/`);
      for (const uris of [last.transaction_log_uris, Object(read.json).transaction_log_uris]) {
        expect(uris[0]).toMatch(/^http:/);
        const log = await send(uris[0]);
        expect([log.status, log.text.split(',', 1)[0]]).toEqual([200, 'tid']);
      }
    }
  });
});

describe('refusals', () => {
  it('V-34: refusals of captures and refunds have the sentences that older clients compare', async () => {
    const php = phpClient(settle);
    const early = 'before customer authorized payment or after authorization has expired';
    const made = await php('POST', '/payment_request/', sale('early', 1_000));
    const path = `/payment_request/${member(made.json, 'id')}/`;
    const part = { currency: 'NOK', additional_amount: 0, amount: 1_000 };
    const capture = { action: 'capture', capture_id: 'cap_1', ...part };
    const refund = { action: 'refund', refund_id: 'ref_1', ...part };
    expect(sentence(await php('PUT', path, capture))).toEqual(says(409, early));
    const larger = 'The requested amount for refund is larger than the captured amount';
    expect(sentence(await php('PUT', path, refund))).toEqual(says(400, larger));
    const expired = await approved(settle, php, 'expired', 1_000);
    const seconds = { advance_seconds: 3 * DAY_SECONDS + 1 };
    await settle.simulator('/clock/', { method: 'POST', body: seconds });
    expect(sentence(await php('PUT', expired, capture))).toEqual(says(409, early));
    const own = await svc.payment();
    const strict = await svc.key(svc.users.admin, `/payment_request/${own}/`, {
      method: 'PUT',
      body: capture,
    });
    expect(sentence(strict)).toEqual(says(409, 'before the customer has authorised it'));
  });

  it('V-35: every address of a service that is not offered gets a 404 with an explanation', async () => {
    const node = nodeClient(settle);
    const person = says(404, 'does not send money to people', 'refund');
    for (const path of ['/payment_send/x/', '/payment_send/x/outcome/', '/payment/x/outcome/']) {
      expect([path, ...sentence(await node('GET', path))]).toEqual([path, ...person]);
    }
    for (const path of ['/ledger/default/report/', '/ledger/other/report/']) {
      const list = await pythonClient(mcash)('GET', path);
      expect([path, ...sentence(list)]).toEqual([path, ...says(404, 'list the reports', 'ledger')]);
    }
  });
});
