import { describe, expect, it } from 'vitest';
import { money } from '../../../../shared/money/money.ts';
import { CODE } from '../../../../shared/protocol/status-codes.ts';
import {
  addLineOnce,
  applyRecord,
  placeOf,
  withPlace,
} from '../../../../shared/terminal/sale/apply-record.ts';
import { openSales } from '../../../../shared/terminal/sale/sale.ts';
import { but, openedRecord, openedSale, recordOf } from '../../../support/sales.ts';
import { AT, END, learns, lines, part, saw, seen, sums } from './applied.ts';

/* What each record changes in the facts of its sale, and which log line it adds. */

const qr = openedSale();
const phone = openedSale({ method: { kind: 'phone', msisdn: '4712345678' } });
const serial = { kind: 'serial', serial: 'A1' } as const;
const sticker = openedSale({ method: { kind: 'sticker', sticker: serial } });
const [onScreen = qr, onSticker = qr] = openSales(
  openedRecord({
    method: { kind: 'qr_and_sticker', sticker: serial },
    twin: { sale: '1-a.s', body: { ...openedRecord().body, pos_tid: '1-a.s' } },
  }),
);

describe('a payment request', () => {
  const created = { kind: 'created', tid: 'p1', uri: 'http://p/1', expires: END } as const;

  it('stores its service id, and logs its code if the till shows one', () => {
    expect(learns(qr, created).facts.created).toEqual({
      tid: 'p1',
      uri: 'http://p/1',
      expires: END,
    });
    expect(lines(qr, created)).toEqual(['code_shown']);
    expect(lines(onScreen, created)).toEqual(['code_shown']);
    expect(lines(onSticker, created)).toEqual([]);
    expect(lines(phone, created)).toEqual([]);
    expect(lines(qr, { ...created, uri: null })).toEqual([]);
  });

  it('is logged as scanned for a code or a sticker, and as opened for a phone', () => {
    const scanned = { kind: 'scanned' } as const;
    expect(learns(phone, scanned).facts.scanned).toBe(true);
    expect([lines(qr, scanned), lines(sticker, scanned), lines(phone, scanned)]).toEqual([
      ['scanned'],
      ['scanned'],
      ['opened'],
    ]);
  });

  it('is bound to the customer who has scanned the device’s code', () => {
    const waiting = openedSale({ awaits: { uri: 'http://pay.test/s/1-a' } });
    const bound = learns(waiting, { kind: 'bound', token: 'token:1' });
    expect(bound.facts).toMatchObject({ awaits: null, bound: AT, scanned: true });
    expect(bound.facts.body).toEqual({ ...waiting.facts.body, customer: 'token:1' });
    // Nothing is sent before the scan, so the log has no line about a sent request.
    expect(waiting.log.map(({ key }) => key)).toEqual(['code_shown']);
    expect(lines(waiting, { kind: 'bound', token: 'token:1' })).toEqual([
      'scanned',
      'request_sent',
    ]);
  });

  it('continues if it won its pair, is set aside if it lost, and ignores a choice if it is single', () => {
    const won = { kind: 'chosen', leg: 'won' } as const;
    const lost = { kind: 'chosen', leg: 'lost' } as const;
    expect(learns(onScreen, won).facts).toMatchObject({ aside: false, leg: { state: 'won' } });
    expect(lines(onScreen, won)).toEqual(['other_code_closed']);
    expect(learns(onSticker, lost).facts).toMatchObject({ aside: true, leg: { state: 'lost' } });
    expect(lines(onSticker, lost)).toEqual([]);
    expect(learns(qr, won)).toBe(qr);
  });

  it('ends on the till as cancelled or expired', () => {
    for (const because of ['cancelled', 'expired'] as const) {
      expect(learns(qr, { kind: 'closed', because }).facts).toMatchObject({
        closed: because,
        ended: AT,
      });
      expect(lines(qr, { kind: 'closed', because })).toEqual([because]);
    }
  });

  it('ends if the service refuses it', () => {
    const because = { kind: 'bad_request', sentence: 'No.', reason: 'not_accepted' } as const;
    expect(learns(qr, { kind: 'refused', because }).facts).toMatchObject({
      refused: because,
      ended: AT,
    });
    expect(lines(qr, { kind: 'refused', because })).toEqual(['refused']);
  });

  it('is set aside and brought to the front', () => {
    const aside = learns(qr, { kind: 'aside', end: 'shown' });
    expect(aside.facts.aside).toBe(true);
    expect(lines(qr, { kind: 'aside' })).toEqual(['set_aside']);
    expect(aside.facts.onHold).toBe(true);
    expect(learns(aside, { kind: 'front' }).facts).toMatchObject({ aside: false, onHold: false });
    expect(lines(aside, { kind: 'front' })).toEqual(['brought_to_front']);
  });

  it('shows no notice of its end if the machine has delivered', () => {
    const aside = learns(qr, { kind: 'aside' });
    expect(aside.facts).toMatchObject({ aside: true, onHold: false });
    expect(lines(qr, { kind: 'aside' })).toEqual(['set_aside']);
  });

  it('leaves the main screen when the cashier dismisses it', () => {
    expect(learns(qr, { kind: 'dismissed' }).facts).toMatchObject({ aside: true, dismissed: true });
    expect(lines(qr, { kind: 'dismissed' })).toEqual([]);
  });

  it('moves aside or to the front with the other request of its pair, unless it has lost', () => {
    const records = [
      { kind: 'front' },
      { kind: 'aside', end: 'shown' },
      { kind: 'aside' },
      { kind: 'dismissed' },
      { kind: 'scanned' },
    ] as const;
    const places = records.map((one) => placeOf(recordOf('1-a', one)));
    expect(places).toEqual(['front', 'on_hold', 'gone', 'gone', null]);
    const held = withPlace(onSticker, 'on_hold');
    expect(held.facts).toMatchObject({ aside: true, onHold: true });
    expect(withPlace(held, 'front').facts).toMatchObject({ aside: false, onHold: false });
    expect(withPlace(held, 'gone').facts).toMatchObject({ aside: true, onHold: false });
    const lost = learns(onSticker, { kind: 'chosen', leg: 'lost' });
    expect(withPlace(lost, 'front')).toBe(lost);
    expect(withPlace(qr, 'on_hold')).toBe(qr);
  });
});

describe('an outcome', () => {
  it.each([
    [CODE.ok, 'paid'],
    [2777, 'paid'],
    [CODE.aborted, 'cancelled'],
    [CODE.rejected, 'declined'],
    [CODE.requestExpired, 'expired'],
    [CODE.authExpired, 'expired'],
    [CODE.notFound, 'refused'],
    [4018, 'failed'],
    [9999, 'failed'],
  ] as const)('with code %i ends the sale as %s and is logged once', (code, line) => {
    expect(lines(qr, saw(code))).toEqual([line]);
    const ended = learns(qr, saw(code));
    expect(ended.facts.ended).toBe(AT);
    expect(lines(ended, saw(code))).toEqual([]);
    const later = applyRecord(ended, recordOf('1-a', saw(code), AT + 9_000));
    expect(later.facts.ended).toBe(AT);
  });

  it('is logged as a release after a release intent, and as a refund if it is refunded', () => {
    const released = but(qr, { lastIntent: 'release' });
    expect(lines(released, saw(CODE.aborted))).toEqual(['released']);
    expect(lines(released, saw(CODE.rejected))).toEqual(['declined']);
    const refunded = learns(qr, saw(CODE.ok, { refunded: true }));
    expect(refunded.log.at(-1)).toMatchObject({ key: 'refunded', amount: qr.facts.body.amount });
  });

  it('logs an approval once and does not end the sale', () => {
    const approved = learns(qr, saw(CODE.auth));
    expect(lines(qr, saw(CODE.auth))).toEqual(['approved', 'reserved']);
    expect(approved.facts).toMatchObject({ approved: true, ended: null });
    expect(lines(approved, saw(CODE.auth))).toEqual([]);
    expect(learns(approved, saw(CODE.ok)).facts.approved).toBe(true);
    expect(learns(qr, saw(CODE.pending)).facts).toMatchObject({ approved: false, ended: null });
    expect(lines(qr, saw(CODE.pending))).toEqual([]);
    const told = addLineOnce(qr, AT, 'approved');
    expect(lines(told, saw(CODE.auth))).toEqual(['reserved']);
  });

  it('replaces the authorised amount, and keeps captured and refunded amounts that it does not name', () => {
    const known = but(qr, { captured: sums(3), refunded: sums(2), authorised: sums(9) });
    const plain = learns(known, saw(CODE.auth));
    expect(plain.facts).toMatchObject({ captured: sums(3), refunded: sums(2), authorised: null });
    expect(plain.facts.seen).toEqual({ code: CODE.auth, expires: END, refunded: false, at: AT });
    const full = saw(CODE.ok, {
      refunded: true,
      authorised: sums(1),
      captured: sums(7),
      refundedSum: sums(6),
    });
    expect(learns(known, full).facts).toMatchObject({
      authorised: sums(1),
      captured: sums(7),
      refunded: sums(6),
      seen: { refunded: true },
    });
  });

  it('stores a changed additional amount and logs only the first change', () => {
    const changed = saw(CODE.auth, { additional: money(500) });
    expect(lines(qr, changed)).toEqual(['additional_changed', 'approved', 'reserved']);
    expect(learns(qr, changed).facts.additional).toBe(500);
    const again = saw(CODE.auth, { additional: money(600) });
    expect(lines(learns(qr, changed), again)).toEqual([]);
  });
});

describe('the capture of a part', () => {
  const taking = but(qr, {
    goal: 'take',
    lastIntent: 'capture',
    pending: part('c-1', 300),
    captures: [part('c-0', 100)],
    approved: true,
    ...seen(CODE.auth),
  });

  it.each([
    ['is in progress', taking],
    ['the till no longer repeats', but(taking, { goal: 'hold', because: 'capture_failed' })],
  ])('that %s is recorded when the service reports it; the rest is held', (_, sale) => {
    const took = saw(CODE.auth, { capture: 'c-1' });
    expect(lines(sale, took)).toEqual(['part_taken']);
    expect(learns(sale, took).facts).toMatchObject({
      pending: null,
      captures: [part('c-0', 100), part('c-1', 300)],
      goal: 'hold',
      because: 'part_captured',
      lastIntent: null,
    });
  });

  it('stays pending if the service reports another part or none', () => {
    for (const capture of ['c-0', undefined]) {
      const { facts } = learns(taking, saw(CODE.auth, capture === undefined ? {} : { capture }));
      expect(facts).toMatchObject({ pending: part('c-1', 300), goal: 'take' });
    }
    expect(lines(but(taking, { pending: null }), saw(CODE.auth))).toEqual([]);
  });

  it('is recorded after a release intent, and the release stays the goal', () => {
    const back = but(taking, { goal: 'release', lastIntent: 'release' });
    expect(learns(back, saw(CODE.auth, { capture: 'c-1' })).facts).toMatchObject({
      pending: null,
      goal: 'release',
      lastIntent: 'release',
      captures: [part('c-0', 100), part('c-1', 300)],
    });
  });
});
