import { describe, expect, it } from 'vitest';
import { CODE } from '../../../../shared/protocol/status-codes.ts';
import {
  abandon,
  choose,
  leadOf,
  pairEvent,
  resolveSale,
  visibleSales,
} from '../../../../shared/terminal/sale/pair.ts';
import {
  type Leg,
  openSales,
  type Run,
  type Sale,
  type SaleFacts,
} from '../../../../shared/terminal/sale/sale.ts';
import { settingsOf } from '../../../../shared/terminal/sale/settings.ts';
import { BEGAN, but, openedRecord } from '../../../support/sales.ts';
import { SETUP } from '../../../support/till.ts';

/* A code on the screen and a sticker beside it: two requests, of which only one is captured. */

const sticker = { kind: 'serial', serial: 'A1' } as const;
const twin = { sale: '1-a.s', body: { ...openedRecord().body, pos_tid: '1-a.s' } };
const [onScreen, onSticker] = openSales(
  openedRecord({ method: { kind: 'qr_and_sticker', sticker }, twin }),
);

type Changes = Partial<SaleFacts> & { readonly standing?: Leg['state'] };

function legOf(
  sale: Sale | undefined,
  { standing = 'open', ...facts }: Changes,
  run: Partial<Run>,
) {
  if (sale === undefined || sale.facts.leg === null) throw new Error('a sale without a pair');
  return but(sale, { ...facts, leg: { ...sale.facts.leg, state: standing } }, run);
}
const screen = (changes: Changes = {}, run: Partial<Run> = {}) => legOf(onScreen, changes, run);
const stuck = (changes: Changes = {}, run: Partial<Run> = {}) => legOf(onSticker, changes, run);

const saw = (code: number, refunded = false): Pick<SaleFacts, 'seen'> => ({
  seen: { code, expires: BEGAN + 300_000, refunded, at: BEGAN },
});
const scanned: Changes = { scanned: true };
const news = (id: string, leg: 'won' | 'lost') => ({
  id,
  event: { kind: 'chosen', leg },
  journal: leg === 'won' ? 'first' : 'as_well',
});
const cancel = (id: string) => ({
  id,
  event: { kind: 'cancelled_with' },
  journal: 'as_well',
});

/** The event of a pair, read in both orders of its requests, which must not differ. */
function newsOf(one: Sale, other: Sale) {
  const said = pairEvent(one, other);
  expect(pairEvent(other, one)).toEqual(said);
  return said;
}

describe('the choice between the two requests of a pair', () => {
  it('is not made before a scan', () => {
    expect(newsOf(screen(), stuck())).toBeNull();
    expect(newsOf(screen(saw(CODE.pending)), stuck(saw(CODE.pending)))).toBeNull();
  });

  it('falls on the scanned request, whichever it is', () => {
    expect(newsOf(screen(scanned), stuck())).toEqual(news('1-a', 'won'));
    expect(newsOf(screen(), stuck(scanned))).toEqual(news('1-a.s', 'won'));
  });

  it('prefers an approved request to a scanned one', () => {
    expect(newsOf(screen(scanned), stuck({ scanned: true, approved: true }))).toEqual(
      news('1-a.s', 'won'),
    );
  });

  it('prefers a paid request to an approved one', () => {
    expect(newsOf(screen({ approved: true }), stuck(saw(2000)))).toEqual(news('1-a.s', 'won'));
    expect(newsOf(screen({ standing: 'lost' }), stuck(saw(2000)))).toEqual(news('1-a.s', 'won'));
  });

  it.each([
    [CODE.rejected, true],
    [CODE.authExpired, true],
    [CODE.aborted, false],
    [CODE.requestExpired, false],
    [CODE.notFound, false],
    [CODE.pending, false],
  ])('counts an end by code %i as a customer’s decision: %s', (code, wasSomebody) => {
    expect(newsOf(screen(saw(code)), stuck())).toEqual(wasSomebody ? news('1-a', 'won') : null);
  });

  it('is recorded for the winner first, then once for the other request', () => {
    const won = screen({ standing: 'won', scanned: true });
    expect(newsOf(won, stuck())).toEqual(news('1-a.s', 'lost'));
    expect(newsOf(won, stuck({ standing: 'lost' }))).toBeNull();
    const other = stuck({ standing: 'won', scanned: true });
    expect(newsOf(screen({ approved: true }), other)).toEqual(news('1-a', 'lost'));
  });

  it('waits after a restart until both requests were read, unless one is paid or has ended', () => {
    const restored = { restored: true };
    expect(newsOf(screen({ approved: true }), stuck({}, restored))).toBeNull();
    expect(newsOf(screen({ approved: true }, restored), stuck())).toBeNull();
    expect(newsOf(screen(saw(2000)), stuck({}, restored))).toEqual(news('1-a', 'won'));
    const ended = stuck(saw(CODE.aborted), restored);
    expect(newsOf(screen({ approved: true }), ended)).toEqual(news('1-a', 'won'));
  });

  it('is not made by a scan after one request has lost', () => {
    expect(newsOf(screen({ standing: 'lost' }), stuck(scanned))).toBeNull();
  });
});

describe('the cancellation of a sale with two codes', () => {
  it('cancels the other request too, if that is still open', () => {
    const cancelled: Changes = { goal: 'abort' };
    expect(newsOf(screen(cancelled), stuck())).toEqual(cancel('1-a.s'));
    expect(newsOf(screen(), stuck(cancelled))).toEqual(cancel('1-a'));
    expect(newsOf(screen(cancelled), stuck(cancelled))).toBeNull();
    expect(newsOf(screen(cancelled), stuck(saw(CODE.requestExpired)))).toBeNull();
  });

  it('precedes any choice, even if the other request was approved or chosen', () => {
    const cancelled: Changes = { goal: 'abort' };
    expect(newsOf(screen(cancelled), stuck({ approved: true }))).toEqual(cancel('1-a.s'));
    const won: Changes = { standing: 'won', approved: true };
    expect(newsOf(screen(cancelled), stuck(won))).toEqual(cancel('1-a.s'));
    expect(newsOf(screen(cancelled), stuck({ ...won, goal: 'abort' }))).toEqual(
      news('1-a', 'lost'),
    );
  });

  it('does not cancel a request that is authorised, released, captured or lost', () => {
    const cancelled: Changes = { goal: 'abort' };
    expect(newsOf(screen(cancelled), stuck({ goal: 'hold' }))).toBeNull();
    expect(newsOf(screen(cancelled), stuck({ goal: 'release' }))).toBeNull();
    expect(newsOf(screen(cancelled), stuck({ lastIntent: 'capture' }))).toBeNull();
    expect(newsOf(screen(cancelled), stuck({ standing: 'lost' }))).toBeNull();
    // A request that lost was cancelled by itself.
    expect(newsOf(screen({ goal: 'abort', standing: 'lost' }), stuck())).toBeNull();
  });

  it('does not follow from the expiry of one request', () => {
    expect(newsOf(screen(saw(CODE.requestExpired)), stuck())).toBeNull();
  });
});

describe('a request of a pair after the choice', () => {
  const settings = settingsOf(SETUP);
  const context = {
    now: BEGAN + 10_000,
    serviceNow: BEGAN + 10_000,
    pushUp: false,
    jitter: 0,
    settings,
  };
  const tell = (sale: Sale, leg: 'won' | 'lost') => choose({ sale, steps: [] }, leg, context);
  const kinds = ({ steps }: ReturnType<typeof tell>) =>
    steps.map((step) => {
      if (step.kind !== 'write') return step.kind;
      return step.record.kind === 'intent' ? step.record.what : step.record.kind;
    });

  it('continues and logs the choice if it won, and is read at once if it is approved', () => {
    const approved = tell(
      screen(saw(CODE.auth), { request: 'confirmed', due: BEGAN + 99_000 }),
      'won',
    );
    expect(kinds(approved)).toEqual(['chosen']);
    expect(approved.sale.log.map((line) => line.key)).toContain('other_code_closed');
    expect(approved.sale.run).toMatchObject({ due: context.now, lookFirst: true });
    const waiting = tell(screen(scanned, { request: 'confirmed', due: BEGAN + 99_000 }), 'won');
    expect(waiting.sale.run).toMatchObject({ due: BEGAN + 99_000, lookFirst: false });
    expect(waiting.sale.facts.leg?.state).toBe('won');
  });

  it('is aborted if it lost, or released if its customer has approved', () => {
    const lost = tell(stuck(), 'lost');
    expect(kinds(lost)).toEqual(['chosen', 'abort']);
    expect(lost.sale.facts).toMatchObject({ aside: true, leg: { state: 'lost' } });
    expect(lost.sale.log.map((line) => line.key)).not.toContain('other_code_closed');
    expect(kinds(tell(stuck(saw(CODE.auth)), 'lost'))).toEqual(['chosen', 'release']);
  });

  it('cancels its read in progress if it lost', () => {
    expect(kinds(tell(stuck({}, { call: { kind: 'read', again: false } }), 'lost'))).toEqual([
      'chosen',
      'abort',
      'cancel_read',
    ]);
  });

  it('sends nothing if it has ended, and ignores a second choice', () => {
    expect(kinds(tell(stuck(saw(CODE.aborted)), 'lost'))).toEqual(['chosen']);
    const over = tell(stuck(saw(2000), { request: 'confirmed' }), 'won');
    expect(over.sale.run.lookFirst).toBe(false);
    for (const standing of ['won', 'lost'] as const) {
      expect(kinds(tell(stuck({ standing }), 'won'))).toEqual([]);
      expect(kinds(tell(stuck({ standing }), 'lost'))).toEqual([]);
    }
  });

  it('is aborted and released at most once after it lost', () => {
    const back = (sale: Sale) => kinds(abandon({ sale, steps: [] }, context));
    expect(back(stuck({ standing: 'lost', goal: 'abort' }))).toEqual([]);
    expect(back(stuck({ standing: 'lost', goal: 'abort', ...saw(CODE.auth) }))).toEqual([
      'release',
    ]);
    expect(back(stuck({ standing: 'lost', goal: 'release', ...saw(CODE.auth) }))).toEqual([]);
  });
});

describe('the leading request of a pair', () => {
  const refused = { kind: 'bad_request', sentence: 'No.', reason: 'not_accepted' } as const;
  const leads = (one: Sale, other: Sale) => {
    const lead = leadOf(one, other);
    expect(leadOf(other, one)).toBe(lead);
    return lead.facts.id;
  };

  it('is the chosen one, else one that is still open, else one that was not refused', () => {
    expect(leads(screen(), stuck())).toBe('1-a');
    expect(leads(screen(), stuck({ standing: 'won' }))).toBe('1-a.s');
    expect(leads(screen({ standing: 'won', ...saw(2000) }), stuck())).toBe('1-a');
    expect(leads(screen(saw(CODE.requestExpired)), stuck())).toBe('1-a.s');
    expect(leads(screen({ refused }), stuck(saw(CODE.aborted)))).toBe('1-a.s');
    expect(leads(screen(saw(CODE.aborted)), stuck({ refused }))).toBe('1-a');
    expect(leads(screen({ refused }), stuck({ refused }))).toBe('1-a');
  });

  it('is the one that would be chosen, if both have ended', () => {
    const over = saw(CODE.aborted);
    expect(leads(screen(over), stuck(over))).toBe('1-a');
    expect(leads(screen(over), stuck({ ...over, scanned: true }))).toBe('1-a.s');
    expect(leads(screen(over), stuck(saw(CODE.rejected)))).toBe('1-a.s');
    expect(leads(screen({ ...over, scanned: true }), stuck({ ...over, approved: true }))).toBe(
      '1-a.s',
    );
    expect(leads(screen({ ...over, approved: true }), stuck(saw(2000)))).toBe('1-a.s');
  });
});

describe('the visible sales of a pair', () => {
  const shown = (...sales: Sale[]) =>
    visibleSales(sales, (id) => sales.find((sale) => sale.facts.id === id) ?? null).map(
      ({ id, sale }) => [id, sale.facts.id],
    );

  it('are one sale, under the id that the till gave it', () => {
    expect(shown(screen(), stuck())).toEqual([['1-a', '1-a']]);
    expect(shown(screen(), stuck({ standing: 'won' }))).toEqual([['1-a', '1-a.s']]);
  });

  it('include the losing request while it is approved or unclear', () => {
    const both = [
      ['1-a', '1-a'],
      ['1-a.s', '1-a.s'],
    ];
    const won = screen({ standing: 'won' });
    const other = (changes: Changes, run: Partial<Run> = {}) =>
      shown(won, stuck({ standing: 'lost', ...changes }, run));
    expect(other({})).toEqual([['1-a', '1-a']]);
    expect(other({ approved: true })).toEqual(both);
    // What was taken there is an unclaimed payment and no sale.
    expect(other({ approved: true, ...saw(2000) })).toEqual([['1-a', '1-a']]);
    expect(other({}, { unclear: true })).toEqual(both);
    expect(shown(won, stuck({ approved: true }))).toEqual([['1-a', '1-a']]);
    const swapped = shown(screen({ standing: 'lost', approved: true }), stuck({ standing: 'won' }));
    expect(swapped).toEqual([
      ['1-a.s', '1-a'],
      ['1-a', '1-a.s'],
    ]);
  });

  it('are the remaining request if the till no longer has the other one', () => {
    expect(shown(stuck({ standing: 'won' }))).toEqual([['1-a.s', '1-a.s']]);
  });

  it('are found by the ids of both requests', () => {
    const behind = (id: string, ...sales: Sale[]) =>
      resolveSale(id, (known) => sales.find((sale) => sale.facts.id === known) ?? null)?.facts.id ??
      null;
    expect(behind('1-a', screen(), stuck())).toBe('1-a');
    expect(behind('1-a.s', screen(), stuck())).toBe('1-a.s');
    const swapped = [screen({ standing: 'lost' }), stuck({ standing: 'won' })] as const;
    expect(behind('1-a', ...swapped)).toBe('1-a.s');
    expect(behind('1-a.s', ...swapped)).toBe('1-a');
    expect(behind('1-a', screen())).toBe('1-a');
    expect(behind('9-z', screen(), stuck())).toBeNull();
  });
});
