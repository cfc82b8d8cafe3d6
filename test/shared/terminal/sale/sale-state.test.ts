import { describe, expect, it } from 'vitest';
import { money } from '../../../../shared/money/money.ts';
import { CODE } from '../../../../shared/protocol/status-codes.ts';
import {
  authorisedOf,
  isOver,
  openSales,
  paidOf,
  type Run,
  type SaleFacts,
} from '../../../../shared/terminal/sale/sale.ts';
import { stateOf } from '../../../../shared/terminal/sale/sale-state.ts';
import { isFinal } from '../../../../shared/terminal/sale/state.ts';
import { BEGAN, but, openedRecord, openedSale } from '../../../support/sales.ts';

/* The state of a sale on the screen, its end and its sums: all follow from its facts. */

const END = BEGAN + 300_000;
const seen = (code: number, refunded = false): Pick<SaleFacts, 'seen'> => ({
  seen: { code, expires: END, refunded, at: BEGAN + 7 },
});
const AUTH = seen(CODE.auth);
const created = { tid: 'p1', uri: 'http://p/1', expires: END };
const sums = (amount: number, additional = 0) => ({
  amount: money(amount),
  additional: money(additional),
});
const sale = (facts: Partial<SaleFacts> = {}, run: Partial<Run> = {}) =>
  but(openedSale(), facts, run);
const vendMode = (order: 'deposit' | 'pay_first') => ({ kind: 'vend', item: 'B4', order }) as const;
const serial = { kind: 'serial', serial: 'A1' } as const;

describe('the state on the screen', () => {
  const says = (facts: Partial<SaleFacts> = {}, run: Partial<Run> = {}) =>
    stateOf(sale(facts, run));

  it('of an unpaid request depends on its creation, its method and its scan', () => {
    const waits = { uri: 'http://pay.test/s/1-a', until: END };
    expect(says()).toEqual({ kind: 'creating' });
    expect(isFinal(says())).toBe(false);
    expect(says({ created })).toEqual({ kind: 'waiting_scan', uri: 'http://p/1', expires: END });
    expect(says({ created, scanned: true })).toEqual({ kind: 'waiting_approval', expires: END });
    expect(says({ created: { ...created, uri: null } })).toEqual({
      kind: 'waiting_approval',
      expires: END,
    });
    const phone = { kind: 'phone', msisdn: '4712345678' } as const;
    expect(says({ created, method: phone })).toEqual({ kind: 'waiting_approval', expires: END });
    expect(says({ awaits: waits })).toEqual({ kind: 'waiting_scan', uri: waits.uri, expires: END });
    const sticker = { kind: 'sticker', sticker: serial } as const;
    expect(says({ created, method: sticker })).toEqual({ kind: 'waiting_sticker', expires: END });
    expect(says({ created, method: sticker, scanned: true }).kind).toBe('waiting_approval');
  });

  it.each([
    ['an outcome', { approved: true }, []],
    ['an event', {}, [{ at: BEGAN + 5, key: 'approved' }]],
  ] as const)(
    'of an unclear sale that %s reported as approved agrees with its log',
    (_by, facts, log) => {
      const one = { ...sale({ created, scanned: true, ...facts }, { unclear: true }), log };
      const state = stateOf(one);
      if (state.kind !== 'unclear') throw new Error(state.kind);
      expect(state.known).toContain('was_approved');
      expect(state.asking).toEqual(['was_it_taken']);
    },
  );

  it('of a pair differs for the code and for the sticker', () => {
    const twin = { sale: '1-a.s', body: openedRecord().body };
    const method = { kind: 'qr_and_sticker', sticker: serial } as const;
    const kinds = openSales(openedRecord({ twin, method })).map(
      (one) => stateOf(but(one, { created })).kind,
    );
    expect(kinds).toEqual(['waiting_scan', 'waiting_sticker']);
  });

  it.each([
    [
      { refused: { kind: 'bad_request', sentence: 'No.', reason: 'not_accepted' } },
      { kind: 'refused' },
    ],
    [{ closed: 'cancelled' }, { kind: 'aborted' }],
    [{ closed: 'expired' }, { kind: 'expired', what: 'request' }],
    [
      { ...seen(2000), ended: 5 },
      { kind: 'paid', at: 5 },
    ],
    [seen(2000), { kind: 'paid', at: BEGAN + 7 }],
    [seen(2000, true), { kind: 'refunded' }],
    [seen(CODE.aborted), { kind: 'aborted' }],
    [{ ...seen(CODE.aborted), lastIntent: 'release' }, { kind: 'released' }],
    [{ ...seen(CODE.aborted), lastIntent: 'abort' }, { kind: 'aborted' }],
    [seen(CODE.rejected), { kind: 'declined' }],
    [seen(CODE.requestExpired), { kind: 'expired', what: 'request' }],
    [seen(CODE.authExpired), { kind: 'expired', what: 'authorisation' }],
    [seen(CODE.notFound), { kind: 'refused', because: { kind: 'unknown_customer' } }],
    [seen(4018), { kind: 'failed', code: 4018 }],
  ] as const)('is final with the facts %o', (facts, state) => {
    expect(says(facts)).toMatchObject(state);
    expect(says(facts, { unclear: true })).toMatchObject(state);
    expect(isFinal(says(facts))).toBe(true);
  });

  it('of reserved money shows whether it is authorised, captured, aborted or released', () => {
    expect(says({ ...AUTH, because: 'recovered' })).toEqual({
      kind: 'authorised',
      because: 'recovered',
      expires: END,
    });
    const noEnd = { seen: { code: CODE.auth, expires: null, refunded: false, at: 0 } };
    expect(says(noEnd)).toMatchObject({ kind: 'authorised', expires: BEGAN });
    expect(says({ ...AUTH, lastIntent: 'capture' }).kind).toBe('capturing');
    expect(says({ ...AUTH, lastIntent: 'capture', goal: 'hold' }).kind).toBe('authorised');
    expect(says({ ...AUTH, goal: 'abort' }).kind).toBe('aborting');
    expect(says({ created, goal: 'abort' }).kind).toBe('aborting');
    expect(says({ ...AUTH, goal: 'release' }).kind).toBe('releasing');
  });

  it('of a vending sale shows the delivery, or the missing amount and its refund', () => {
    const deposit = { mode: vendMode('deposit'), ...AUTH } as const;
    const waiting = { id: 'v', result: null };
    const came = { id: 'v', result: { kind: 'ok', amount: null } } as const;
    expect(says({ ...deposit, vend: waiting })).toEqual({ kind: 'vending', item: 'B4' });
    expect(says({ ...deposit, vend: waiting, goal: 'release' }).kind).toBe('releasing');
    expect(says({ ...deposit, vend: came, lastIntent: 'capture' }).kind).toBe('capturing');
    expect(says(deposit).kind).toBe('authorised');
    const paid = { mode: vendMode('pay_first'), ...seen(2000) } as const;
    expect(says(paid)).toEqual({ kind: 'vending', item: 'B4' });
    expect(says({ ...paid, vend: came }).kind).toBe('paid');
    const missing = { how: 'refund', missing: money(600) } as const;
    expect(says({ ...paid, undelivered: missing })).toEqual({
      kind: 'undelivered',
      missing: 600,
      refund: 'under_way',
    });
    expect(says({ ...paid, undelivered: { ...missing, how: 'person' } })).toMatchObject({
      refund: 'by_person',
    });
    expect(says({ ...paid, undelivered: missing, settled: 'person' }).kind).toBe('paid');
  });

  it('of an unclear sale names what is certain and what the till asks', () => {
    const unclear = (facts: Partial<SaleFacts> = {}) => {
      const state = says(facts, { unclear: true, due: 99 });
      if (state.kind !== 'unclear') throw new Error(state.kind);
      expect(state.nextTry).toBe(99);
      return [state.known, state.asking];
    };
    const sent = { capture: false, abort: false, release: false, reauth: false };
    expect(unclear()).toEqual([['saved_here'], ['did_request_arrive']]);
    expect(unclear({ created })).toEqual([
      ['saved_here', 'request_reached_service'],
      ['was_it_approved'],
    ]);
    expect(unclear({ created, scanned: true, approved: true })).toEqual([
      ['saved_here', 'request_reached_service', 'was_scanned', 'was_approved'],
      ['was_it_taken'],
    ]);
    const taking = { created, lastIntent: 'capture', sent: { ...sent, capture: true } } as const;
    expect(unclear(taking)).toEqual([
      ['saved_here', 'request_reached_service', 'capture_was_sent'],
      ['was_it_taken'],
    ]);
    const cancelled = { goal: 'abort', sent: { ...sent, abort: true } } as const;
    expect(unclear(cancelled)).toEqual([
      ['saved_here', 'cancel_was_sent'],
      ['did_request_arrive', 'was_it_cancelled'],
    ]);
    expect(unclear({ created, goal: 'release' })[1]).toEqual(['was_it_cancelled']);
  });
});

describe('the end and the sums of a sale', () => {
  it('a sale is over if its money is decided and its goods are delivered or settled', () => {
    expect(isOver(sale().facts)).toBe(false);
    expect(isOver(sale(AUTH).facts)).toBe(false);
    expect(isOver(sale(seen(2000)).facts)).toBe(true);
    const of = (facts: Partial<SaleFacts>, order: 'deposit' | 'pay_first' = 'pay_first') =>
      isOver(sale({ mode: vendMode(order), ...seen(2000), ...facts }).facts);
    const ok = (amount: number | null) =>
      ({
        vend: { id: 'v', result: { kind: 'ok', amount: amount === null ? null : money(amount) } },
      }) as const;
    expect(of({})).toBe(false);
    expect(of({}, 'deposit')).toBe(true);
    expect(of(seen(CODE.aborted))).toBe(true);
    expect(of(seen(2000, true))).toBe(true);
    expect(of({ settled: 'person' })).toBe(true);
    expect([of(ok(null)), of(ok(1_000)), of(ok(999))]).toEqual([true, true, false]);
    expect(of({ vend: { id: 'v', result: { kind: 'failed', why: '' } } })).toBe(false);
    const undelivered = { how: 'refund', missing: money(1) } as const;
    expect(of({ ...ok(null), undelivered })).toBe(false);
  });

  it('authorised and paid sums come from the outcome if it names them, else from the whole amount', () => {
    expect(authorisedOf(sale({ additional: money(9) }).facts)).toEqual(sums(0));
    const auth = { ...AUTH, additional: money(9) };
    expect(authorisedOf(sale(auth).facts)).toEqual(sums(1_000, 9));
    expect(authorisedOf(sale({ ...auth, captured: sums(400, 9) }).facts)).toEqual(sums(600));
    expect(authorisedOf(sale({ ...auth, captured: sums(400), authorised: sums(7) }).facts)).toEqual(
      sums(7),
    );
    expect(paidOf(sale(auth).facts)).toEqual(sums(1_000, 9));
    expect(paidOf(sale({ ...auth, captured: sums(0, 3) }).facts)).toEqual(sums(0, 3));
  });
});
