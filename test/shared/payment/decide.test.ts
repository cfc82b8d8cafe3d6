import { describe, expect, it } from 'vitest';
import { money } from '../../../shared/money/money.ts';
import { authorised } from '../../../shared/payment/amounts.ts';
import type { Command } from '../../../shared/payment/commands.ts';
import { createPayment } from '../../../shared/payment/create.ts';
import { decide, overdue } from '../../../shared/payment/decide.ts';
import { outcomeOf } from '../../../shared/payment/outcome.ts';
import type { Payment } from '../../../shared/payment/payment.ts';
import { DAY, HOUR } from '../../../shared/time/clock.ts';
import { draft, TERMS } from '../../support/drafts.ts';

const NOW = Date.UTC(2026, 0, 5, 8, 0, 0);

const confirm: Command = { kind: 'confirm', additionalAmount: null, credit: false };
const abort: Command = { kind: 'abort' };
const release: Command = { kind: 'release' };
const reauth: Command = { kind: 'reauth' };
const reject: Command = { kind: 'reject' };
const expire: Command = { kind: 'expire' };
const captureAll: Command = { kind: 'capture', part: null };
const refundAll: Command = { kind: 'refund', part: null, text: null };

function part(id: string, amount: number, additional = 0, currency = 'NOK') {
  return { id, amount: money(amount), additionalAmount: money(additional), currency };
}
const capture = (id: string, amount: number, additional = 0): Command => ({
  kind: 'capture',
  part: part(id, amount, additional),
});
const refund = (id: string, amount: number, additional = 0): Command => ({
  kind: 'refund',
  part: part(id, amount, additional),
  text: 'wrong size',
});

function pending(change: Parameters<typeof draft>[0] = {}): Payment {
  const request = draft({ amount: 10_000, additional_amount: 1_500, ...change });
  const customer = { kind: 'open' } as const;
  return createPayment({ tid: 'p1', merchantId: 'm1', request, customer, now: NOW });
}

/** Plays commands; stops at the first refusal. */
function play(payment: Payment, ...commands: Command[]) {
  let current = payment;
  const events: (string | null)[] = [];
  for (const command of commands) {
    const decision = decide(current, command, NOW, TERMS);
    if (!decision.ok) return { payment: current, events, refused: decision.refusal.type };
    if (decision.value.changed) events.push(decision.value.move.event);
    current = decision.value.next;
  }
  return { payment: current, events, refused: null };
}

describe('every row of the moves table', () => {
  const part1 = capture('a', 5_000, 500);
  const rest = capture('b', 5_000, 1_000);
  const rows: [string, Command[], number, (string | null)[]][] = [
    ['a new request is pending', [], 1003, []],
    ['confirm', [confirm], 3008, ['payment_authorized']],
    ['reject', [reject], 5006, ['payment_aborted_by_customer']],
    ['request expires', [expire], 5011, ['payment_request_expired']],
    ['abort while pending', [abort], 4019, ['payment_aborted_by_merchant']],
    [
      'capture of everything',
      [confirm, captureAll],
      2000,
      ['payment_authorized', 'payment_captured'],
    ],
    ['capture of a part', [confirm, part1], 3008, ['payment_authorized', 'payment_captured']],
    [
      'capture of the last part',
      [confirm, part1, rest],
      2000,
      ['payment_authorized', 'payment_captured', 'payment_captured'],
    ],
    ['reauth', [confirm, reauth], 3008, ['payment_authorized', 'payment_authorization_renewed']],
    [
      'abort when authorised',
      [confirm, abort],
      4019,
      ['payment_authorized', 'payment_aborted_by_merchant'],
    ],
    [
      'release of everything',
      [confirm, release],
      4019,
      ['payment_authorized', 'payment_auth_released'],
    ],
    [
      'release of the rest',
      [confirm, part1, release],
      2000,
      ['payment_authorized', 'payment_captured', 'payment_auth_released'],
    ],
    [
      'authorisation expires',
      [confirm, expire],
      5012,
      ['payment_authorized', 'payment_authorization_expired'],
    ],
    [
      'authorisation expires after a part was captured',
      [confirm, part1, expire],
      2000,
      ['payment_authorized', 'payment_captured', 'payment_authorization_expired'],
    ],
    [
      'refund',
      [confirm, captureAll, refundAll],
      2000,
      ['payment_authorized', 'payment_captured', null],
    ],
    [
      'refund of a captured part',
      [confirm, part1, refund('r', 100)],
      3008,
      ['payment_authorized', 'payment_captured', null],
    ],
  ];
  it.each(rows)('%s', (_name, commands, code, events) => {
    const played = play(pending(), ...commands);
    expect(played.refused).toBeNull();
    expect(played.payment.code).toBe(code);
    expect(played.events).toEqual(events);
  });

  const captured = [confirm, captureAll];
  const refusals: [string, Command[], string][] = [
    ['capture before the customer has confirmed', [captureAll], 'Conflict'],
    ['release before the customer has confirmed', [release], 'Conflict'],
    ['reauth before the customer has confirmed', [reauth], 'Conflict'],
    ['abort after a capture', [confirm, part1, abort], 'Conflict'],
    ['abort of a paid payment', [...captured, abort], 'Conflict'],
    ['release of a paid payment', [...captured, release], 'Conflict'],
    ['reauth of a paid payment', [...captured, reauth], 'Conflict'],
    ['another capture of a paid payment', [...captured, capture('new', 1)], 'Conflict'],
    ['capture after an abort', [confirm, abort, captureAll], 'Conflict'],
    ['release after a release', [confirm, release, release], 'Conflict'],
    ['abort after a release', [confirm, release, abort], 'Conflict'],
    ['confirm twice', [confirm, confirm], 'Conflict'],
    ['confirm after an abort', [abort, confirm], 'Conflict'],
    ['reject after a confirm', [confirm, reject], 'Conflict'],
    ['capture of more than is left', [confirm, capture('a', 10_001)], 'Bad Request'],
    [
      'capture of too much of the additional amount',
      [confirm, capture('a', 1, 1_501)],
      'Bad Request',
    ],
    ['capture of zero', [confirm, capture('a', 0)], 'Bad Request'],
    ['refund of everything with nothing captured', [confirm, refundAll], 'Conflict'],
    ['refund of a part with nothing captured', [refund('r', 1)], 'Bad Request'],
    ['refund of more than was captured', [...captured, refund('r', 10_001)], 'Bad Request'],
    [
      'refund of more than is left',
      [...captured, refund('r', 9_000), refund('s', 1_001)],
      'Bad Request',
    ],
    ['refund of a failed payment', [reject, refund('r', 1)], 'Conflict'],
    [
      'full refund after everything was refunded in parts',
      [...captured, refund('r', 10_000, 1_500), refundAll],
      'Conflict',
    ],
  ];
  it.each(refusals)('refuses: %s', (_name, commands, type) => {
    expect(play(pending(), ...commands).refused).toBe(type);
  });
});

describe('a repeated command', () => {
  const repeats: [string, Command[]][] = [
    ['full capture', [confirm, captureAll, captureAll]],
    ['partial capture', [confirm, capture('a', 5_000), capture('a', 5_000)]],
    [
      'the last partial capture, when the payment is paid',
      [confirm, capture('a', 10_000, 1_500), capture('a', 10_000, 1_500)],
    ],
    ['full refund', [confirm, captureAll, refundAll, refundAll]],
    ['partial refund', [confirm, captureAll, refund('r', 500), refund('r', 500)]],
    ['abort', [abort, abort]],
  ];
  it.each(repeats)('%s', (_name, commands) => {
    const once = play(pending(), ...commands.slice(0, -1));
    const twice = play(pending(), ...commands);
    expect(twice.refused).toBeNull();
    expect(twice.payment.version).toBe(once.payment.version);
    expect(outcomeOf(twice.payment).captures).toEqual(outcomeOf(once.payment).captures);
    expect(outcomeOf(twice.payment).refunds).toEqual(outcomeOf(once.payment).refunds);
  });

  it('with the same id and another amount is refused with a conflict', () => {
    const captured = capture('a', 5_000);
    expect(play(pending(), confirm, captured, capture('a', 4_000)).refused).toBe('Conflict');
    const refunded = [confirm, captureAll, refund('r', 500)];
    expect(play(pending(), ...refunded, refund('r', 400)).refused).toBe('Conflict');
  });
});

describe('amounts of the outcome', () => {
  it('the authorised amounts are zero while the payment is pending and after it has ended', () => {
    const code = (...commands: Command[]) => {
      const { auth_amount, auth_additional_amount } = outcomeOf(
        play(pending(), ...commands).payment,
      );
      return [auth_amount, auth_additional_amount];
    };
    expect(code()).toEqual([0, 0]);
    expect(code(confirm)).toEqual([10_000, 1_500]);
    expect(code(confirm, capture('a', 4_000, 500))).toEqual([6_000, 1_000]);
    expect(code(confirm, captureAll)).toEqual([0, 0]);
    expect(code(confirm, capture('a', 4_000, 500), release)).toEqual([0, 0]);
    expect(code(confirm, expire)).toEqual([0, 0]);
  });

  it('fees are fixed at authorisation, interchange only for credit', () => {
    const debit = outcomeOf(play(pending(), confirm).payment);
    expect([debit.transaction_fee, debit.interchange_fee, debit.credit]).toEqual([115, 0, false]);
    const byCredit: Command = { kind: 'confirm', additionalAmount: null, credit: true };
    const credit = outcomeOf(play(pending({ allow_credit: true }), byCredit).payment);
    expect([credit.transaction_fee, credit.interchange_fee, credit.credit]).toEqual([
      115,
      115,
      true,
    ]);
    expect(outcomeOf(pending()).transaction_fee).toBe(0);
  });

  it('credit is refused where the merchant does not allow it', () => {
    const byCredit: Command = { kind: 'confirm', additionalAmount: null, credit: true };
    const { payment, refused } = play(pending({ allow_credit: false }), byCredit);
    expect(refused).toBe('Bad Request');
    expect(payment.code).toBe(1003);
  });

  it('the outcome shows the fees of the captures, and none if the payment ends without a capture', () => {
    const byCredit: Command = { kind: 'confirm', additionalAmount: null, credit: true };
    const fees = (...commands: Command[]) => {
      const outcome = outcomeOf(play(pending({ allow_credit: true }), ...commands).payment);
      return [outcome.transaction_fee, outcome.interchange_fee];
    };
    expect(fees(byCredit)).toEqual([115, 115]);
    for (const ending of [abort, release, expire]) expect(fees(byCredit, ending)).toEqual([0, 0]);
    const some = capture('a', 2_000, 300);
    expect(fees(byCredit, some)).toEqual([23, 23]);
    expect(fees(byCredit, some, release)).toEqual([23, 23]);
    expect(fees(byCredit, some, expire)).toEqual([23, 23]);
    expect(fees(byCredit, some, capture('b', 8_000, 1_200))).toEqual([115, 115]);
    expect(fees(byCredit, captureAll, refund('r', 10_000, 1_500))).toEqual([115, 115]);
  });

  it('the customer may change the additional amount only if the request allows it', () => {
    const tip: Command = { kind: 'confirm', additionalAmount: money(2_000), credit: false };
    expect(play(pending(), tip).refused).toBe('Bad Request');
    const edited = play(pending({ additional_edit: true }), tip).payment;
    expect(outcomeOf(edited).additional_amount).toBe(2_000);
    expect(authorised(edited).additionalAmount).toBe(2_000);
  });
});

describe('the expiry of a payment', () => {
  it('a request is overdue at its expiry, an authorisation three days after the approval', () => {
    const request = pending({ expires_in: 600 });
    expect(overdue(request, NOW + 599_999)).toBe(false);
    expect(overdue(request, NOW + 600_000)).toBe(true);
    const held = play(request, confirm).payment;
    expect(overdue(held, NOW + 3 * DAY - 1)).toBe(false);
    expect(overdue(held, NOW + 3 * DAY)).toBe(true);
    const paid = play(request, confirm, captureAll).payment;
    expect(overdue(paid, NOW + 100 * DAY)).toBe(false);
  });

  it('reauth sets the expiry to three days from now', () => {
    const held = play(pending(), confirm).payment;
    const later = decide(held, reauth, NOW + 2 * DAY, TERMS);
    expect(later.ok && later.value.next.expires).toBe(NOW + 5 * DAY);
  });

  it('the outcome shows the expiry of the request, then of the authorisation, also after a capture', () => {
    expect(outcomeOf(pending()).date_expires).toBe('2026-01-05 14:00:00');
    expect(outcomeOf(play(pending(), confirm).payment).date_expires).toBe('2026-01-08 08:00:00');
    const paid = play(pending(), confirm, captureAll).payment;
    expect(outcomeOf(paid).date_expires).toBe('2026-01-08 08:00:00');
    expect(paid.requestExpires).toBe(NOW + 6 * HOUR);
  });
});
