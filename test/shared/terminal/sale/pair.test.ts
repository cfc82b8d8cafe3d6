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

/* A code on the screen and a sticker beside it: two requests, of which one takes the money. */

const sticker = { kind: 'serial', serial: 'A1' } as const;
const twin = { sale: '1-a.s', body: { ...openedRecord().body, pos_tid: '1-a.s' } };
const [onScreen, onSticker] = openSales(
  openedRecord({ way: { kind: 'qr_and_sticker', sticker }, twin }),
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

/** The news of a pair, asked both ways round, which must not differ. */
function newsOf(one: Sale, other: Sale) {
  const said = pairEvent(one, other);
  expect(pairEvent(other, one)).toEqual(said);
  return said;
}

describe('which of the two goes on', () => {
  it('is not decided before a scan', () => {
    expect(newsOf(screen(), stuck())).toBeNull();
    expect(newsOf(screen(saw(CODE.pending)), stuck(saw(CODE.pending)))).toBeNull();
  });

  it('the one that was scanned, whichever it is', () => {
    expect(newsOf(screen(scanned), stuck())).toEqual(news('1-a', 'won'));
    expect(newsOf(screen(), stuck(scanned))).toEqual(news('1-a.s', 'won'));
  });

  it('the one that was approved before the one that was only scanned', () => {
    expect(newsOf(screen(scanned), stuck({ scanned: true, approved: true }))).toEqual(
      news('1-a.s', 'won'),
    );
  });

  it('the one that is paid before the one that was approved', () => {
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
  ])('an end by code %i was somebody’s answer: %s', (code, wasSomebody) => {
    expect(newsOf(screen(saw(code)), stuck())).toEqual(wasSomebody ? news('1-a', 'won') : null);
  });

  it('goes to the winner first, then to the other one, and to no more', () => {
    const won = screen({ standing: 'won', scanned: true });
    expect(newsOf(won, stuck())).toEqual(news('1-a.s', 'lost'));
    expect(newsOf(won, stuck({ standing: 'lost' }))).toBeNull();
    const other = stuck({ standing: 'won', scanned: true });
    expect(newsOf(screen({ approved: true }), other)).toEqual(news('1-a', 'lost'));
  });

  it('after a restart waits until both were looked at, unless one is paid', () => {
    const restored = { restored: true };
    expect(newsOf(screen({ approved: true }), stuck({}, restored))).toBeNull();
    expect(newsOf(screen({ approved: true }, restored), stuck())).toBeNull();
    expect(newsOf(screen(saw(2000)), stuck({}, restored))).toEqual(news('1-a', 'won'));
    const ended = stuck(saw(CODE.aborted), restored);
    expect(newsOf(screen({ approved: true }), ended)).toEqual(news('1-a', 'won'));
  });

  it('a request that has lost wins no more by a scan', () => {
    expect(newsOf(screen({ standing: 'lost' }), stuck(scanned))).toBeNull();
  });
});

describe('cancelling a sale with two codes', () => {
  it('cancels both, one after the other', () => {
    const cancelled: Changes = { goal: 'abort' };
    expect(newsOf(screen(cancelled), stuck())).toEqual(cancel('1-a.s'));
    expect(newsOf(screen(), stuck(cancelled))).toEqual(cancel('1-a'));
    expect(newsOf(screen(cancelled), stuck(cancelled))).toBeNull();
    expect(newsOf(screen(cancelled), stuck(saw(CODE.requestExpired)))).toBeNull();
  });

  it('comes before any choice, also for a request that was approved or chosen meanwhile', () => {
    const cancelled: Changes = { goal: 'abort' };
    expect(newsOf(screen(cancelled), stuck({ approved: true }))).toEqual(cancel('1-a.s'));
    const won: Changes = { standing: 'won', approved: true };
    expect(newsOf(screen(cancelled), stuck(won))).toEqual(cancel('1-a.s'));
    expect(newsOf(screen(cancelled), stuck({ ...won, goal: 'abort' }))).toEqual(
      news('1-a', 'lost'),
    );
  });

  it('reaches no request about which something was decided', () => {
    const cancelled: Changes = { goal: 'abort' };
    expect(newsOf(screen(cancelled), stuck({ goal: 'hold' }))).toBeNull();
    expect(newsOf(screen(cancelled), stuck({ goal: 'release' }))).toBeNull();
    expect(newsOf(screen(cancelled), stuck({ lastIntent: 'capture' }))).toBeNull();
    expect(newsOf(screen(cancelled), stuck({ standing: 'lost' }))).toBeNull();
    // A request that lost was cancelled by itself.
    expect(newsOf(screen({ goal: 'abort', standing: 'lost' }), stuck())).toBeNull();
  });

  it('is not a cancellation when one of them has expired', () => {
    expect(newsOf(screen(saw(CODE.requestExpired)), stuck())).toBeNull();
  });
});

describe('what a request does once it is chosen', () => {
  const settings = settingsOf(SETUP);
  const context = { now: BEGAN + 10_000, pushUp: false, jitter: 0, settings };
  const tell = (sale: Sale, leg: 'won' | 'lost') => choose({ sale, steps: [] }, leg, context);
  const kinds = ({ steps }: ReturnType<typeof tell>) =>
    steps.map((step) => {
      if (step.kind !== 'write') return step.kind;
      return step.record.kind === 'intent' ? step.record.what : step.record.kind;
    });

  it('goes on, says so, and looks at once where the customer has approved', () => {
    const approved = tell(screen(saw(CODE.auth), { confirmed: true, due: BEGAN + 99_000 }), 'won');
    expect(kinds(approved)).toEqual(['chosen']);
    expect(approved.sale.log.map((line) => line.key)).toContain('other_code_closed');
    expect(approved.sale.run).toMatchObject({ due: context.now, lookFirst: true });
    const waiting = tell(screen(scanned, { confirmed: true, due: BEGAN + 99_000 }), 'won');
    expect(waiting.sale.run).toMatchObject({ due: BEGAN + 99_000, lookFirst: false });
    expect(waiting.sale.facts.leg?.state).toBe('won');
  });

  it('is cancelled when it lost, or given back when its customer has approved', () => {
    const lost = tell(stuck(), 'lost');
    expect(kinds(lost)).toEqual(['chosen', 'abort']);
    expect(lost.sale.facts).toMatchObject({ aside: true, leg: { state: 'lost' } });
    expect(lost.sale.log.map((line) => line.key)).not.toContain('other_code_closed');
    expect(kinds(tell(stuck(saw(CODE.auth)), 'lost'))).toEqual(['chosen', 'release']);
  });

  it('cancels a read in progress, because its answer is not needed', () => {
    expect(kinds(tell(stuck({}, { busy: 'read' }), 'lost'))).toEqual([
      'chosen',
      'abort',
      'cancel_read',
    ]);
  });

  it('asks for nothing where it has ended, and is not told twice', () => {
    expect(kinds(tell(stuck(saw(CODE.aborted)), 'lost'))).toEqual(['chosen']);
    const over = tell(stuck(saw(2000), { confirmed: true }), 'won');
    expect(over.sale.run.lookFirst).toBe(false);
    for (const standing of ['won', 'lost'] as const) {
      expect(kinds(tell(stuck({ standing }), 'won'))).toEqual([]);
      expect(kinds(tell(stuck({ standing }), 'lost'))).toEqual([]);
    }
  });

  it('gives way once: what is on its way back is not asked for again', () => {
    const back = (sale: Sale) => kinds(abandon({ sale, steps: [] }, context));
    expect(back(stuck({ standing: 'lost', goal: 'abort' }))).toEqual([]);
    expect(back(stuck({ standing: 'lost', goal: 'abort', ...saw(CODE.auth) }))).toEqual([
      'release',
    ]);
    expect(back(stuck({ standing: 'lost', goal: 'release', ...saw(CODE.auth) }))).toEqual([]);
  });
});

describe('the one that stands for the sale', () => {
  const refused = { kind: 'bad_request', sentence: 'No.' } as const;
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

  it('is the one that would be chosen, where both have ended', () => {
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

describe('what people see of the two', () => {
  const shown = (...sales: Sale[]) =>
    visibleSales(sales, (id) => sales.find((sale) => sale.facts.id === id) ?? null).map(
      ({ id, sale }) => [id, sale.facts.id],
    );

  it('is one sale, under the id that the till gave it', () => {
    expect(shown(screen(), stuck())).toEqual([['1-a', '1-a']]);
    expect(shown(screen(), stuck({ standing: 'won' }))).toEqual([['1-a', '1-a.s']]);
  });

  it('includes the other one while its money may be asked for', () => {
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

  it('is the one that is left when the other is long gone', () => {
    expect(shown(stuck({ standing: 'won' }))).toEqual([['1-a.s', '1-a.s']]);
  });

  it('is found by the ids that were given out', () => {
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
