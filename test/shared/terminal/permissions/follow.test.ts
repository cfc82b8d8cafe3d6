import { describe, expect, it } from 'vitest';
import type { ClientResult } from '../../../../shared/client/index.ts';
import type { PermissionOutcome } from '../../../../shared/protocol/permission.ts';
import type { PermissionClient } from '../../../../shared/terminal/permissions/follow.ts';
import { endOf, grantedOf } from '../../../../shared/terminal/permissions/permission.ts';
import type { JournalRecord } from '../../../../shared/terminal/sale/records.ts';
import { ok, refused, silence } from '../../../support/model-service.ts';
import { rest } from '../../../support/till.ts';
import { gaps, MADE, WAITING, world } from './data-world.ts';

/* The answer of a customer to a request for data: the till polls it and never journals its tokens. */

const GRANTED: PermissionOutcome = {
  ...WAITING,
  status: 'ok',
  status_code: 2000,
  access_token: 'secret-1',
  id_token: 'secret-2',
  refresh_token: 'secret-3',
  expires_in: 3_600,
  scope: 'openid phone',
};
const failed = (status_code: number): PermissionOutcome => ({
  ...WAITING,
  status: 'fail',
  status_code,
});

describe('the answer of a customer', () => {
  it('is read every three seconds until it is known, with a backoff after a failed read', async () => {
    const seen = [ok(200, WAITING), silence(), silence(), ok(200, WAITING), ok(200, GRANTED)];
    const one = world({ reads: seen });
    await one.ask();
    await one.pass(20_000);
    expect(gaps(one.read)).toEqual([3_000, 3_500, 4_500, 7_500]);
    expect(one.ends()).toEqual([['granted', '']]);
    expect(one.clock.armed()).toBe(0);
  });

  it('is read at once after a refresh', async () => {
    const one = world();
    await one.ask();
    expect(one.read).toHaveLength(1);
    one.permissionQueue().look();
    await rest();
    expect(one.read).toHaveLength(2);
  });

  it.each([
    ['ok', 2000, 'granted'],
    ['pending', 1003, null],
    ['fail', 5006, 'declined'],
    ['fail', 5011, 'expired'],
    ['fail', 4004, 'unknown_customer'],
    ['fail', 4019, 'failed'],
    ['fail', 9999, 'failed'],
  ] as const)('%s with %i means %s', (status, status_code, how) => {
    expect(endOf({ ...WAITING, status, status_code })).toBe(how);
  });

  it('is handed out with all its tokens, and with an empty scope if none is named', () => {
    expect(grantedOf(GRANTED)).toEqual({
      scope: 'openid phone',
      accessToken: 'secret-1',
      idToken: 'secret-2',
      refreshToken: 'secret-3',
      expiresIn: 3_600,
      userInfo: null,
    });
    expect(grantedOf({ ...GRANTED, scope: null })?.scope).toBe('');
    expect(grantedOf(WAITING)).toBeNull();
  });

  it('is read again for each caller, and its tokens are never journalled', async () => {
    const one = world({ reads: [ok(200, GRANTED)] });
    const asked = await one.ask();
    const id = asked.ok ? asked.value.id : '';
    const taken = await one.permissionQueue().take(id);
    expect(taken).toMatchObject({ ok: true, value: { accessToken: 'secret-1' } });
    expect(one.read).toHaveLength(2);
    expect(JSON.stringify(one.memory.records)).not.toContain('secret');
  });

  it('cannot be taken without a grant, without a reply of the service or without a request', async () => {
    const one = world({ reads: [ok(200, failed(5006)), ok(200, failed(5006)), silence()] });
    const asked = await one.ask();
    const id = asked.ok ? asked.value.id : '';
    const says = async (of: string) => {
      const taken = await one.permissionQueue().take(of);
      return taken.ok ? null : [taken.refusal.type, taken.refusal.description];
    };
    expect(await says(id)).toEqual(['Conflict', 'Nothing was granted.']);
    expect(await says(id)).toEqual([
      'Service Unavailable',
      'The service cannot be asked just now.',
    ]);
    const nothing = ['Not Found', 'This till has no such request at the service.'];
    expect(await says('data-x')).toEqual(nothing);
    one.begin(null);
    expect(await says(id)).toEqual(nothing);
  });
});

describe('a request for data after a restart', () => {
  it('is sent again unchanged if it was not confirmed, also after a refusal', async () => {
    const one = world({ creates: [silence(), silence(), refused(409, 'No.'), MADE] });
    await one.ask();
    one.begin();
    await rest();
    expect(one.made).toHaveLength(2);
    await one.pass(10_000);
    expect(one.ends()).toEqual([]);
    expect(one.permissionQueue().permissions()[0]?.rid).toBe('r1');
    expect(new Set(one.made.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it('is only read if it was confirmed, and is not read if it has ended', async () => {
    const one = world({ reads: [ok(200, WAITING), ok(200, failed(5011))] });
    await one.ask();
    one.begin();
    await rest();
    expect([one.made.length, one.read.length]).toEqual([1, 2]);
    expect(one.ends()).toEqual([['expired', '']]);
    one.begin();
    await one.pass(10_000);
    expect([one.made.length, one.read.length]).toEqual([1, 2]);
  });

  it('is neither sent nor read if the till no longer asks for data', async () => {
    const one = world();
    await one.ask();
    one.begin(null);
    await one.pass(10_000);
    expect([one.made.length, one.read.length]).toEqual([1, 1]);
    expect(one.permissionQueue().permissions()).toHaveLength(1);
  });
});

describe('a till that stops', () => {
  it('sends nothing more, and journals no reply that arrives too late', async () => {
    let reply: (result: ClientResult<PermissionOutcome>) => void = () => undefined;
    const one = world();
    await one.ask();
    const late = new Promise<ClientResult<PermissionOutcome>>((resolve) => (reply = resolve));
    const client: PermissionClient = {
      permissionCreate: async () => MADE,
      permissionOutcome: () => late,
    };
    const stopped = one.begin(client);
    await rest();
    const before: readonly JournalRecord[] = [...one.memory.records];
    stopped.stop();
    reply(ok(200, GRANTED));
    await one.pass(10_000);
    expect(one.memory.records).toEqual(before);
    expect(one.clock.armed()).toBe(0);
  });
});
