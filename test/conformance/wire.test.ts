import { describe, expect, it } from 'vitest';
import { parsePerson } from '../../shared/protocol/customer.ts';
import { outcomeQuery, paymentListQuery } from '../../shared/protocol/lists.ts';
import { isJsonBody, negotiate, SVC_PROFILE } from '../../shared/protocol/media.ts';
import { pathOf, ROUTES } from '../../shared/protocol/routes.ts';
import { classOf } from '../../shared/protocol/status-class.ts';
import { STATUS_CATALOGUE } from '../../shared/protocol/status-codes.ts';
import { validate } from '../../shared/protocol/validation.ts';
import { formatDateTime, parseDateTime } from '../../shared/time/date-time.ts';

const VENDOR = 'application/vnd.svc.api.merchant.v1+json';

describe('media types', () => {
  const accepts: [string | undefined, string | null][] = [
    [undefined, VENDOR],
    ['', VENDOR],
    [VENDOR, VENDOR],
    ['*/*', VENDOR],
    ['application/*', VENDOR],
    ['application/json', 'application/json'],
    ['application/json, text/plain, */*', VENDOR],
    ['APPLICATION/JSON; charset=utf-8', 'application/json'],
    ['text/html', null],
    ['application/json;q=0', null],
  ];
  it.each(accepts)('Accept %s is answered with %s', (accept, type) => {
    expect(negotiate(accept, SVC_PROFILE)).toBe(type);
  });

  it('the vendor type, application/json with parameters, or no type at all mean a JSON body', () => {
    const types = [undefined, '', VENDOR, 'application/json; charset=utf-8'];
    expect(types.every((type) => isJsonBody(type, SVC_PROFILE))).toBe(true);
    const others = ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'];
    expect(others.some((type) => isJsonBody(type, SVC_PROFILE))).toBe(false);
  });
});

describe('status codes', () => {
  it('have a class by their first digit, even unknown ones', () => {
    expect([1003, 1999, 3008, 3999].map(classOf)).toEqual(Array(4).fill('temporary'));
    expect([2000, 2999].map(classOf)).toEqual(['success', 'success']);
    expect([4004, 5012, 5999, 6000].map(classOf)).toEqual(Array(4).fill('failure'));
  });

  it('of the specification, all eight, are in the catalogue', () => {
    const codes = [1003, 2000, 3008, 4004, 4019, 5006, 5011, 5012];
    expect(codes.every((code) => STATUS_CATALOGUE.has(code))).toBe(true);
  });
});

describe('identifiers of customers', () => {
  it('have a kind that follows from their form', () => {
    expect(parsePerson('4798765432')).toEqual({ kind: 'msisdn', msisdn: '4798765432' });
    expect(parsePerson('msisdn:4798765432')).toEqual({ kind: 'msisdn', msisdn: '4798765432' });
    expect(parsePerson('token:123').kind).toBe('scan_token');
    expect(parsePerson('shortlink_id:3XfZA')).toEqual({ kind: 'shortlink_id', id: '3XfZA' });
    expect(parsePerson('shortlink_sn:0123').kind).toBe('shortlink_sn');
    expect(parsePerson('abcdef').kind).toBe('access_token');
  });
});

describe('date-times', () => {
  it('are written in UTC to the second, and read with a blank or a T', () => {
    const at = Date.UTC(2026, 1, 28, 23, 59, 58);
    expect(formatDateTime(at)).toBe('2026-02-28 23:59:58');
    expect(parseDateTime('2026-02-28 23:59:58')).toBe(at);
    expect(parseDateTime('2026-02-28T23:59:58Z')).toBe(at);
    const wrong = ['2026-02-30 00:00:00', '2026-02-28 24:00:00', '28.02.2026', '', '2026-02-28'];
    expect(wrong.map(parseDateTime)).toEqual(wrong.map(() => null));
  });
});

describe('queries', () => {
  it('of the payment list accept flags and statuses in several spellings, and name invalid fields', () => {
    const parsed = paymentListQuery.parse({
      only_ok: 'TRUE',
      status: ['ok,fail', 'ok'],
      page_size: '200',
    });
    expect(parsed).toMatchObject({ only_ok: true, status: ['ok', 'fail'], page_size: 200 });
    const wrong = { page_size: '201', only_ok: 'maybe', status: 'lost', created_from: 'today' };
    const checked = validate(paymentListQuery, wrong);
    const fields = checked.ok ? [] : Object.keys(checked.refusal.details ?? {});
    expect(fields.sort()).toEqual(['created_from', 'only_ok', 'page_size', 'status.0']);
  });

  it('of the outcome accept a wait of 25 s and refuse 26 s', () => {
    expect(outcomeQuery.parse({ wait: '25', since: '1003' })).toEqual({ wait: 25, since: 1003 });
    expect(outcomeQuery.safeParse({ wait: '26' }).success).toBe(false);
  });
});

describe('the route table', () => {
  it('has paths that end with a slash, and names that are their keys', () => {
    for (const [name, route] of Object.entries(ROUTES)) {
      expect(route.path).toMatch(/^\/.*\/$/);
      expect(route.name).toBe(name);
    }
  });

  it('fills parameters and escapes them', () => {
    expect(pathOf('posRead', { pos_id: 'a/b' })).toBe('/pos/a%2Fb/');
    expect(() => pathOf('posRead')).toThrow(/pos_id/);
  });
});
