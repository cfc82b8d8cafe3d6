import { describe, expect, it } from 'vitest';
import { money } from '../../../shared/money/money.ts';
import { CODE } from '../../../shared/protocol/status-codes.ts';
import type { PermissionFacts } from '../../../shared/terminal/permissions/permission.ts';
import type { RefundFacts } from '../../../shared/terminal/refunds/refund.ts';
import { openSales, type Sale, type SaleFacts } from '../../../shared/terminal/sale/sale.ts';
import { settingsOf } from '../../../shared/terminal/sale/settings.ts';
import {
  permissionsView,
  refundsView,
  salesView,
  saleView,
  unclaimedView,
} from '../../../shared/terminal/view.ts';
import { BEGAN, but, openedRecord, openedSale } from '../../support/sales.ts';
import { SETUP } from '../../support/till.ts';

/* The views of a sale, of all sales, of refunds, and of requests for data. */

const settings = settingsOf({ ...SETUP, endedShown: 2 });
const numbered = (number: number, facts: Partial<SaleFacts> = {}): Sale =>
  but(openedSale({ sale: `${number}-a`, number }), facts);
const paid = (number: number, ended: number | null): Sale =>
  numbered(number, { seen: { code: CODE.ok, expires: 0, refunded: false, at: 0 }, ended });
const shown = (...sales: Sale[]) => salesView(sales, settings, BEGAN).map(({ number }) => number);

describe('the view of a sale', () => {
  it('has the known members, and omits optional members that are not set', () => {
    const plain = saleView(openedSale(), settings, BEGAN);
    expect(plain).toMatchObject({
      id: '1-a',
      number: 1,
      tid: null,
      amount: 1_000,
      additionalAmount: 0,
      mode: { kind: 'sale' },
      money: { asked: 1_000, authorised: 0, captured: 0, released: 0, refunded: 0, net: 0 },
      currency: 'NOK',
      text: null,
      method: { kind: 'qr' },
      state: { kind: 'creating' },
      started: BEGAN,
      aside: false,
      log: [{ at: BEGAN, key: 'request_sent' }],
    });
    for (const absent of ['label', 'reference', 'lines']) expect(plain).not.toHaveProperty(absent);
    const register = { reference: 'R-1', fingerprint: 'f' };
    const opened = openedSale({ label: 'Table 4', register, place: 'aside' });
    const created = { tid: 'p1', uri: null, expires: 0 };
    expect(saleView(but(opened, { created }), settings, BEGAN)).toMatchObject({
      tid: 'p1',
      label: 'Table 4',
      reference: 'R-1',
      aside: true,
    });
  });

  it('has the authorised, captured and refunded sums, with tips', () => {
    const sums = (amount: number, additional: number) => ({
      amount: money(amount),
      additional: money(additional),
    });
    const seen = { code: CODE.auth, expires: BEGAN + 1, refunded: false, at: BEGAN };
    const facts = { seen, authorised: sums(7, 1), captured: sums(20, 2), refunded: sums(3, 3) };
    expect(saleView(but(openedSale(), facts), settings, BEGAN).money).toMatchObject({
      authorised: 8,
      captured: 22,
      refunded: 6,
      net: 16,
      additional: { captured: 2, refunded: 3 },
    });
  });

  it('expires after the lifetime of a request while its code waits for a scan', () => {
    const opened = openedSale({ awaits: { uri: 'http://pay.test/s/1-a' } });
    expect(saleView(opened, settings, BEGAN).state).toMatchObject({ expires: BEGAN + 300_000 });
  });
});

describe('the view of all sales', () => {
  it('has the open sales, newest first, then the ended sales, the one that ended last first', () => {
    expect(shown(numbered(1), numbered(3), numbered(2))).toEqual([3, 2, 1]);
    const ended = [paid(5, 90), paid(6, 70)];
    expect(shown(...ended, numbered(1))).toEqual([1, 5, 6]);
    expect(shown(paid(4, null), paid(5, 90))).toEqual([5, 4]);
  });

  it('has a sale that has just been paid, also if the clock was put back meanwhile', () => {
    expect(shown(paid(4, 80), paid(5, 90), paid(6, 10))).toEqual([5, 4, 6]);
  });

  it('has two requests of one sale as one sale', () => {
    const twin = { sale: '1-a.s', body: openedRecord().body };
    expect(shown(...openSales(openedRecord({ twin })), numbered(2))).toEqual([2, 1]);
  });
});

describe('refunds', () => {
  const refund = (number: number, end: RefundFacts['end'] = null): RefundFacts => ({
    id: `r-${number}`,
    tid: 'p1',
    part: { id: `r-${number}`, amount: money(10), additional: money(1) },
    whole: false,
    currency: 'NOK',
    text: 'Cold',
    approver: 'Kari',
    approval: 'word',
    at: number,
    end,
  });

  it('are shown newest first, at most fifty', () => {
    const all = Array.from({ length: 51 }, (_, index) => refund(index + 1));
    const ids = refundsView(all).map(({ id }) => id);
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([50, 'r-51', 'r-2']);
  });

  it('have their amount, their approver and their result', () => {
    const of = (end: RefundFacts['end']) => refundsView([refund(1, end)])[0];
    expect(of(null)).toEqual({
      ...{ id: 'r-1', tid: 'p1', amount: 11, currency: 'NOK', text: 'Cold', approver: 'Kari' },
      ...{ at: 1, state: 'under_way', sentence: null },
    });
    expect(of({ how: 'done', sentence: '', at: 2 })).toMatchObject({
      state: 'done',
      sentence: null,
    });
    expect(of({ how: 'refused', sentence: 'No.', at: 2 })).toMatchObject({
      state: 'refused',
      sentence: 'No.',
    });
  });
});

describe('requests for data', () => {
  const request = (number: number, more: Partial<PermissionFacts> = {}): PermissionFacts => ({
    id: `d-${number}`,
    body: {
      customer: 'msisdn:4712345678',
      pos_id: 'till1',
      pos_tid: `d-${number}`,
      text: 'Member?',
      callback_uri: null,
      scope: 'openid phone',
      expires_in: 300,
    },
    at: number,
    rid: null,
    end: null,
    ...more,
  });

  it('are shown newest first, at most fifty', () => {
    const all = Array.from({ length: 51 }, (_, index) => request(index + 1));
    const ids = permissionsView(all).map(({ id }) => id);
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([50, 'd-51', 'd-2']);
  });

  it('have their scope, their text and their state', () => {
    const of = (more: Partial<PermissionFacts> = {}) => permissionsView([request(1, more)])[0];
    expect(of()).toEqual({
      ...{ id: 'd-1', rid: null, scope: 'openid phone', text: 'Member?', at: 1 },
      ...{ state: 'asking', sentence: null },
    });
    expect(of({ rid: 'r1' })).toMatchObject({ rid: 'r1', state: 'waiting' });
    const end = { how: 'refused', sentence: 'No.', at: 2 } as const;
    expect(of({ end })).toMatchObject({ state: 'refused', sentence: 'No.' });
    expect(of({ end: { ...end, how: 'granted', sentence: '' } })).toMatchObject({
      state: 'granted',
      sentence: null,
    });
  });
});

describe('the view of an unclaimed result', () => {
  const told = { tid: 'p9', at: 7 };
  const of = { posTid: 'x', currency: 'NOK', code: 2000 };
  const sums = (amount: number, additional = 0) => ({
    amount: money(amount),
    additional: money(additional),
  });

  it('has everything that was captured, with the tip', () => {
    const more = { authorised: sums(0), captured: sums(5, 2), refunded: sums(1) };
    const outcome = { ...of, asked: sums(9, 2), ...more };
    const view = unclaimedView({ v: 1, kind: 'unclaimed', ...told, outcome });
    expect(view).toEqual({ ...told, ...of, money: expect.anything() });
    expect(view.money).toMatchObject({ asked: 11, captured: 7, released: 4, refunded: 1, net: 6 });
  });

  it('has no amounts if the event names the payment alone', () => {
    const view = unclaimedView({ v: 1, kind: 'unclaimed', ...told, outcome: null });
    expect(view).toEqual({ ...told, posTid: null, currency: null, code: null, money: null });
  });
});
