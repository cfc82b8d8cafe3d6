import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { pathOf, ROUTES, type Route, type RouteName } from '../../../shared/protocol/routes.ts';
import { paymentDraft, startTestService, type TestService } from '../../support/service.ts';
import type { Received } from '../../support/wire.ts';

/*
 * Input that nobody would write, made from the schemas themselves: whatever comes in, the answer
 * is one of the specification's, in its shape, and never a 5xx.
 */

let test: TestService;
let params: Readonly<Record<string, string>>;
beforeAll(async () => {
  test = await startTestService();
  const merchant = test.ready.merchant.id;
  params = {
    tid: await test.payment(),
    pos_id: 'kasse-1',
    value: '2000',
    merchant_id: merchant,
    user_id: 'pos',
    settlement_account_id: `${merchant}.NOK`,
  };
});
afterAll(() => test.stop());

const NAMES = Object.keys(ROUTES) as RouteName[];
const routeOf = (name: RouteName): Route => ROUTES[name];

const jsonSchema = z.object({ properties: z.record(z.string(), z.unknown()) });

/** The members a schema knows. */
function fieldsOf(schema: z.ZodType): readonly string[] {
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.keys(jsonSchema.parse(made).properties);
}

const VALID: Partial<Record<RouteName, Readonly<Record<string, unknown>>>> = {
  posCreate: { id: 'fuzz', name: 'Fuzz', type: 'store' },
  posUpdate: { name: 'Fuzz', type: 'store' },
  paymentCreate: paymentDraft({ pos_tid: 'fuzz' }),
  paymentUpdate: {},
  settlementAccountUpdate: { payout_account: 'NO9386011117947' },
};

const edge = fc.constantFrom(
  ...[0, -0, -1, 1, 0.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, Number.MAX_SAFE_INTEGER],
);
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 80 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '../..',
    'NOK',
    'x'.repeat(3_000),
    '😀'.repeat(70),
    '\n',
    'ws:',
  ),
);
const value = fc.oneof(edge, text, fc.boolean(), fc.constant(null), fc.jsonValue({ maxDepth: 3 }));

const BODY_ROUTES = NAMES.filter((name) => routeOf(name).body !== undefined);

const ERROR_KEYS = ['error_type', 'error_description', 'error_details'];

/** One of the replies that the route may give, with nothing of the inside in it. */
function expectKnown(name: RouteName, reply: Received, fields: readonly string[]): void {
  const { success } = routeOf(name);
  if (success.includes(reply.status)) return;
  expect([400, 401, 404, 409], `${reply.status} ${reply.text}`).toContain(reply.status);
  expect(Object.keys(reply.json ?? {})).toEqual(ERROR_KEYS);
  const { error_type: type, error_details: details } = JSON.parse(reply.text);
  if (type !== 'validation_error') return;
  const named = Object.keys(details);
  expect(named.length).toBeGreaterThan(0);
  for (const path of named) expect(['body', ...fields]).toContain(path.split('.')[0]);
}

describe('bodies that no client would send', () => {
  it.each(BODY_ROUTES)('%s answers each with one of its replies', async (name) => {
    const { body: schema, method } = routeOf(name);
    if (schema === undefined) throw new Error('a route without a body');
    const fields = fieldsOf(schema);
    expect(fields.length).toBeGreaterThan(2);
    const change = fc.dictionary(fc.constantFrom(...fields), value, { minKeys: 1, maxKeys: 4 });
    await fc.assert(
      fc.asyncProperty(change, async (changed) => {
        const body = { ...VALID[name], ...changed };
        const path = pathOf(name, params);
        expectKnown(name, await test.secret(test.users.pos, path, { method, body }), fields);
      }),
      { numRuns: 120 },
    );
  });

  it.each(BODY_ROUTES)('%s names exactly the one field that is of the wrong type', async (name) => {
    const { body: schema, method } = routeOf(name);
    if (schema === undefined) throw new Error('a route without a body');
    for (const field of fieldsOf(schema)) {
      // No field takes an object of this form, or a list of such lists.
      for (const wrong of [{ nothing: [] }, [[[]]]]) {
        const body = { ...VALID[name], [field]: wrong };
        const reply = await test.secret(test.users.pos, pathOf(name, params), { method, body });
        if (field === 'location' && !Array.isArray(wrong)) continue;
        expect([field, reply.status]).toEqual([field, 400]);
        const named = Object.keys(JSON.parse(reply.text).error_details);
        expect(named.map((path) => path.split('.')[0])).toEqual(named.map(() => field));
      }
    }
  });

  it('takes any bytes for a body', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const sent = { method: 'POST', body: Buffer.from(bytes) };
        const reply = await test.secret(test.users.pos, '/payment_request/', sent);
        expect(reply.status).toBe(400);
      }),
      { numRuns: 100 },
    );
  });
});

describe('addresses that no client would ask for', () => {
  const part = fc.oneof(
    text.map(encodeURIComponentSafely),
    fc.constantFrom('..', '.', '%2e%2e', '%2F', '%00', '%', '%ff', '*', ':tid', "'--", '\u200b'),
  );

  it('are answered with 200, 400 or 404', async () => {
    const paths = fc.tuple(fc.constantFrom('/payment_request/', '/pos/', '/status_code/'), part);
    await fc.assert(
      fc.asyncProperty(paths, fc.constantFrom('', '/', '/outcome/'), async ([root, id], rest) => {
        const path = root + id.replaceAll(/[^\x21-\x7e]/g, '') + rest;
        const reply = await test.secret(test.users.pos, path);
        expect([200, 400, 401, 404], `${path} ${reply.text}`).toContain(reply.status);
      }),
      { numRuns: 150 },
    );
  });

  it.each(['paymentList', 'paymentOutcome', 'posList'] as const)(
    '%s takes any query',
    async (name) => {
      const { query } = routeOf(name);
      if (query === undefined) throw new Error('a route without a query');
      const fields = fieldsOf(query);
      const pairs = fc.array(
        fc.tuple(fc.constantFrom(...fields, 'x'), fc.constantFrom('', '[]', '[0]', '[x]'), text),
        {
          maxLength: 5,
        },
      );
      await fc.assert(
        fc.asyncProperty(pairs, async (given) => {
          const search = given
            .filter(([key]) => key !== 'wait')
            .map(([key, form, words]) => `${key}${form}=${encodeURIComponentSafely(words)}`);
          const path = `${pathOf(name, params)}?${search.join('&')}`.slice(0, 3_900);
          const reply = await test.key(test.users.admin, path);
          expectKnown(name, reply, [...fields, 'x']);
        }),
        { numRuns: 80 },
      );
    },
  );
});

/** Percent-encoding that also takes half of a surrogate pair. */
function encodeURIComponentSafely(words: string): string {
  return encodeURIComponent(words.toWellFormed());
}
