import { describe, expect, it } from 'vitest';
import { money } from '../../../../shared/money/money.ts';
import { CODE } from '../../../../shared/protocol/status-codes.ts';
import type { CallAnswer } from '../../../../shared/terminal/sale/events.ts';
import { reduce } from '../../../../shared/terminal/sale/reduce.ts';
import type { Call, Run, SaleFacts } from '../../../../shared/terminal/sale/sale.ts';
import { BEGAN, but, openedSale } from '../../../support/sales.ts';
import { context, created, END, happens, NOW, seen } from './happens.ts';

/* What each reply, message and scan does to a sale, and which call follows. */

const AUTH = seen(CODE.auth);
const FLYING: Partial<Run> = { serial: 3, askedAt: NOW - 1_000, calledAt: NOW - 1_000, due: NOW };

/** A sale with this call in flight, and what an answer to it does. */
function answered(
  kind: Call,
  answer: CallAnswer,
  facts: Partial<SaleFacts> = {},
  run: Partial<Run> = {},
  again = false,
) {
  const known = kind === 'create' ? {} : { created, ...seen(CODE.pending) };
  const request = kind === 'create' ? 'unsent' : 'confirmed';
  const flying = { ...FLYING, call: { kind, again }, request } as const;
  const sale = but(openedSale(), { ...known, ...facts }, { ...flying, ...run });
  return happens(sale, { kind: 'answered', serial: 3, answer });
}

const CREATED: CallAnswer = { kind: 'created', tid: 'p1', uri: 'http://p/1', existed: false };
const refused = (status: number, sentence = 'No.'): CallAnswer => ({
  kind: 'refused',
  status,
  sentence,
  reason: 'not_accepted',
});
const silence = (retryAfter: number | null = null): CallAnswer => ({ kind: 'silence', retryAfter });
const later = (retryAfter: number | null): CallAnswer => ({ kind: 'later', retryAfter });

describe('a payment request', () => {
  it('expires a set time after it was sent, by the till’s clock, and is read at once', () => {
    const one = answered('create', CREATED, {}, { request: 'doubtful', unclear: true, fails: 2 });
    expect(one.wrote).toMatchObject([
      { kind: 'created', tid: 'p1', uri: 'http://p/1', expires: NOW - 1_000 + 300_000 },
    ]);
    expect(one.run).toMatchObject({ request: 'confirmed', unclear: false, fails: 0 });
    expect(one.calls).toEqual(['read']);
  });

  it('that existed already expires by the start of the sale, or by the scan that bound it', () => {
    const existed = { ...CREATED, existed: true };
    expect(answered('create', existed).facts.created?.expires).toBe(BEGAN + 300_000);
    const bound = answered('create', existed, { bound: BEGAN + 50 });
    expect(bound.facts.created?.expires).toBe(BEGAN + 50 + 300_000);
  });

  it('is journalled once for each service id, however often the service confirms it', () => {
    expect(answered('create', CREATED, { created }).kinds).toEqual([]);
    const other = { ...created, tid: 'p9' };
    expect(answered('create', CREATED, { created: other }).kinds).toEqual(['created']);
  });

  it('ends as refused if the service refuses it and no earlier attempt can have arrived', () => {
    const says = (status: number, sentence?: string) =>
      answered('create', refused(status, sentence)).facts.refused;
    const because = { sentence: 'No.', reason: 'not_accepted' };
    for (const status of [400, 0])
      expect(says(status)).toEqual({ kind: 'bad_request', ...because });
    for (const status of [401, 403]) {
      expect(says(status)).toEqual({ kind: 'not_allowed', ...because });
    }
    expect(says(400, 'x'.repeat(1_100))).toMatchObject({ sentence: 'x'.repeat(1_000) });
  });

  it('is repeated after a refusal if an earlier attempt may have arrived', () => {
    const one = answered('create', refused(409), {}, { request: 'doubtful', fails: 1 });
    expect([one.facts.refused, one.run.fails, one.waits]).toEqual([null, 2, 1_000]);
    const silent = answered('create', silence());
    expect(silent.run).toMatchObject({
      request: 'doubtful',
      fails: 1,
      lookFirst: false,
      unsure: false,
    });
    expect(answered('create', later(null)).run.request).toBe('unsent');
  });
});

describe('a failed call', () => {
  it('is repeated after a growing pause, which is at least as long as the service asks for', () => {
    expect(answered('read', silence(), {}, { fails: 0 }).waits).toBe(500);
    expect(answered('read', silence(), {}, { fails: 2 }).waits).toBe(2_000);
    expect(answered('read', silence(4_000), {}, { fails: 2 }).waits).toBe(4_000);
    expect(answered('read', later(300)).waits).toBe(500);
    expect(answered('read', later(9_000)).waits).toBe(9_000);
    expect(answered('read', refused(500)).waits).toBe(500);
  });

  it('is followed by a read if it is a command that may have arrived', () => {
    const abort = answered('abort', silence(), { goal: 'abort' });
    expect(abort.run).toMatchObject({ lookFirst: true, unsure: true, request: 'confirmed' });
    const read = answered('read', silence());
    expect(read.run).toMatchObject({ lookFirst: false, unsure: false });
    const busy = answered('abort', later(null), { goal: 'abort' });
    expect(busy.run).toMatchObject({ lookFirst: false, unsure: false });
  });

  it('keeps the time of the first unanswered call; a reply resets that time', () => {
    expect(answered('read', silence()).run.askedAt).toBe(NOW - 1_000);
    expect(answered('abort', { kind: 'accepted' }, { goal: 'abort' }).run).toMatchObject({
      askedAt: NOW,
      call: { kind: 'read', again: false },
    });
  });
});

describe('a command with a reply', () => {
  it('is followed by a read at once if the service accepts it', () => {
    const one = answered('abort', { kind: 'accepted' }, { goal: 'abort' }, { staleReads: 2 });
    expect(one.run).toMatchObject({ staleReads: 0, fails: 0 });
    expect(one.calls).toEqual(['read']);
  });

  it('is followed by a read at once if the service refuses it', () => {
    const one = answered('abort', refused(409), { goal: 'abort' }, { due: NOW + 9_000 });
    expect([one.calls, one.kinds, one.run.lookFirst]).toEqual([['read'], [], true]);
  });

  const pending = { id: 'c', amount: money(5), additional: money(0) };
  const taking = { ...AUTH, goal: 'take', lastIntent: 'capture', pending } as const;
  it('drops its part if it is a refused capture that cannot have arrived; not for a vending sale', () => {
    const one = answered('capture', refused(400), taking);
    expect(one.wrote).toMatchObject([{ kind: 'held', because: 'capture_failed', dropped: true }]);
    expect([one.facts.pending, one.calls]).toEqual([null, ['read']]);
    expect(answered('capture', refused(400), taking, { unsure: true }).kinds).toEqual([]);
    expect(answered('capture', refused(400), { ...taking, pending: null }).kinds).toEqual([]);
    const mode = { kind: 'vend', item: 'B4', order: 'deposit' } as const;
    expect(answered('capture', refused(400), { ...taking, mode }).kinds).toEqual([]);
    expect(answered('release', refused(400), { ...taking, goal: 'release' }).kinds).toEqual([]);
  });
});

describe('a late reply', () => {
  it('is ignored if its call is no longer in flight', () => {
    const waiting = but(
      openedSale(),
      { created },
      { ...FLYING, call: { kind: 'read', again: false }, request: 'confirmed' },
    );
    const old = happens(waiting, { kind: 'answered', serial: 2, answer: CREATED });
    expect([old.kinds, old.run.call?.kind]).toEqual([[], 'read']);
    const none = but(waiting, {}, { call: null, due: NOW + 100 });
    const idle = happens(none, { kind: 'answered', serial: 3, answer: refused(400) });
    expect([idle.kinds, idle.run.fails]).toEqual([[], 0]);
  });

  it('is followed by the next call at once if an event came during its call', () => {
    const one = answered('read', silence(), {}, {}, true);
    expect([one.calls, one.run.call?.again]).toEqual([['read'], false]);
    const create = answered('create', silence(), {}, {}, true);
    expect([create.calls, create.run.lookFirst]).toEqual([['create'], false]);
    const command = answered('abort', later(5_000), { goal: 'abort' }, {}, true);
    expect([command.calls, command.run.lookFirst]).toEqual([['read'], true]);
  });
});

describe('a message of the operator’s service', () => {
  const waiting = (facts: Partial<SaleFacts> = {}) =>
    but(openedSale(), { created, ...facts }, { request: 'confirmed', due: NOW + 500 });
  const told = (key: string | null, sale = waiting()) =>
    happens(sale, { kind: 'message', key, text: 'Hello' });

  it.each([
    ['delivered', ['request_delivered'], []],
    ['opened', ['scanned'], ['scanned']],
    ['authorised', ['approved'], []],
    ['tip_added', ['additional_changed'], []],
    ['rejected', [], []],
    ['expired', [], []],
    ['something', ['from_service Hello'], []],
    [null, ['from_service Hello'], []],
  ] as const)('%s adds its log line, if it has one, and sends no call', (key, log, kinds) => {
    const one = told(key);
    expect([one.log, one.kinds, one.calls]).toEqual([log, kinds, []]);
    expect(one.facts.approved).toBe(false);
  });

  it('is logged once, and is not logged after the end of the sale', () => {
    const once = reduce(waiting(), { kind: 'message', key: 'delivered', text: '' }, context).sale;
    expect(told('delivered', once).log).toEqual([]);
    expect(told('opened', waiting({ scanned: true })).log).toEqual([]);
    expect(told('something', waiting(seen(CODE.ok))).log).toEqual([]);
  });

  it('records a scan if it reports the delivery of a sticker’s request', () => {
    const method = { kind: 'sticker', sticker: { kind: 'serial', serial: 'A1' } } as const;
    expect(told('delivered', waiting({ method })).kinds).toEqual(['scanned']);
  });
});

describe('a scan of the device’s code', () => {
  const awaits = { uri: 'http://pay.test/s/1-a', until: END };
  it('binds the customer and sends the request at once, if the sale waits for a scan', () => {
    const waiting = but(openedSale(), { awaits }, { restored: true, due: NOW + 9_000 });
    const one = happens(waiting, { kind: 'scan', token: 'token:1' });
    expect([one.kinds, one.calls, one.run.restored]).toEqual([['bound'], ['create'], false]);
    expect(one.facts.body.customer).toBe('token:1');
    const asked = but(openedSale(), {}, { due: NOW + 9_000 });
    expect(happens(asked, { kind: 'scan', token: 'token:2' }).kinds).toEqual([]);
    const closed = but(waiting, { closed: 'cancelled' });
    expect(happens(closed, { kind: 'scan', token: 'token:2' }).kinds).toEqual([]);
  });
});

describe('a refresh', () => {
  const sale = (run: Partial<Run>) => but(openedSale(), { created }, { due: NOW + 9_000, ...run });
  it('makes the next call at once, or right after the call in progress', () => {
    const one = happens(sale({ request: 'confirmed' }), { kind: 'look' });
    expect([one.calls, one.run.lookFirst]).toEqual([['read'], true]);
    const first = happens(sale({}), { kind: 'look' });
    expect([first.calls, first.run.lookFirst]).toEqual([['create'], false]);
    const busy = happens(
      sale({ request: 'confirmed', call: { kind: 'read', again: false }, askedAt: NOW }),
      { kind: 'look' },
    );
    expect([busy.calls, busy.run.call?.again, busy.run.lookFirst]).toEqual([[], true, false]);
  });
});

describe('the result of a receipt, a delivery or a refund', () => {
  const mode = { kind: 'vend', item: 'B4', order: 'pay_first' } as const;
  const vend = { id: 'v', result: null };
  const paid = but(openedSale({ mode }), { created, ...seen(CODE.ok), vend });
  it('is journalled', () => {
    const receipt = happens(paid, { kind: 'receipt', how: 'given_up' });
    expect(receipt.wrote).toMatchObject([{ kind: 'receipt', how: 'given_up' }]);
    const dispensed = happens(paid, { kind: 'dispensed', result: { kind: 'ok', amount: null } });
    expect(dispensed.kinds).toEqual(['vended']);
    const undelivered = { how: 'refund', missing: money(5) } as const;
    const ended = happens(but(paid, { undelivered }), { kind: 'refund_ended', how: 'done' });
    expect(ended.wrote).toMatchObject([{ kind: 'settled', how: 'refunded' }]);
    expect(happens(paid, { kind: 'begin' }).steps).toEqual(['dispense', 'arm']);
    expect(happens(paid, { kind: 'tick' }).steps).toEqual(['arm']);
  });
});

describe('an outcome that another part of the till has read', () => {
  const outcome = {
    kind: 'outcome',
    code: CODE.ok,
    expires: END,
    additional: money(0),
    refunded: true,
  } as const;
  it('is journalled for an ended sale, and makes an open sale read its outcome', () => {
    const paid = happens(but(openedSale(), { created, ...seen(CODE.ok) }), {
      kind: 'outcome',
      outcome,
    });
    expect([paid.kinds, paid.facts.seen?.refunded, paid.calls]).toEqual([['seen'], true, []]);
    const open = but(
      openedSale(),
      { created, ...AUTH },
      { request: 'confirmed', due: NOW + 9_000 },
    );
    const looked = happens(open, { kind: 'outcome', outcome });
    expect([looked.kinds, looked.calls]).toEqual([[], ['read']]);
  });
});
