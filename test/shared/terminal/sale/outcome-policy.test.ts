import { describe, expect, it } from 'vitest';
import { CODE } from '../../../../shared/protocol/status-codes.ts';
import type { OutcomeAnswer } from '../../../../shared/terminal/sale/events.ts';
import type { Sale, SaleFacts } from '../../../../shared/terminal/sale/sale.ts';
import { but } from '../../../support/sales.ts';
import {
  AUTH,
  answer,
  known,
  machine,
  NOW,
  PENDING,
  reserved,
  seen,
  sees,
  sums,
} from './outcome-sees.ts';

/* What the till does about an outcome, by its policy. */

describe('a failed capture', () => {
  const failed = (facts: Partial<SaleFacts> = {}) =>
    reserved({ goal: 'take', lastIntent: 'capture', ...facts }, { tries: 3 });

  it('is left to the cashier after its tries; an unattended till releases the money', () => {
    const earlier = reserved({ goal: 'take', lastIntent: 'capture' }, { tries: 2 });
    expect(sees(earlier).wrote).toEqual([]);
    expect(sees(failed()).wrote).toEqual(['held: capture_failed']);
    expect(sees(failed(), AUTH, machine).wrote).toEqual(['release']);
  });

  it('of an authorise-only sale is left to a person, also on an unattended till', () => {
    const later = failed({ mode: { kind: 'authorise' } });
    expect(sees(later, AUTH, machine).wrote).toEqual(['held: capture_failed']);
  });
});

describe('a cancellation after the approval', () => {
  const cancelled = (facts: Partial<SaleFacts> = {}) =>
    known({ goal: 'abort', lastIntent: 'abort', ...facts });

  it('is left to the cashier; an unattended till releases the money, also if authorise-only', () => {
    expect(sees(cancelled()).wrote).toEqual(['seen', 'held: won_abort_race']);
    expect(sees(cancelled(), AUTH, machine).wrote).toEqual(['seen', 'release']);
    const later = cancelled({ mode: { kind: 'authorise' } });
    expect(sees(later, AUTH, machine).wrote).toEqual(['seen', 'release']);
    expect(sees(cancelled(), PENDING).wrote).toEqual(['seen']);
  });
});

describe('a failed release', () => {
  const back = (facts: Partial<SaleFacts> = {}, tries = 3) =>
    reserved({ goal: 'release', lastIntent: 'release', ...facts }, { tries });

  it('is left to the cashier after its tries, with the reason release_failed', () => {
    expect(sees(back({}, 2)).wrote).toEqual([]);
    for (const because of ['approved', 'won_abort_race', 'to_be_captured', 'recovered'] as const) {
      expect(sees(back({ because })).wrote).toEqual(['held: release_failed']);
    }
  });

  it('of the rest keeps the reason that a part was captured', () => {
    expect(sees(back({ because: 'part_captured' })).wrote).toEqual(['held: part_captured']);
  });

  it('is repeated without a limit on an unattended till, or when no decision is needed', () => {
    expect(sees(back(), AUTH, machine).wrote).toEqual([]);
    const captures = [{ id: 'c', ...sums(3) }];
    expect(sees(back({ rest: 'release', captures })).wrote).toEqual([]);
    expect(sees(back({ rest: 'release' })).wrote).toEqual(['held: release_failed']);
    expect(sees(back({ captures })).wrote).toEqual(['held: release_failed']);
  });

  it('is not left to the cashier while nothing is reserved', () => {
    expect(sees(back({ ...seen(CODE.pending) }), PENDING).wrote).toEqual([]);
  });
});

describe('an authorised reservation', () => {
  const waiting = (facts: Partial<SaleFacts> = {}) =>
    reserved({ goal: 'hold', mode: { kind: 'authorise' }, because: 'to_be_captured', ...facts });

  it('releases the rest once its part is captured, if the rest is to be released', () => {
    const rest = { rest: 'release', because: 'part_captured' } as const;
    expect(sees(waiting(rest)).wrote).toEqual(['release']);
    expect(sees(waiting({ ...rest, rest: 'keep' })).wrote).toEqual([]);
    expect(sees(waiting({ ...rest, because: 'capture_failed' })).wrote).toEqual([]);
    expect(sees(waiting({ ...rest, pending: { id: 'c', ...sums(1) } })).wrote).toEqual([]);
  });

  it('is renewed automatically near its expiry, and only if the till is configured to', () => {
    const soon = answer(CODE.auth, { expires: NOW + 12 * 3_600_000 });
    const one = waiting({
      seen: { code: CODE.auth, expires: soon.expires, refunded: false, at: 0 },
    });
    const byItself = { renew: 'automatic' } as const;
    expect(sees(one, soon, byItself).wrote).toEqual(['reauth']);
    expect(sees(one, soon).wrote).toEqual([]);
    expect(sees(waiting(), AUTH, byItself).wrote).toEqual([]);
    expect(sees(but(one, { renewing: NOW }), soon, byItself).wrote).toEqual([]);
    const plain = but(one, { mode: { kind: 'sale' } });
    expect(sees(plain, soon, byItself).wrote).toEqual([]);
  });
});

describe('a restored sale', () => {
  const restored = (facts: Partial<SaleFacts> = {}) => reserved(facts, { restored: true });
  const open = (facts: Partial<SaleFacts> = {}) =>
    known({ ...seen(CODE.pending), ...facts }, { restored: true });
  const authorise = { mode: { kind: 'authorise' } } as const;

  it('is cancelled or released once on an unattended till', () => {
    const unmanned = (sale: Sale, what: OutcomeAnswer = AUTH) => sees(sale, what, machine).wrote;
    expect(unmanned(open(), PENDING)).toEqual(['abort']);
    expect(unmanned(open({ goal: 'abort' }), PENDING)).toEqual([]);
    expect(unmanned(restored())).toEqual(['release']);
    expect(unmanned(restored({ goal: 'release', lastIntent: 'release' }))).toEqual([]);
    expect(unmanned(restored({ goal: 'take', lastIntent: 'capture' }))).toEqual(['release']);
    expect(unmanned(open(authorise), PENDING)).toEqual(['abort']);
    expect(unmanned(restored(authorise))).toEqual(['release']);
  });

  it('stays reserved on an unattended till if it waits for a capture or its capture was sent', () => {
    const unmanned = (facts: Partial<SaleFacts>) =>
      sees(restored({ ...authorise, ...facts }), AUTH, machine).wrote;
    expect(unmanned({ goal: 'hold', because: 'to_be_captured' })).toEqual([]);
    const sent = { capture: true, abort: false, release: false, reauth: false };
    expect(unmanned({ goal: 'take', lastIntent: 'capture', sent })).toEqual([]);
    const plain = restored({ goal: 'hold', because: 'capture_failed' });
    expect(sees(plain, AUTH, machine).wrote).toEqual(['release']);
  });

  it('is left to the cashier if it is approved; a request without an approval continues', () => {
    expect(sees(restored()).wrote).toEqual(['held: recovered']);
    expect(sees(open(), PENDING).wrote).toEqual([]);
  });

  it('continues its capture or its release; a cancelled sale that was approved is left to the cashier', () => {
    expect(sees(restored({ goal: 'take', lastIntent: 'capture' })).wrote).toEqual([]);
    expect(sees(restored({ goal: 'hold', lastIntent: 'capture' })).wrote).toEqual(['capture']);
    const pending = { id: 'c', ...sums(3) };
    expect(sees(restored({ goal: 'hold', lastIntent: 'capture', pending })).wrote).toEqual([
      'capture c',
    ]);
    expect(sees(restored({ goal: 'release', lastIntent: 'release' })).wrote).toEqual([]);
    expect(sees(restored({ goal: 'abort', lastIntent: 'abort' })).wrote).toEqual([
      'held: won_abort_race',
    ]);
    expect(sees(restored({ goal: 'hold', lastIntent: 'abort' })).wrote).toEqual([]);
  });

  it('that waits for a decision keeps waiting, and releases the rest if that was ordered', () => {
    const held = { goal: 'hold', because: 'part_captured', ...authorise } as const;
    expect(sees(restored({ ...held, rest: 'release' })).wrote).toEqual(['release']);
    expect(sees(restored(held)).wrote).toEqual([]);
  });
});
