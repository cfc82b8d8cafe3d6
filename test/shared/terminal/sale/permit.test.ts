import { describe, expect, it } from 'vitest';
import { money } from '../../../../shared/money/money.ts';
import { CODE } from '../../../../shared/protocol/status-codes.ts';
import { actionsOf, permit } from '../../../../shared/terminal/sale/permit.ts';
import type { Run, Sale, SaleFacts } from '../../../../shared/terminal/sale/sale.ts';
import { settingsOf, type TerminalSetup } from '../../../../shared/terminal/sale/settings.ts';
import type { SaleAction } from '../../../../shared/terminal/sale/state.ts';
import { BEGAN, but, openedSale } from '../../../support/sales.ts';
import { SETUP } from '../../../support/till.ts';

/* Which actions a sale offers to the cashier. */

const END = BEGAN + 300_000;
const seen = (code: number, refunded = false): Pick<SaleFacts, 'seen'> => ({
  seen: { code, expires: END, refunded, at: BEGAN + 7 },
});
const AUTH = seen(CODE.auth);
const PART = { amount: money(5), additional: money(0) };
const created = { tid: 'p1', uri: 'http://p/1', expires: END };
const sale = (facts: Partial<SaleFacts> = {}, run: Partial<Run> = {}) =>
  but(openedSale(), facts, run);
const vendMode = (order: 'deposit' | 'pay_first') => ({ kind: 'vend', item: 'B4', order }) as const;

describe('the actions of the cashier', () => {
  const settings = (more: Partial<TerminalSetup> = {}) => settingsOf({ ...SETUP, ...more });
  const may = (of: Sale, more: Partial<TerminalSetup> = {}) => actionsOf(of, settings(more));
  const held = { ...AUTH, goal: 'hold', because: 'capture_failed' } as const;

  it('with a request on the customer’s phone: cancel it or set it aside, but not a machine’s', () => {
    const phone = { method: { kind: 'phone', msisdn: '+4798765432' }, created } as const;
    for (const facts of [phone, { created, scanned: true }] as const) {
      expect(may(sale(facts))).toEqual(['cancel', 'set_aside']);
      expect(may(sale({ ...facts, aside: true, onHold: true }))).toEqual([
        'cancel',
        'bring_to_front',
      ]);
      expect(may(sale({ ...facts, mode: vendMode('deposit') }))).toEqual(['cancel']);
    }
  });

  it('with a waiting request: cancel it, set aside a table’s sale, bring back one that is aside', () => {
    expect(may(sale())).toEqual(['cancel']);
    expect(may(sale({ created, aside: true }))).toEqual(['cancel', 'bring_to_front']);
    expect(may(sale({ created, scanned: true, label: 'Table 4' }))).toEqual([
      'cancel',
      'set_aside',
    ]);
  });

  it('with reserved money that needs a decision: capture it or release it', () => {
    expect(may(sale(held))).toEqual(['capture', 'release', 'ask_again', 'set_aside']);
    expect(may(sale({ ...held, aside: true }))).toContain('bring_to_front');
    const approved = { ...AUTH, because: 'approved' } as const;
    expect(may(sale(approved))).toEqual([]);
    expect(may(sale(approved), { capture: 'manual' })).toEqual(['capture', 'release', 'set_aside']);
    expect(may(sale(approved, { restored: true }))).toEqual(['capture', 'release', 'set_aside']);
  });

  it('with an authorise-only sale: renew it as well, one renewal at a time', () => {
    const lasting = { ...held, mode: { kind: 'authorise' } } as const;
    expect(may(sale(lasting))).toEqual(['capture', 'release', 'renew', 'ask_again', 'set_aside']);
    expect(may(sale({ ...lasting, renewing: END }))).toEqual([
      'capture',
      'release',
      'ask_again',
      'set_aside',
    ]);
  });

  it('with a command in progress: only set aside a table’s sale or bring back one that is aside', () => {
    for (const goal of ['abort', 'release'] as const) {
      expect(may(sale({ ...AUTH, goal }))).toEqual([]);
      expect(may(sale({ ...AUTH, goal, label: 'Table 4' }))).toEqual(['set_aside']);
      expect(may(sale({ ...AUTH, goal, aside: true }))).toEqual(['bring_to_front']);
    }
    expect(may(sale({ ...AUTH, lastIntent: 'capture' }))).toEqual([]);
  });

  it('with a vending sale: settle what its rules leave to a person', () => {
    expect(may(sale({ ...held, mode: vendMode('deposit') }))).toEqual([]);
    const paid = { mode: vendMode('pay_first'), ...seen(2000) } as const;
    expect(may(sale(paid))).toEqual([]);
    const missing = { how: 'person', missing: money(6) } as const;
    expect(may(sale({ ...paid, undelivered: missing }))).toEqual(['settle', 'set_aside']);
    expect(may(sale({ ...paid, undelivered: { ...missing, how: 'refund' } }))).toEqual([
      'set_aside',
    ]);
  });

  it('with an unclear sale: ask again, set it aside, and cancel it before an approval', () => {
    const unclear = { unclear: true };
    expect(may(sale({}, unclear))).toEqual(['ask_again', 'cancel', 'set_aside']);
    expect(may(sale({ approved: true }, unclear))).toEqual(['ask_again', 'set_aside']);
    expect(may(sale({ goal: 'abort' }, unclear))).toEqual(['ask_again', 'set_aside']);
  });

  it('with an unclear sale of a machine: cancel it until the delivery is ordered', () => {
    const unclear = { unclear: true };
    const taking = { ...AUTH, approved: true, lastIntent: 'capture' } as const;
    for (const order of ['deposit', 'pay_first'] as const) {
      const mode = vendMode(order);
      const cancellable = ['ask_again', 'cancel', 'set_aside'];
      expect(may(sale({ mode }, unclear))).toEqual(cancellable);
      expect(may(sale({ ...taking, mode }, unclear))).toEqual(cancellable);
      for (const goal of ['abort', 'release'] as const) {
        expect(may(sale({ ...taking, mode, goal }, unclear))).toEqual(['ask_again', 'set_aside']);
      }
    }
    const mode = vendMode('deposit');
    const ordered = { id: '_vend.1-a', result: { kind: 'ok', amount: null } } as const;
    expect(may(sale({ ...taking, mode, vend: ordered }, unclear))).toEqual([
      'ask_again',
      'set_aside',
    ]);
  });

  it('with an ended sale on the main screen: dismiss it', () => {
    const ends = [
      seen(2000),
      seen(2000, true),
      seen(CODE.aborted),
      seen(CODE.rejected),
      seen(CODE.requestExpired),
      seen(4018),
      { refused: { kind: 'bad_request', sentence: 'No.', reason: 'not_accepted' } },
      { ...seen(CODE.aborted), lastIntent: 'release' },
    ] as const;
    for (const facts of ends) {
      expect(may(sale(facts))).toEqual(['dismiss']);
      expect(may(sale({ ...facts, aside: true }))).toEqual([]);
      // A person has put it on hold and must learn its end.
      expect(may(sale({ ...facts, aside: true, onHold: true }))).toEqual(['dismiss']);
    }
  });

  it('with the payment of a losing request: dismiss it once, unless it was refunded', () => {
    const leg = { of: 'sticker', other: 'x', state: 'lost' } as const;
    expect(may(sale({ ...seen(2000), leg, aside: true }))).toEqual(['dismiss']);
    expect(may(sale({ ...seen(2000), leg, aside: true, dismissed: true }))).toEqual([]);
    expect(may(sale({ ...seen(2000, true), leg, aside: true }))).toEqual([]);
    expect(may(sale({ seen: null, leg, aside: true }))).toEqual([]);
  });

  it('with a sticker that waits for its scan: cancel it', () => {
    const sticker = { kind: 'serial', serial: 'A1' } as const;
    const waiting = but(openedSale({ method: { kind: 'sticker', sticker } }), { created });
    expect(may(waiting)).toEqual(['cancel']);
    expect(may(but(waiting, { label: 'Table 4' }))).toEqual(['cancel', 'set_aside']);
  });

  it('a new sale has sent no command, is not dismissed and keeps the rest reserved', () => {
    expect(openedSale().facts).toMatchObject({
      rest: 'keep',
      sent: { capture: false, abort: false, release: false, reauth: false },
      dismissed: false,
    });
  });

  it('with one request of a pair: capture it only if it was chosen, cancel it only before', () => {
    const leg = (state: 'open' | 'won' | 'lost') =>
      ({ leg: { of: 'code', other: 'x', state } }) as const;
    expect(may(sale({ ...held, ...leg('open') }))).toEqual([]);
    expect(may(sale({ ...held, ...leg('won') }))).toContain('capture');
    expect(may(sale({ ...held, ...leg('lost') }))).toEqual([]);
    expect(may(sale(leg('open')))).toEqual(['cancel']);
    expect(may(sale(leg('lost')))).toEqual([]);
  });
});

describe('a repeated action', () => {
  const allowed = (action: SaleAction, facts: Partial<SaleFacts>) =>
    permit(sale(facts), action, settingsOf(SETUP)).ok;
  const DONE: readonly (readonly [SaleAction, Partial<SaleFacts>])[] = [
    ['cancel', { goal: 'abort' }],
    ['capture', { ...AUTH, goal: 'take', lastIntent: 'capture' }],
    ['release', { ...AUTH, goal: 'release' }],
    ['renew', { ...AUTH, goal: 'hold', mode: { kind: 'authorise' }, renewing: END }],
    ['settle', { ...seen(2000), settled: 'person' }],
    ['set_aside', { aside: true }],
    ['dismiss', { ...seen(2000), aside: true }],
    ['bring_to_front', { aside: false }],
  ];

  it.each(DONE)('of %s is allowed while the first one is in progress or done', (action, facts) => {
    expect(allowed(action, facts)).toBe(true);
  });

  it.each([
    ['cancel', seen(2000)],
    ['capture', {}],
    ['capture', { goal: 'take', lastIntent: 'abort' }],
    ['capture', { goal: 'hold', lastIntent: 'capture' }],
    ['capture', { ...AUTH, goal: 'take', lastIntent: 'capture', pending: { id: 'c', ...PART } }],
    ['release', {}],
    ['renew', {}],
    ['settle', seen(2000)],
    ['settle', { ...seen(2000), settled: 'refunded' }],
    ['set_aside', {}],
    ['dismiss', {}],
    ['bring_to_front', { ...seen(2000), aside: true }],
    ['ask_again', {}],
  ] as const)('of %s with %o is refused as a conflict', (action, facts) => {
    expect(permit(sale(facts), action, settingsOf(SETUP))).toMatchObject({
      refusal: {
        type: 'Conflict',
        description: 'This is no longer possible. Check the status of the sale.',
      },
    });
  });
});
