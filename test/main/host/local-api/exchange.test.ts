import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TILL_EXAMPLES } from '../../../../main/host/local-api/openapi/examples.ts';
import { TILL_ERRORS } from '../../../../shared/device/till-api/errors.ts';
import {
  TILL_ROUTES,
  type TillRoute,
  tillRouteNames,
} from '../../../../shared/device/till-api/routes.ts';
import { anyText } from '../../../support/any-text.ts';
import { type ScriptedWorld, startScriptedWorld } from './register-setup.ts';

/*
 * Random invalid calls: the till answers each with a documented error in its documented form, never with
 * 500, and continues to work.
 */

let world: ScriptedWorld;
beforeAll(async () => {
  world = await startScriptedWorld();
});
afterAll(() => world.stop());

const RUNS = 60;
const odd = fc.oneof(
  fc.constantFrom(null, true, 0, -1, 0.5, 1e308, '', '\u0000', '\ud800', 'x'.repeat(5_000), [], {}),
  anyText(40),
  fc.jsonValue({ maxDepth: 3 }),
);
const routes = tillRouteNames().map((name) => ({ name, route: TILL_ROUTES[name] as TillRoute }));

/** The example's body with some members replaced by what they are not. */
function bodiesOf(example: unknown): fc.Arbitrary<unknown> {
  const names = Object.keys(Object(example));
  const change = fc.dictionary(
    names.length === 0
      ? fc.string({ maxLength: 10 })
      : fc.constantFrom(...names, '__proto__', 'way'),
    odd,
    { maxKeys: 3 },
  );
  return fc.oneof(
    { weight: 3, arbitrary: change.map((wrong) => ({ ...Object(example), ...wrong })) },
    { weight: 1, arbitrary: odd },
  );
}

async function expectKnown(method: string, path: string, raw: string | null): Promise<void> {
  const reply = await world.register.call(method, path, raw === null ? {} : { raw });
  if (reply.status < 300) return;
  const type = String(reply.json.error_type);
  expect([reply.text, Object.hasOwn(TILL_ERRORS, type)]).toEqual([reply.text, true]);
  expect([type, reply.status]).not.toEqual(['internal_error', 500]);
  expect(Object.keys(reply.json)).toEqual(['error_type', 'error_description', 'error_details']);
}

describe('a till API', () => {
  it.each(routes.filter(({ route }) => route.body !== undefined))(
    '$name refuses malformed bodies',
    async ({ name, route }) => {
      // The scripted till takes every sale for one that it does not show.
      const taken = name === 'saleStart' || name === 'refundStart';
      await fc.assert(
        fc.asyncProperty(bodiesOf(TILL_EXAMPLES[name].body), async (body) => {
          const valid = route.body?.safeParse(body).success === true;
          if (taken && valid) return;
          await expectKnown('POST', route.path.slice(1).replace(/:\w+/, 'x'), JSON.stringify(body));
        }),
        { numRuns: RUNS },
      );
    },
  );

  it('refuses unknown addresses and methods', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'sales',
        'x',
        '..',
        '%00',
        '%2e%2e',
        'cancel',
        'codes',
        ':id',
        '%E0%A4%A',
        '?',
      ),
      fc.string({ maxLength: 20 }).map(encodeURIComponent),
    );
    const paths = fc
      .array(piece, { maxLength: 5 })
      .map((pieces) => pieces.join('/').replace(/^\/+/, ''));
    const methods = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS');
    await fc.assert(
      fc.asyncProperty(methods, paths, (method, path) => expectKnown(method, path, null)),
      { numRuns: 300 },
    );
  });

  it('refuses malformed queries', async () => {
    const query = fc.dictionary(
      fc.constantFrom('wait', 'since', 'open', 'reference', 'wait[]', '__proto__', 'x'),
      fc.oneof(fc.constantFrom('26', '-1', 'true', '٣', '', '1e1'), fc.string({ maxLength: 30 })),
    );
    await fc.assert(
      fc.asyncProperty(query, async (given) => {
        const search = new URLSearchParams(given);
        if (/^\d+$/.test(given.wait ?? '')) search.delete('wait');
        await expectKnown('GET', `sales/?${search}`, null);
        await expectKnown('GET', `sales/x/?${search}`, null);
      }),
      { numRuns: 200 },
    );
    expect((await world.register.call('GET', '')).status).toBe(200);
    expect(world.reports).toEqual([]);
  });
});
