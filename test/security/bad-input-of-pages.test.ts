import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SIMULATOR_PATH } from '../../service/simulator/routes.ts';
import { PORTAL_HEADER, PORTAL_PATH } from '../../shared/portal/contract.ts';
import { ERRORS } from '../../shared/protocol/errors.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { WALLET_HEADER, WALLET_PATH } from '../../shared/wallet/contract.ts';
import { anyText } from '../support/any-text.ts';
import { merchantBrowser } from '../support/merchant-pages.ts';
import { signedInPhone } from '../support/phone.ts';
import { routesOf } from '../support/route-tables.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { send } from '../support/wire.ts';

/*
 * Invalid input to the addresses of the wallet, the portal, the simulator and OAuth, from a caller who may
 * call them: every reply is a success or an error in its form, and never a 5xx that the route does not have.
 */

const RUNS = 12;
const BASES = { wallet: WALLET_PATH, portal: PORTAL_PATH, simulator: SIMULATOR_PATH } as const;
type Tested = keyof typeof BASES;

let service: TestService;
let origin = '';
let cookies: Readonly<Record<Tested, string>>;
beforeAll(async () => {
  service = await startTestService();
  origin = new URL(service.ready.base_url).origin;
  const browser = merchantBrowser(service);
  await browser.signIn(service.users.admin);
  const phone = await signedInPhone(origin, service.ready.customers[0]?.msisdn ?? '');
  cookies = { wallet: phone.cookie, portal: browser.cookie(), simulator: '' };
});
afterAll(() => service.stop());

const odd = fc.oneof(
  fc.constantFrom(null, true, -1, 0.5, 1e308, '', '\u0000', 'x'.repeat(2_000), [], {}),
  anyText(40),
  fc.jsonValue({ maxDepth: 3 }),
);

describe.each(Object.keys(BASES) as Tested[])('unusual bodies at the %s', (audience) => {
  const routes = routesOf(audience).filter(({ body }) => body !== undefined);

  it.each(routes)(
    'sent to $name get a declared reply',
    async ({ method, path, body, ...route }) => {
      const members = Object.keys(Object(body).shape ?? {});
      const objects = fc.dictionary(fc.constantFrom(...members, '__proto__', 'other'), odd);
      await fc.assert(
        fc.asyncProperty(fc.oneof(objects, odd), async (input) => {
          const text = JSON.stringify(input);
          const reply = await send(origin + BASES[audience] + path.replaceAll(/:\w+/g, 'x'), {
            method,
            headers: {
              'content-type': 'application/json',
              [WALLET_HEADER]: '1',
              [PORTAL_HEADER]: '1',
              ...(cookies[audience] === '' ? {} : { cookie: cookies[audience] }),
            },
            body: text,
          });
          if (route.success.includes(reply.status)) return;
          const error = Object(reply.json);
          expect(Object.keys(error)).toEqual(['error_type', 'error_description', 'error_details']);
          expect(new Map<string, number>(Object.entries(ERRORS)).get(error.error_type)).toBe(
            reply.status,
          );
          const isLong = Buffer.byteLength(text) > LIMITS.walletBodyBytesMax;
          const tooLong = isLong ? ['Request Entity Too Large'] : [];
          const declared = [...route.errors, 'Bad Request', 'validation_error', ...tooLong];
          expect(declared, reply.text).toContain(error.error_type);
        }),
        { numRuns: RUNS },
      );
    },
  );
});

/** The types of body that each route of OAuth with a body takes. */
const OAUTH_TYPES = {
  authForm: ['application/x-www-form-urlencoded'],
  postAuth: ['application/json'],
  token: ['application/json', 'application/x-www-form-urlencoded'],
} as const;

describe('unusual bodies at OAuth', () => {
  const routes = routesOf('oauth').filter(({ body }) => body !== undefined);

  it('are sent to each route with a body', () => {
    expect(routes.map(({ name }) => name)).toEqual(Object.keys(OAUTH_TYPES));
  });

  it.each(routes)('sent to $name get an error in its form', async ({ name, path, body }) => {
    const members = Object.keys(Object(body).shape ?? {});
    const objects = fc.dictionary(fc.constantFrom(...members, '__proto__', 'other'), odd);
    const types = fc.constantFrom(...OAUTH_TYPES[name as keyof typeof OAUTH_TYPES]);
    await fc.assert(
      fc.asyncProperty(types, fc.oneof(objects, odd), async (type, input) => {
        const isForm = type.endsWith('urlencoded');
        // A long text has a field for each character, and no form has so many: that is refused before it is read.
        const given = Object.entries(Object(input)).slice(0, 20);
        const fields = given.map(([key, value]) => [
          key,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]);
        const reply = await send(origin + path.replaceAll(/:\w+/g, 'x'), {
          method: 'POST',
          headers: { 'content-type': type, [WALLET_HEADER]: '1', cookie: cookies.wallet },
          body: isForm ? new URLSearchParams(fields).toString() : JSON.stringify(input),
        });
        expect([400, 401, 404], reply.text).toContain(reply.status);
        const error = Object(reply.json);
        if (name === 'authForm') expect(reply.text).toContain('<h1>');
        else if (name === 'token') {
          expect(Object.keys(error)).toEqual(['error', 'error_description']);
        } else {
          expect(Object.keys(error)).toEqual(['error_type', 'error_description', 'error_details']);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
