import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyText } from '../../support/any-text.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { formClient, pythonClient, type VendorCall } from '../../support/vendor-clients.ts';

/* Invalid input in every member that only older clients can send: the service refuses it with a
   sentence and changes nothing. */

let test: TestService;
let json: VendorCall;
let form: VendorCall;
beforeAll(async () => {
  test = await startTestService({ profile: 'mcash' });
  json = pythonClient(test);
  form = formClient(test);
});
afterAll(() => test.stop());

const RUNS = 150;

const odd = fc.oneof(
  fc.constantFrom('1.005', '-1', '1e9', '', 'NaN', '999999999999.99', 'True', '__proto__', '0.00'),
  fc.double(),
  fc.integer(),
  anyText(20).filter((text) => text.isWellFormed()),
  fc.jsonValue({ maxDepth: 3 }),
);
const members = fc.dictionary(
  fc.constantFrom(
    ...['amount', 'additional_amount', 'currency', 'allow_credit', 'action', 'line_items', 'total'],
    ...['tickets', 'callback_uri', 'expires_in', 'pos_id', 'pos_tid', 'customer', '__proto__'],
  ),
  odd,
);
const places = fc.constantFrom(
  ['POST', '/payment_request/'],
  ['PUT', '/payment_request/x/'],
  ['PUT', '/payment_request/x/ticket/'],
  ['PUT', '/ledger/default/report/1/'],
  ['PUT', '/ledger/default/report/99999999999999999999/'],
  ['GET', '/ledger/%00/'],
  ['GET', '/api_key/?after=%F0%9F%92%A3'],
  ['GET', '/merchant/%2e%2e/balance/'],
  ['POST', '/shortlink/'],
  ['PUT', '/shortlink/$'],
);

describe('invalid input under an older profile', () => {
  it('gets no 5xx, and each error has a sentence', async () => {
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(places, members, fc.boolean(), async ([method, path], body, asForm) => {
        const call = asForm && method !== 'GET' ? form : json;
        const reply = await call(method ?? '', path ?? '', method === 'GET' ? undefined : body);
        expect(reply.status, reply.text).toBeLessThan(500);
        if (reply.status < 400) return;
        refused += 1;
        expect(Object(reply.json).error_description).toMatch(/\w/);
      }),
      { numRuns: RUNS },
    );
    expect(refused).toBeGreaterThan(RUNS / 4);
  });

  it('gets 400 for an amount that does not fit its currency', async () => {
    const sale = { action: 'sale', allow_credit: false, pos_id: 'p', customer: '4798765432' };
    const of = (pos_tid: string, currency: string, amount: unknown) =>
      json('POST', '/payment_request/', { ...sale, pos_tid, currency, amount });
    expect((await of('kroner', 'NOK', '500.00')).status).toBe(201);
    // The merchant has no account in yen; the amount is right for yen, and then it is not.
    expect((await of('yen', 'JPY', '500')).text).not.toContain('amount');
    expect((await of('sen', 'JPY', '500.00')).text).toContain('amount');
    expect((await of('none', 'NOK', '0.00')).status).toBe(400);
    const most = await of('most', 'NOK', '99999999999.00');
    expect([most.status, most.text]).toEqual([400, expect.stringContaining('amount')]);
  });
});
