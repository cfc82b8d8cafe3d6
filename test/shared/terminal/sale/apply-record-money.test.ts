import { describe, expect, it } from 'vitest';
import { money } from '../../../../shared/money/money.ts';
import { CODE } from '../../../../shared/protocol/status-codes.ts';
import { addLine, addRefund } from '../../../../shared/terminal/sale/apply-record.ts';
import { BEGAN, but, openedSale } from '../../../support/sales.ts';
import { AT, END, learns, lines, part, saw, seen, sums } from './applied.ts';

/* What the records of money do to a sale: taken, given back, renewed, delivered. */

const qr = openedSale();
const machine = openedSale({ mode: { kind: 'vend', item: 'B4', order: 'pay_first' } });

describe('what is set out for', () => {
  const reserved = but(qr, { approved: true, ...seen(CODE.auth) });
  const intent = (what: 'capture' | 'abort' | 'release' | 'reauth') =>
    ({ kind: 'intent', what }) as const;

  it.each([
    ['capture', 'take', 'taking'],
    ['abort', 'abort', 'cancelling'],
    ['release', 'release', 'giving_back'],
  ] as const)('%s is where the sale goes, and is known to be sent', (what, goal, line) => {
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

  it('a capture takes the whole amount, or a part with the use of the rest', () => {
    const was = but(reserved, { pending: part('c-1', 300), rest: 'release' });
    expect(learns(was, intent('capture')).facts).toMatchObject({ pending: null, rest: 'keep' });
    const some = { ...intent('capture'), part: part('c-2', 5), rest: 'release' } as const;
    expect(learns(reserved, some).facts).toMatchObject({
      pending: part('c-2', 5),
      rest: 'release',
    });
    // Giving back changes nothing about a part that may be on its way.
    expect(learns(was, intent('release')).facts).toMatchObject({
      pending: part('c-1', 300),
      rest: 'release',
    });
  });

  it('a renewal is to put off the end that is known, and decides nothing about the money', () => {
    const waiting = but(reserved, { goal: 'hold', lastIntent: 'abort' });
    const { facts } = learns(waiting, intent('reauth'));
    expect(facts).toMatchObject({ goal: 'hold', renewing: END, lastIntent: 'abort' });
    expect(facts.sent.reauth).toBe(true);
    expect(lines(waiting, intent('reauth'))).toEqual(['renewing']);
    const noEnd = but(waiting, seen(CODE.auth, null));
    expect(learns(noEnd, intent('reauth')).facts.renewing).toBe(AT);
    expect(learns(but(waiting, { seen: null }), intent('reauth')).facts.renewing).toBe(AT);
  });

  it('a renewal is over when the end is later, or the reservation is gone', () => {
    const renewing = but(reserved, { goal: 'hold', renewing: END });
    expect(lines(renewing, saw(CODE.auth))).toEqual([]);
    expect(learns(renewing, saw(CODE.auth)).facts.renewing).toBe(END);
    expect(learns(renewing, saw(CODE.auth, { expires: null })).facts.renewing).toBe(END);
    const later = saw(CODE.auth, { expires: END + 1 });
    expect(learns(renewing, later).facts.renewing).toBeNull();
    expect(lines(renewing, later)).toEqual(['renewed']);
    expect(learns(renewing, saw(CODE.authExpired)).facts.renewing).toBeNull();
  });

  it('a renewal that was not sent yet is to put off the later end, however that came about', () => {
    const renewing = but(reserved, { goal: 'hold', renewing: END });
    const later = saw(CODE.auth, { expires: END + 1, renewal: 'not_sent' });
    expect(learns(renewing, later).facts.renewing).toBe(END + 1);
    expect(lines(renewing, later)).toEqual([]);
  });

  it('a reservation that is gone is not said to be renewed', () => {
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
  ] as const)('a reservation that waits because of %s says so', (because, printed) => {
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

describe('what a machine does', () => {
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

  it('is ordered once, and waited for', () => {
    expect(learns(paid, { kind: 'vend', vend: 'v' }).facts.vend).toEqual({ id: 'v', result: null });
    expect(lines(paid, { kind: 'vend', vend: 'v' })).toEqual(['vending']);
  });

  it.each([
    ['ok', null, 'delivered', true],
    ['ok', 400, 'delivered', false],
    ['partial', 400, 'partly_delivered', false],
    ['failed', null, 'not_delivered', false],
    ['unknown', null, 'delivery_unknown', false],
  ] as const)('is %s at a price of %s, and over or not', (result, amount, line, over) => {
    const told = learns(ordered, vended(result, amount));
    expect(lines(ordered, vended(result, amount))).toEqual([line]);
    expect(told.facts.vend?.result?.kind).toBe(result);
    expect(told.facts.ended).toBe(over ? AT : null);
  });

  it('is only printed when it comes after its end, and is nothing where nothing was ordered', () => {
    const gaveUp = learns(ordered, vended('failed', null));
    const late = learns(gaveUp, vended('ok', null));
    expect(late.facts.vend?.result?.kind).toBe('failed');
    expect(lines(gaveUp, vended('ok', null))).toEqual(['delivered_late']);
    expect(learns(paid, vended('ok', null))).toBe(paid);
  });

  it('did not do is given back, or seen to by a person, each with its line', () => {
    const refund = { kind: 'undelivered', how: 'refund', missing: money(600) } as const;
    const person = { ...refund, how: 'person' } as const;
    expect(lines(ordered, refund)).toEqual(['refunding']);
    expect(learns(ordered, refund).facts.undelivered).toEqual({ how: 'refund', missing: 600 });
    expect(lines(ordered, person)).toEqual([]);
    expect(lines(learns(ordered, refund), person)).toEqual(['refund_refused']);
  });

  it('is settled in one of three ways, and the sale is over', () => {
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
      expect(facts.givenBack.amount, how).toBe(how === 'refunded' ? 600 : 0);
    }
    const nothing = but(owed, { undelivered: null });
    expect(learns(nothing, settle('refunded')).facts.givenBack.amount).toBe(0);
  });

  it('leaves a receipt that is sent, or that is given up without a word', () => {
    expect(lines(paid, { kind: 'receipt', how: 'uploaded' })).toEqual(['receipt_sent']);
    expect(lines(paid, { kind: 'receipt', how: 'given_up' })).toEqual([]);
    expect(learns(paid, { kind: 'receipt', how: 'given_up' }).facts.receipt).toBe('given_up');
  });
});

describe('what was given back', () => {
  const paid = but(qr, { taken: sums(1_000, 100), ...seen(CODE.ok) }).facts;

  it('is counted until nothing is left, and never beyond', () => {
    const some = addRefund(paid, sums(400));
    expect([some.givenBack, some.seen?.refunded]).toEqual([sums(400), false]);
    const more = addRefund(some, sums(600, 99));
    expect([more.givenBack, more.seen?.refunded]).toEqual([sums(1_000, 99), false]);
    const all = addRefund(more, sums(500, 500));
    expect([all.givenBack, all.seen?.refunded]).toEqual([sums(1_000, 100), true]);
  });

  it('stays given back, and is counted where no outcome was read as well', () => {
    const seenBack = but(qr, { ...paid, seen: { code: 2000, expires: 0, refunded: true, at: 0 } });
    expect(addRefund(seenBack.facts, sums(1)).seen?.refunded).toBe(true);
    expect(addRefund({ ...paid, seen: null }, sums(1))).toMatchObject({
      seen: null,
      givenBack: sums(1),
    });
  });
});

describe('the log of a slip', () => {
  it('keeps sixty lines: the first, which says when it began, and the last', () => {
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
