import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleOf } from '../../shared/protocol/examples/index.ts';
import { pathOf, ROUTES, type Route, type RouteName } from '../../shared/protocol/routes.ts';
import { startWorld, type World } from '../conformance/world.ts';
import { anyText } from '../support/any-text.ts';
import { bodiesFor, encoded, membersOf, queriesFor } from '../support/arbitrary-input.ts';
import { LAST_RESORT } from '../support/last-resort.ts';
import type { Received } from '../support/wire.ts';

/*
 * Invalid input made from the schemas: every reply is one of the specification's, in its form, and never
 * a 5xx. `BAD_INPUT=20000` sends this many requests; by default there are enough for a few dozen requests
 * to every route.
 */

const WANTED = Number(process.env.BAD_INPUT ?? 2_000);

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.stop();
  process.stdout.write(`bad input: ${sent} requests\n`);
});

const NAMES = Object.keys(ROUTES) as RouteName[];
const routeOf = (name: RouteName): Route => ROUTES[name];
const BODY_ROUTES = NAMES.filter((name) => routeOf(name).body !== undefined);
const QUERY_ROUTES = NAMES.filter((name) => routeOf(name).query !== undefined);
const RUNS = Math.ceil(WANTED / (BODY_ROUTES.length + QUERY_ROUTES.length + 2));
/** A request that hangs would end the test by this; every single one is far below it. */
const TIME = 5 * LAST_RESORT + WANTED * 20;

/** Requests that are under way together: writes of one moment share a commit, so a long run is quicker. */
const AT_ONCE = 8;

const ERROR_KEYS = ['error_type', 'error_description', 'error_details'];
let sent = 0;

/** Runs a property and expects that it sent as many requests as it was to try. */
async function property<T>(inputs: fc.Arbitrary<T>, holds: (input: T) => Promise<void>) {
  const before = sent;
  const some = fc.array(inputs, { minLength: AT_ONCE, maxLength: AT_ONCE });
  const together = async (given: T[]) => void (await Promise.all(given.map(holds)));
  await fc.assert(fc.asyncProperty(some, together), { numRuns: Math.ceil(RUNS / AT_ONCE) });
  expect(sent - before).toBeGreaterThanOrEqual(RUNS);
}

/** Routes that refuse a caller who sends more than it may. */
const HURRIED: ReadonlySet<RouteName> = new Set(['tillStatusPut', 'receiptEmail']);

/** One of the replies that the route may give, with nothing of the inside in it. */
function expectKnown(name: RouteName, reply: Received, fields: readonly string[]): void {
  sent += 1;
  if (routeOf(name).success.includes(reply.status)) return;
  const refusals = [400, 401, 404, 409, ...(HURRIED.has(name) ? [429] : [])];
  expect(refusals, `${reply.status} ${reply.text}`).toContain(reply.status);
  expect(Object.keys(reply.json ?? {})).toEqual(ERROR_KEYS);
  const { error_type: type, error_details: details } = JSON.parse(reply.text);
  if (reply.status === 400 && type !== 'validation_error') expect(type).toBe('Bad Request');
  if (type !== 'validation_error') return;
  const named = Object.keys(details);
  expect(named.length).toBeGreaterThan(0);
  for (const path of named) {
    // A refusal of an import names the row of the file.
    const member = /^row \d+/.test(path) && name === 'catalogueImport' ? 'csv' : path.split('.')[0];
    expect(['body', ...fields]).toContain(member);
    expect(details[path].length).toBeGreaterThan(0);
  }
}

/** The example of a route, new enough to be taken: what is wrong is then only what was changed. */
function validFor(name: RouteName): unknown {
  const body = Object(exampleOf(name).body);
  if ('pos_tid' in body) return { ...body, pos_tid: world.fresh() };
  return body;
}

/** The members that an example's action does not use: the service ignores them (D-94). */
const IGNORED: Partial<Record<RouteName, readonly string[]>> = {
  paymentUpdate: ['refund_id', 'text', 'rates'],
};

describe('unusual bodies', () => {
  it.each(BODY_ROUTES)(
    'sent to %s get a declared reply',
    async (name) => {
      const route = routeOf(name);
      const fields = membersOf(route, 'body');
      expect(fields.length).toBeGreaterThan(0);
      await property(
        bodiesFor(route, () => validFor(name)),
        async (body) => {
          expectKnown(name, await world.call(name, { body: JSON.stringify(body) }), fields);
        },
      );
    },
    TIME,
  );

  it.each(BODY_ROUTES)('sent to %s get a 400 that names only the wrong field', async (name) => {
    const judged = membersOf(routeOf(name), 'body');
    for (const field of judged.filter((member) => !IGNORED[name]?.includes(member))) {
      // No field takes a list of lists of lists.
      const body = { ...Object(validFor(name)), [field]: [[[]]] };
      const reply = await world.call(name, { body });
      expect([field, reply.status]).toEqual([field, 400]);
      const named = Object.keys(JSON.parse(reply.text).error_details);
      expect(named.map((path) => path.split('.')[0])).toEqual(named.map(() => field));
    }
  });

  it(
    'of random bytes get 400',
    async () => {
      await property(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const reply = await world.call('paymentCreate', { body: Buffer.from(bytes) });
        expect(reply.status).toBe(400);
        sent += 1;
      });
    },
    TIME,
  );
});

describe('unusual addresses', () => {
  const part = fc.oneof(
    anyText(60).map(encoded),
    fc.constantFrom(
      '..',
      '.',
      '%2e%2e',
      '%2F',
      '%00',
      '%',
      '%ff',
      '*',
      ':tid',
      "'--",
      'x'.repeat(3_000),
    ),
  );
  const withId = NAMES.filter((name) => routeOf(name).path.includes(':'));

  it(
    'get a success, 400, 401, 404 or 405',
    async () => {
      const asked = fc.tuple(fc.constantFrom(...withId), part);
      await property(asked, async ([name, id]) => {
        const { path, method, success } = routeOf(name);
        const { test } = world;
        const target = path.replace(/:\w+/, () => id.replaceAll(/[^\x21-\x7e]/g, ''));
        const whole = target.replaceAll(/:(\w+)/g, (_, key: string) => world.params[key] ?? 'x');
        const reply = await test.secret(test.users.pos, whole, { method });
        // An id of two dots leads to another address, whose own methods count.
        const known = [...success, 200, 400, 401, 404, 405];
        expect(known, `${method} ${whole} ${reply.text}`).toContain(reply.status);
        sent += 1;
      });
    },
    TIME,
  );

  it.each(QUERY_ROUTES)(
    '%s answers any query with a declared reply',
    async (name) => {
      const route = routeOf(name);
      const fields = [...membersOf(route, 'query'), 'x'];
      // Waiting is another test's; here it would only take time.
      const queries = queriesFor(route).map((query) => query.replaceAll(/wait(\[\w*\])?=/g, 'x='));
      await property(queries, async (query) => {
        expectKnown(name, await world.call(name, { query }), fields);
      });
    },
    TIME,
  );
});

it('the runs add up to at least the wanted number of requests', () => {
  // Each property sends as many: one for each of these routes, and two more.
  expect(RUNS * (BODY_ROUTES.length + QUERY_ROUTES.length + 2)).toBeGreaterThanOrEqual(WANTED);
  expect(BODY_ROUTES.length).toBeGreaterThan(8);
  expect(pathOf('statusCodeList')).toBe('/status_code/');
});
