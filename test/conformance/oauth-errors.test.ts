import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../../service/api/openapi/document.ts';
import { oauthNames } from '../../service/api/openapi/oauth-operations.ts';
import { SVC_PROFILE } from '../../shared/protocol/media.ts';
import { OAUTH_ROUTES } from '../../shared/protocol/oauth.ts';
import { WALLET_HEADER } from '../../shared/wallet/contract.ts';
import { signedInPhone } from '../support/phone.ts';
import { send } from '../support/wire.ts';
import { originOf } from './oauth.ts';
import { CUSTOMER, startWorld, type World } from './world.ts';

/* Each error that OAuth's endpoints send is in the reference, with its status. */

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

type Name = keyof typeof OAUTH_ROUTES;
const paths: Readonly<Record<string, object>> = openApiDocument(SVC_PROFILE).paths;

function documented(name: Name): readonly string[] {
  const { path, method } = OAUTH_ROUTES[name];
  const item = Object.entries(paths[path.replace(/:(\w+)/g, '{$1}')] ?? {});
  const [, operation] = item.find(([key]) => key === method.toLowerCase()) ?? [];
  return Object.keys(Object(operation).responses ?? {});
}

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const post = (type: string, body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': type, [WALLET_HEADER]: '1' },
  body,
});
const encoded = { 'content-encoding': 'gzip' };

/** A request to an endpoint that must be refused with the status. */
const REFUSED: readonly (readonly [Name, number, Parameters<typeof send>[1]])[] = [
  ['authForm', 400, post(FORM, 'a=b')],
  ['authForm', 415, { ...post(FORM, 'a=b'), headers: { 'content-type': FORM, ...encoded } }],
  ['authForm', 413, post(FORM, `a=${'b'.repeat(100_000)}`)],
  ['preAuth', 401, {}],
  ['postAuth', 400, { ...post(JSON_TYPE, '{}'), headers: { 'content-type': JSON_TYPE } }],
  ['postAuth', 401, post(JSON_TYPE, '{"approved":true}')],
  ['postAuth', 415, post('text/plain', '{}')],
  ['postAuth', 413, post(JSON_TYPE, `"${'b'.repeat(100_000)}"`)],
  ['token', 400, post(FORM, 'scope=a&scope=b')],
  ['token', 401, post(FORM, 'grant_type=authorization_code&client_id=unknown&code=x')],
  ['error', 400, {}],
  ['qrImage', 404, {}],
  ['userinfo', 401, {}],
];

describe('an error of OAuth is in the reference', () => {
  it.each(oauthNames())('%s: 405', async (name) => {
    const reply = await send(originOf(world) + OAUTH_ROUTES[name].path, { method: 'DELETE' });
    expect(reply.status).toBe(405);
    expect(documented(name)).toContain('405');
  });

  it.each(REFUSED)('%s: %i', async (name, status, request) => {
    const reply = await send(originOf(world) + OAUTH_ROUTES[name].path, request);
    expect(reply.status).toBe(status);
    expect(documented(name)).toContain(String(status));
  });

  it('postAuth: 404 for a request that does not exist', async () => {
    const { cookie } = await signedInPhone(originOf(world), CUSTOMER);
    const request = post(JSON_TYPE, '{"approved":true}');
    const headers = { ...request.headers, cookie };
    const url = `${originOf(world)}/oauth2/post_auth/unknown`;
    expect((await send(url, { ...request, headers })).status).toBe(404);
    expect(documented('postAuth')).toContain('404');
  });

  it('auth: 400 for a sign-in that is over', async () => {
    const reply = await send(`${originOf(world)}/oauth2/auth?request=unknown&key=unknown`, {});
    expect(reply.status).toBe(400);
    expect(documented('auth')).toContain('400');
  });
});
