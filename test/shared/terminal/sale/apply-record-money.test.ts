import { describe, expect, it } from 'vitest';
import { money } from '../../../../shared/money/money.ts';
import { CODE } from '../../../../shared/protocol/status-codes.ts';
import { addLine, addRefund } from '../../../../shared/terminal/sale/apply-record.ts';
import { BEGAN, but, openedSale } from '../../../support/sales.ts';
import { AT, END, learns, lines, part, saw, seen, sums } from './applied.ts';

/* What the records of captures, releases, refunds, renewals and deliveries do to a sale. */

const qr = openedSale();
const machine = openedSale({ mode: { kind: 'vend', item: 'B4', order: 'pay_first' } });

describe('intents, renewals and reservations', () => {
  const reserved = but(qr, { approved: true, ...seen(CODE.auth) });
  const intent = (what: 'capture' | 'abort' | 'release' | 'reauth') =>
    ({ kind: 'intent', what }) as const;

  it.each([
    ['capture', 'take', 'taking'],
    ['abort', 'abort', 'cancelling'],
    ['release', 'release', 'releasing'],
  ] as const)('an intent for %s sets the goal and marks it as sent', (what, goal, line) => {
    const { facts } = learns(but(reserved, { renewing: END }), intent(what));
    expect(facts).toMatchObject({ goal, lastIntent: what, renewing: null });
    expect(facts.sent).toEqual({
      capture: what === 'capture',
      abort: what === 'abort',
      release: what === 'release',
      reauth: false,
    });
    expect(lines(reserved, intent(what))).toEqual([line]);
  });

  it('a capture intent replaces the pending part and the use of the rest; a release intent does not', () => {
    const was = but(reserved, { pending: part('c-1', 300), rest: 'release' });
    expect(learns(was, intent('capture')).facts).toMatchObject({ pending: null, rest: 'keep' });
    const some = { ...intent('capture'), part: part('c-2', 5), rest: 'release' } as const;
    expect(learns(reserved, some).facts).toMatchObject({
      pending: part('c-2', 5),
      rest: 'release',
    });
    // A release changes nothing about a part whose capture may be in flight.
    expect(learns(was, intent('release')).facts).toMatchObject({
      pending: part('c-1', 300),
      rest: 'release',
    });
  });

  it('a reauth intent stores the expiry to extend, or none that is known, and keeps the goal', () => {
    const waiting = but(reserved, { goal: 'hold', lastIntent: 'abort' });
    const { facts } = learns(waiting, intent('reauth'));
    expect(facts).toMatchObject({ goal: 'hold', renewing: END, lastIntent: 'abort' });
    expect(facts.sent.reauth).toBe(true);
    expect(lines(waiting, intent('reauth'))).toEqual(['renewing']);
    const noEnd = but(waiting, seen(CODE.auth, null));
    expect(learns(noEnd, intent('reauth')).facts.renewing).toBe(0);
    expect(learns(but(waiting, { seen: null }), intent('reauth')).facts.renewing).toBe(0);
  });

  it('a renewal ends when the expiry is later or the reservation has expired', () => {
    const renewing = but(reserved, { goal: 'hold', renewing: END });
    expect(lines(renewing, saw(CODE.auth))).toEqual([]);
    expect(learns(renewing, saw(CODE.auth)).facts.renewing).toBe(END);
    expect(learns(renewing, saw(CODE.auth, { expires: null })).facts.renewing).toBe(END);
    const later = saw(CODE.auth, { expires: END + 1 });
    expect(learns(renewing, later).facts.renewing).toBeNull();
    expect(lines(renewing, later)).toEqual(['renewed']);
    expect(learns(renewing, saw(CODE.authExpired)).facts.renewing).toBeNull();
  });

  it('a renewal that was not sent yet takes a later expiry as the one to extend', () => {
    const renewing = but(reserved, { goal: 'hold', renewing: END });
    const later = saw(CODE.auth, { expires: END + 1, renewal: 'not_sent' });
    expect(learns(renewing, later).facts.renewing).toBe(END + 1);
    expect(lines(renewing, later)).toEqual([]);
  });

  it('an expired reservation logs its expiry and no renewal', () => {
    const renewing = but(reserved, { goal: 'hold', renewing: END });
    expect(lines(renewing, saw(CODE.authExpired))).toEqual(['expired']);
  });

  it.each([
    ['capture_failed', ['take_failed']],
    ['release_failed', ['release_failed']],
    ['recovered', ['found_after_restart']],
    ['won_abort_race', []],
    ['to_be_captured', []],
    ['part_captured', []],
  ] as const)('a reservation held for %s keeps a part that is not dropped', (because, printed) => {
    const was = but(reserved, { pending: part('c-1', 300) });
    expect(lines(was, { kind: 'held', because })).toEqual(printed);
    expect(learns(was, { kind: 'held', because }).facts).toMatchObject({
      goal: 'hold',
      because,
      pending: part('c-1', 300),
    });
    // A part that was dropped is no longer ordered; after a restart it would mean everything.
    const ordered = but(was, { lastIntent: 'capture' });
    expect(learns(ordered, { kind: 'held', because }).facts.lastIntent).toBe('capture');
    expect(learns(ordered, { kind: 'held', because, dropped: true }).facts).toMatchObject({
      pending: null,
      lastIntent: null,
    });
  });
});

describe('a delivery by a machine', () => {
  const paid = but(machine, { approved: true, ...seen(CODE.ok) });
  const ordered = but(paid, { vend: { id: 'v', result: null } });
  const vended = (result: 'ok' | 'partial' | 'failed' | 'unknown', amount: number | null) =>
    ({
      kind: 'vended',
      vend: 'v',
      result,
      amount: amount === null ? null : money(amount),
      why: 'x',
    }) as const;

  it('has no result when it is ordered, and adds a log line', () => {
    expect(learns(paid, { kind: 'vend', vend: 'v' }).facts.vend).toEqual({ id: 'v', result: null });
    expect(lines(paid, { kind: 'vend', vend: 'v' })).toEqual(['vending']);
  });

  it.each([
    ['ok', null, 'delivered', true],
    ['ok', 400, 'delivered', false],
    ['partial', 400, 'partly_delivered', false],
    ['failed', null, 'not_delivered', false],
    ['unknown', null, 'delivery_unknown', false],
  ] as const)(
    'with result %s and price %s is logged, and ends the sale only if it is complete',
    (result, amount, line, over) => {
      const told = learns(ordered, vended(result, amount));
      expect(lines(ordered, vended(result, amount))).toEqual([line]);
      expect(told.facts.vend?.result?.kind).toBe(result);
      expect(told.facts.ended).toBe(over ? AT : null);
    },
  );

  it('is only logged after an earlier result, and is ignored without an order', () => {
    const gaveUp = learns(ordered, vended('failed', null));
    const late = learns(gaveUp, vended('ok', null));
    expect(late.facts.vend?.result?.kind).toBe('failed');
    expect(lines(gaveUp, vended('ok', null))).toEqual(['delivered_late']);
    expect(learns(paid, vended('ok', null))).toBe(paid);
  });

  it('that is incomplete logs a refund, and logs its refusal if a person takes over', () => {
    const refund = { kind: 'undelivered', how: 'refund', missing: money(600) } as const;
    const person = { ...refund, how: 'person' } as const;
    expect(lines(ordered, refund)).toEqual(['refunding']);
    expect(learns(ordered, refund).facts.undelivered).toEqual({ how: 'refund', missing: 600 });
    expect(lines(ordered, person)).toEqual([]);
    expect(lines(learns(ordered, refund), person)).toEqual(['refund_refused']);
  });

  it('is settled as delivered, refunded or by a person, which ends the sale', () => {
    const owed = but(ordered, {
      vend: { id: 'v', result: { kind: 'failed', why: '' } },
      undelivered: { how: 'refund', missing: money(600) },
    });
    const settle = (how: 'delivered' | 'refunded' | 'person') =>
      ({ kind: 'settled', how }) as const;
    expect(lines(owed, settle('delivered'))).toEqual([]);
    expect(lines(owed, settle('refunded'))).toEqual(['refunded']);
    expect(lines(owed, settle('person'))).toEqual(['settled_by_person']);
    for (const how of ['delivered', 'refunded', 'person'] as const) {
      const { facts } = learns(owed, settle(how));
      expect(facts).toMatchObject({ settled: how, ended: AT });
      expect(facts.refunded.amount, how).toBe(how === 'refunded' ? 600 : 0);
    }
    const nothing = but(owed, { undelivered: null });
    expect(learns(nothing, settle('refunded')).facts.refunded.amount).toBe(0);
  });

  it('logs a receipt that was uploaded, but not one whose upload the till stopped', () => {
    expect(lines(paid, { kind: 'receipt', how: 'uploaded' })).toEqual(['receipt_sent']);
    expect(lines(paid, { kind: 'receipt', how: 'given_up' })).toEqual([]);
    expect(learns(paid, { kind: 'receipt', how: 'given_up' }).facts.receipt).toBe('given_up');
  });
});

describe('the refunded amount', () => {
  const paid = but(qr, { captured: sums(1_000, 100), ...seen(CODE.ok) }).facts;

  it('adds up to at most the captured amount, and marks the sale as refunded then', () => {
    const some = addRefund(paid, sums(400));
    expect([some.refunded, some.seen?.refunded]).toEqual([sums(400), false]);
    const more = addRefund(some, sums(600, 99));
    expect([more.refunded, more.seen?.refunded]).toEqual([sums(1_000, 99), false]);
    const all = addRefund(more, sums(500, 500));
    expect([all.refunded, all.seen?.refunded]).toEqual([sums(1_000, 100), true]);
  });

  it('keeps the mark of a refunded sale, and is counted without an outcome too', () => {
    const seenBack = but(qr, { ...paid, seen: { code: 2000, expires: 0, refunded: true, at: 0 } });
    expect(addRefund(seenBack.facts, sums(1)).seen?.refunded).toBe(true);
    expect(addRefund({ ...paid, seen: null }, sums(1))).toMatchObject({
      seen: null,
      refunded: sums(1),
    });
  });
});

describe('the log of a sale', () => {
  it('keeps sixty lines: the first one and the fifty-nine newest', () => {
    let sale = qr;
    for (let line = 1; line <= 59; line += 1)
      sale = addLine(sale, BEGAN + line, 'from_service', { text: 'x' });
    expect(sale.log).toHaveLength(60);
    expect(sale.log[1]).toEqual({ at: BEGAN + 1, key: 'from_service', text: 'x' });
    sale = addLine(sale, BEGAN + 60, 'scanned');
    expect(sale.log).toHaveLength(60);
    expect(sale.log[0]?.key).toBe('request_sent');
    expect(sale.log[1]?.at).toBe(BEGAN + 2);
    expect(sale.log.at(-1)).toEqual({ at: BEGAN + 60, key: 'scanned' });
  });
});
