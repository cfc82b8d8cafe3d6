import { expect } from 'vitest';
import { secretHeaders } from '../../support/wire.ts';
import { createBrowser, exchange } from '../oauth.ts';
import type { World } from '../world.ts';
import type { OwnChecks } from './own.ts';

const headersOf = ({ test }: World, secret?: string) => {
  const { merchant, id, secret: own } = test.users.pos;
  return secretHeaders(merchant, id, secret ?? own);
};
const list = (world: World, headers: Readonly<Record<string, string>>) =>
  world.test.open('/payment_request/', { headers });

export const AUTH_CHECKS: OwnChecks = {
  async 'level/OPEN'({ test }) {
    expect((await test.open('/status_code/')).status).toBe(200);
  },
  async 'level/SECRET'(world) {
    expect((await list(world, headersOf(world))).status).toBe(200);
    expect((await list(world, headersOf(world, 'not the secret'))).status).toBe(401);
  },
  async 'level/KEY'({ test }) {
    expect((await test.key(test.users.admin, '/pos/')).status).toBe(200);
    expect((await test.secret(test.users.pos, '/pos/')).status).toBe(401);
  },
  async 'level/TWOFACTOR'(world) {
    const path = '/oauth2/pre_auth?response_type=code';
    expect((await createBrowser(world).go(path)).status).toBe(401);
  },
  async 'auth-rule/user'(world) {
    const { 'X-Svc-User': _, ...rest } = headersOf(world);
    expect((await list(world, rest)).status).toBe(401);
    expect((await world.test.integrator('/payment_request/')).status).toBe(200);
  },
  async 'auth-rule/merchant'(world) {
    const id = world.fresh();
    const made = await world.test.integrator('/user/', { method: 'POST', body: { id } });
    expect(made.status).toBe(201);
    const read = await world.test.secret(world.test.users.pos, `/user/${id}/`);
    expect(read.status).toBe(200);
    const other = await world.test.key(world.test.users.neighbour, `/user/${id}/`);
    expect(other.status).toBe(404);
  },
  async 'auth-rule/users'(world) {
    const { merchant } = world.test.users.pos;
    const id = world.fresh();
    const secret = 'only from elsewhere';
    const body = { id, secret, netmask: '192.0.2.0/24' };
    await world.call('userCreate', { body });
    const headers = secretHeaders(merchant, id, secret);
    expect((await list(world, headers)).status).toBe(401);
    await world.call('userUpdate', { params: { user_id: id }, body: { netmask: '127.0.0.0/8' } });
    expect((await list(world, headers)).status).toBe(200);
  },
  async 'auth-rule/refund'(world) {
    const { test } = world;
    const tid = await world.payment('paid');
    const sent = { method: 'PUT', body: { action: 'refund' } };
    const path = `/payment_request/${tid}/`;
    expect((await test.secret(test.users.pos, path, sent)).status).toBe(401);
    expect((await test.key(test.users.admin, path, sent)).status).toBe(204);
  },
  async 'auth-rule/basic'(world) {
    const wrong = await exchange(world, { code: 'x' }, `${world.test.ready.oauth_client.id}:wrong`);
    expect([wrong.status, wrong.headers['www-authenticate']]).toEqual([
      401,
      expect.stringMatching(/^Basic /),
    ]);
  },
  async 'auth-rule/secret'(world) {
    const { secret } = world.test.users.pos;
    for (const scheme of ['SECRET', 'secret']) {
      const headers = { ...headersOf(world), Authorization: `${scheme} ${secret}` };
      expect([scheme, (await list(world, headers)).status]).toEqual([scheme, 200]);
    }
  },
};
