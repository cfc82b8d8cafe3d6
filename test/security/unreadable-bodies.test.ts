import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { signedInPhone } from '../support/phone.ts';
import { startTestService, type TestService } from '../support/service.ts';

/*
 * A body in an encoding that the service does not read, a body that is not well formed and a body that
 * is too long get a 4xx at every address that takes a body. None of them is an internal error.
 */

let service: TestService;
let origin = '';
/** Of a customer who has signed in: the body of a stranger is not looked at. */
let cookie = '';
beforeAll(async () => {
  service = await startTestService();
  origin = new URL(service.ready.base_url).origin;
  ({ cookie } = await signedInPhone(origin, service.ready.customers[0]?.msisdn ?? ''));
});
afterAll(() => service.stop());

const JSON_PLACES = ['/oauth2/post_auth/x', '/wallet/v1/session', '/portal/v1/session'] as const;
const FORM = 'application/x-www-form-urlencoded';
const LONGEST = Math.max(
  LIMITS.oauthBodyBytesMax,
  LIMITS.walletBodyBytesMax,
  LIMITS.portalBodyBytesMax,
);

async function statusOf(path: string, type: string, body: string, encoding?: string) {
  const reply = await fetch(origin + path, {
    method: 'POST',
    headers: {
      'content-type': type,
      cookie,
      'x-tillkit-wallet': '1',
      'x-tillkit-portal': '1',
      ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
    },
    body,
  });
  const text = await reply.text();
  return [reply.status, text.includes('error_description')];
}

describe('a body that the service cannot read', () => {
  it.each(JSON_PLACES)('at %s gets a 4xx with a sentence', async (path) => {
    const json = 'application/json';
    expect(await statusOf(path, json, '{')).toEqual([400, true]);
    expect(await statusOf(path, `${json}; charset=latin9`, '{}')).toEqual([415, true]);
    expect(await statusOf(path, json, '{}', 'gzip')).toEqual([415, true]);
    expect(await statusOf(path, json, `"${'a'.repeat(LONGEST)}"`)).toEqual([413, true]);
  });

  it('at the sign-in form of OAuth gets a 4xx with a sentence', async () => {
    const path = '/oauth2/auth';
    expect(await statusOf(path, `${FORM}; charset=latin9`, 'a=b')).toEqual([415, true]);
    expect(await statusOf(path, FORM, 'a=b', 'gzip')).toEqual([415, true]);
    expect(await statusOf(path, FORM, `a=${'a'.repeat(LONGEST)}`)).toEqual([413, true]);
    const many = Array.from({ length: 100 }, (_, at) => `a${at}=b`).join('&');
    expect(await statusOf(path, FORM, many)).toEqual([413, true]);
  });
});
