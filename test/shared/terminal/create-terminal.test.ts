import { describe, expect, it } from 'vitest';
import { money } from '../../../shared/money/money.ts';
import type { SaleRequest, TerminalView } from '../../../shared/terminal/index.ts';
import { ok } from '../../support/model-service.ts';
import { drive, QR_SALE, rest } from '../../support/till.ts';
import { answerText, tillWorld } from '../../support/till-world.ts';
import { ASK, MADE, WAITING } from './permissions/data-world.ts';

/* The interface of the till: its answers, its notifications, and its stop. */

const STOPPING = 'Service Unavailable: This till is stopping.';
const SERIAL = { kind: 'serial', serial: 'A1' } as const;
const ASIDE: SaleRequest = { ...QR_SALE, place: 'aside' };
const full = async () =>
  ({ ok: false, failure: { kind: 'full', description: 'The disk is full.' } }) as const;

describe('a till that stops', () => {
  it('refuses new work with a sentence and notifies no listener', async () => {
    const { clock, service, till, started } = tillWorld();
    let told = 0;
    till.subscribe(() => {
      told += 1;
    });
    await started();
    const before = told;
    await till.stop();
    expect(answerText(await till.start(QR_SALE))).toBe(STOPPING);
    expect(answerText(await till.openCode())).toBe(STOPPING);
    const ask = {
      customer: { kind: 'phone', msisdn: '4712345678' },
      scope: '',
      text: null,
    } as const;
    expect(answerText(await till.askPermission(ask))).toBe(STOPPING);
    const sent = service.calls.length;
    clock.advance(60_000);
    await rest();
    expect([told, service.calls.length]).toEqual([before, sent]);
    expect(clock.armed()).toBe(0);
  });

  it('closes its push channel and waits until the channel is closed', async () => {
    let close: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    let channel = '';
    const { till } = tillWorld({
      push: {
        open: (name) => {
          channel = name;
          return () => closed;
        },
      },
    });
    expect(channel).toBe('till.till1');
    let stopped = false;
    const stopping = till.stop().then(() => {
      stopped = true;
    });
    await rest();
    expect(stopped).toBe(false);
    close();
    await stopping;
  });
});

describe('the view of the till', () => {
  it('is sent to a listener on every change until the listener unsubscribes', async () => {
    const { clock, till, started } = tillWorld();
    const seen: TerminalView[] = [];
    const away = till.subscribe((view) => seen.push(view));
    await started();
    expect(seen.at(-1)).toEqual(till.view());
    const { length } = seen;
    expect(length).toBeGreaterThan(0);
    away();
    clock.advance(5_000);
    await rest();
    expect(seen).toHaveLength(length);
  });

  it('is sent to other listeners if one of them throws; the fault is reported', async () => {
    const faults: unknown[] = [];
    const { till, started } = tillWorld({ onFault: (fault) => faults.push(fault) });
    let told = 0;
    till.subscribe(() => {
      throw new Error('a broken screen');
    });
    till.subscribe(() => {
      told += 1;
    });
    await started();
    expect(told).toBeGreaterThan(0);
    expect(faults).toContainEqual(new Error('a broken screen'));
    const nobodyAsks = tillWorld();
    nobodyAsks.till.subscribe(() => {
      throw new Error('a broken screen');
    });
    await nobodyAsks.started();
  });

  it('shows that the journal is full until it can be written again', async () => {
    const { clock, memory, till } = tillWorld();
    memory.onAppend(full);
    expect(answerText(await till.start(QR_SALE))).toBe(
      'Service Unavailable: The sale cannot be saved on this till, so it was not started. The disk is full.',
    );
    expect(till.view().notReady).toBe('journal_full');
    memory.onAppend(async () => ({ ok: true }));
    await drive(clock, () => till.view().notReady === null);
    expect(till.view().sales).toEqual([]);
  });
});

describe('a payment by another tender', () => {
  it('is journalled with its known data, and limits the age of a sticker’s scans', async () => {
    const { clock, service, memory, till, started } = tillWorld();
    expect(await till.tendered({ id: 'r-1', method: 'x'.repeat(120), amount: 500 })).toEqual({
      ok: true,
      value: null,
    });
    clock.advance(7_500);
    expect(answerText(await till.tendered({ id: 'other-1', method: null, amount: 1_000 }))).toBe(
      'done',
    );
    clock.advance(7_500);
    expect(memory.records).toMatchObject([
      { kind: 'tendered', id: 'r-1', method: 'x'.repeat(100), amount: 500 },
      { kind: 'tendered', id: 'other-1', amount: 1_000 },
    ]);
    expect(memory.records[1]).not.toHaveProperty('method');
    await started({ ...QR_SALE, method: { kind: 'sticker', sticker: SERIAL } });
    expect(service.only().request.max_scan_age).toBe(7);
  });

  it('is refused if the journal cannot be written', async () => {
    const { memory, till } = tillWorld();
    memory.onAppend(full);
    expect(answerText(await till.tendered({ id: 'other-2', method: 'cash', amount: 1_000 }))).toBe(
      'Service Unavailable: The disk is full.',
    );
  });
});

describe('the main screen', () => {
  const NO_ROOM = 'Conflict: Another sale is on the main screen. Put it on hold first.';
  const BUSY = 'Conflict: A sale is in progress. Finish it, cancel it or put it on hold first.';

  it('has room for one sale that is open', async () => {
    const { till, started } = tillWorld();
    const first = await started({ ...QR_SALE, label: 'Table 1' });
    expect(answerText(await till.start(QR_SALE))).toBe(BUSY);
    const table = await started(ASIDE);
    expect(answerText(await till.act(table, 'bring_to_front'))).toBe(NO_ROOM);
    expect(answerText(await till.act(first, 'set_aside'))).toBe('done');
    expect(answerText(await till.act(table, 'bring_to_front'))).toBe('done');
    expect([till.sale(first)?.aside, till.sale(table)?.aside]).toEqual([true, false]);
    expect(answerText(await till.act(first, 'bring_to_front'))).toBe(NO_ROOM);
  });

  it('is free for another sale after its sale has ended', async () => {
    const { till, started, saleBecomes } = tillWorld();
    const first = await started();
    const table = await started(ASIDE);
    await till.act(first, 'cancel');
    await saleBecomes(first, 'aborted');
    expect(answerText(await till.act(table, 'bring_to_front'))).toBe('done');
  });

  it('is left by both requests of a sale with one journal record', async () => {
    const { memory, till, started } = tillWorld();
    const method = { kind: 'qr_and_sticker', sticker: SERIAL } as const;
    const both = await started({ ...QR_SALE, method, label: 'Table 1' });
    await till.act(both, 'set_aside');
    await started();
    expect(answerText(await till.act(both, 'bring_to_front'))).toBe(NO_ROOM);
    const asides = memory.records.flatMap((one) => (one.kind === 'aside' ? [one.sale] : []));
    // One record is enough for both: a restart between two could part them.
    expect(asides).toEqual([both]);
  });

  it('refuses actions on an unknown sale and actions that are not possible', async () => {
    const { till, started } = tillWorld();
    expect(answerText(await till.act('9-z', 'cancel'))).toBe(
      'Not Found: This till has no sale by this id.',
    );
    expect([till.sale('9-z'), till.saleByReference('R-9')]).toEqual([null, null]);
    const id = await started();
    expect(answerText(await till.act(id, 'dismiss'))).toBe(
      'Conflict: This is no longer possible. Check the status of the sale.',
    );
    expect(answerText(await till.capture('9-z', { amount: money(1) }))).toBe(
      'Not Found: This till has no sale by this id.',
    );
  });
});

describe('a refresh', () => {
  it('reads every open sale at once, also when push opens', async () => {
    const { clock, hand, till, started, calls } = tillWorld();
    await started(ASIDE);
    await started();
    await drive(clock, () => calls('read') >= 2);
    const before = calls('read');
    till.refresh();
    await rest();
    expect(calls('read')).toBe(before + 2);
    hand.link(true);
    await rest();
    expect(calls('read')).toBe(before + 4);
    expect(till.view().connection).toEqual({ kind: 'online', push: true });
  });
});

describe('a request for data', () => {
  it('is read on a refresh and on its own event, and not on other events', async () => {
    let reads = 0;
    const { hand, till } = tillWorld({
      permissions: {
        permissionCreate: async () => MADE,
        permissionOutcome: async () => {
          reads += 1;
          return ok(200, WAITING);
        },
      },
    });
    expect(answerText(await till.askPermission(ASK))).toBe('done');
    await rest();
    const before = reads;
    till.refresh();
    await rest();
    expect(reads).toBe(before + 1);
    await hand.event(1, 'permission_request_answered', {});
    await rest();
    expect(reads).toBe(before + 2);
    await hand.event(2, 'payment_request_scanned', {});
    await rest();
    expect(reads).toBe(before + 2);
  });
});

describe('amounts', () => {
  it('are plain integers of minor units; the till refuses any other number', async () => {
    const { till } = tillWorld();
    const text = 'Bad Request: Amounts are whole numbers of minor units: 20.00 is 2000.';
    expect((await till.start({ amount: 12500, text: null, method: { kind: 'qr' } })).ok).toBe(true);
    for (const amount of [125.5, Number.NaN, 2 ** 60]) {
      expect(answerText(await till.start({ ...QR_SALE, amount }))).toBe(text);
      expect(answerText(await till.tendered({ id: 'r-1', method: 'cash', amount }))).toBe(text);
    }
    expect(answerText(await till.capture('1', { amount: 0.5 }))).toBe(text);
    const approval = { id: 'a', approver: 'b', tid: 'c', currency: 'NOK', expires: 0 };
    const refund = { tid: 'c', amount: 0.5, text: null };
    const refused = await till.refund(refund, { ...approval, ceiling: 100 });
    expect(refused.ok === false && refused.because).toBe('bad_request');
  });
});

describe('a wait for a state of a sale', () => {
  it('ends with the state, with another end of the sale, or after the timeout', async () => {
    const { clock, till, started } = tillWorld();
    const id = await started();
    expect(await till.until(id, 'waiting_scan')).toMatchObject({ ok: true, value: { id } });
    expect(answerText(await till.until('none', 'paid'))).toBe(
      'Not Found: This till has no such sale.',
    );
    const late = till.until(id, ['paid', 'declined'], { timeout: 5_000 });
    clock.advance(5_000);
    expect(answerText(await late)).toMatch(/did not change within 5000 ms/);
    const ended = till.until(id, 'paid');
    await till.act(id, 'cancel');
    await drive(clock, () => till.sale(id)?.state.kind === 'aborted');
    expect(answerText(await ended)).toBe('Conflict: The sale has ended: aborted.');
  });
});
