import { describe, expect, it } from 'vitest';
import { HOUR } from '../../../../shared/time/clock.ts';
import { rest } from '../../../support/till.ts';
import { answerText, OWN } from '../../../support/till-world.ts';
import { codesWorld, SALE, totalOf } from './codes-world.ts';

/* This device's own code: shown before its total is known, scanned once, and used by one customer. */

describe('a code without a total', () => {
  it('is written to the journal and shown with its label and an address that ends in its id', async () => {
    const { clock, memory, till, shown } = codesWorld();
    const opened = await till.openCode('Table 4');
    if (!opened.ok) throw new Error('no code');
    const { id, uri } = opened.value;
    expect(uri).toBe(`http://pay.test/s/abcde/${id}`);
    expect(till.view().codes).toEqual([
      { id, uri, label: 'Table 4', state: 'shown', opened: clock.now() },
    ]);
    expect(memory.records).toMatchObject([{ kind: 'code', code: id, uri, label: 'Table 4' }]);
    await shown();
    expect(till.view().codes[1]).not.toHaveProperty('label');
  });

  it('has one slash before its id if the configured address ends in two', async () => {
    const address = 'http://pay.test/s/abcde//';
    const { till } = codesWorld({ settings: { deviceCode: { shortlinkId: 'abcde', address } } });
    const opened = await till.openCode();
    expect(opened).toMatchObject({ ok: true });
    if (opened.ok) expect(opened.value.uri).toBe(`http://pay.test/s/abcde/${opened.value.id}`);
  });

  it('can be closed once, and a sale with a closed code is refused', async () => {
    const { memory, till, shown, codes } = codesWorld();
    const id = await shown();
    expect(await till.closeCode(id)).toEqual({ ok: true, value: null });
    expect(answerText(await till.closeCode(id))).toBe(
      'Not Found: This till shows no code by this id.',
    );
    expect(codes()).toEqual([]);
    expect(memory.records.map(({ kind }) => kind)).toEqual(['code', 'code_closed']);
    const sale = await till.start(totalOf(id));
    expect(answerText(sale)).toBe('Not Found: This till shows no code by this id.');
  });

  it('is refused with too long a label, with too many others, or without a link', async () => {
    const { clock, till, again } = codesWorld();
    expect(answerText(await till.openCode('x'.repeat(101)))).toBe(
      'Bad Request: A label has at most 100 characters.',
    );
    expect(await till.openCode('x'.repeat(100))).toMatchObject({ ok: true });
    const few = await again({ settings: { ...OWN, codesMax: 2 } });
    await few.shown();
    expect(answerText(await few.till.openCode())).toBe(
      'Conflict: Too many codes wait for their total; close some of them first.',
    );
    // One that is too old makes room again.
    clock.advance(12 * HOUR);
    expect(await few.till.openCode()).toMatchObject({ ok: true });
    const { till: without } = await few.again({ settings: {} });
    expect(answerText(await without.openCode())).toBe(
      'Bad Request: This till has no code of its own to show.',
    );
    expect(answerText(await without.start(SALE))).toBe(
      'Bad Request: This till has no code of its own to show.',
    );
  });

  it('is not shown if the journal cannot be written', async () => {
    const { memory, till, codes } = codesWorld();
    const failure = { kind: 'full', description: 'The disk is full.' } as const;
    memory.onAppend(async () => ({ ok: false, failure }));
    expect(answerText(await till.openCode())).toBe('Service Unavailable: The disk is full.');
    expect(codes()).toEqual([]);
  });

  it('is shown for twelve hours; a sale with an older code is refused', async () => {
    const { clock, till, shown, codes } = codesWorld();
    const id = await shown();
    clock.advance(12 * HOUR - 1);
    expect(codes()).toEqual([`${id} shown`]);
    clock.advance(1);
    expect(codes()).toEqual([]);
    const sale = await till.start(totalOf(id));
    expect(sale).toMatchObject({ ok: false, refusal: { type: 'Not Found' } });
  });
});

it('listeners get every change of the codes and scans at once', async () => {
  const { till, scan, shown } = codesWorld();
  const seen: string[] = [];
  till.subscribe((view) => {
    seen.push(`${view.codes.map(({ state }) => state)} ${view.scans.length}`);
  });
  const id = await shown();
  await scan(id, 'token:first');
  await scan('', 'token:stray');
  await till.closeCode(id);
  expect(seen).toEqual(['shown 0', 'scanned 0', 'scanned 1', ' 1']);
});

describe('a scan of a code', () => {
  it('is kept over a restart, and the sale with this code asks the customer who scanned', async () => {
    const { again, scan, shown, codes } = codesWorld();
    const id = await shown('Table 4');
    expect(await scan(id, 'token:first')).toBe(true);
    expect(codes()).toEqual([`${id} scanned`]);
    const next = await again();
    expect(next.codes()).toEqual([`${id} scanned`]);
    const sale = await next.started(totalOf(id));
    expect(sale).toBe(id);
    expect(next.till.sale(sale)?.label).toBe('Table 4');
    await next.saleBecomes(sale, 'waiting_approval');
    expect(next.customers()).toEqual(['token:first']);
    expect(next.codes()).toEqual([]);
  });

  it('by a second customer is offered to the cashier and does not replace the first scan', async () => {
    const { started, scan, shown, strays, customers } = codesWorld();
    const id = await shown();
    await scan(id, 'token:first');
    expect(await scan(id, 'token:second')).toBe(true);
    expect(strays()).toEqual(['token:second']);
    await started(totalOf(id));
    expect(customers()).toEqual(['token:first']);
  });

  it('that is reported twice counts once and is not offered again', async () => {
    const { started, scan, shown, strays } = codesWorld();
    const id = await shown();
    await scan(id, 'token:first');
    expect(await scan(id, 'token:first')).toBe(true);
    expect(await scan('another', 'token:first')).toBe(true);
    expect(strays()).toEqual([]);
    const sale = await started(totalOf(id));
    expect(await scan(sale, 'token:first')).toBe(true);
    expect(strays()).toEqual([]);
  });

  it('of a sale with a total creates the payment request at once', async () => {
    const { service, till, started, scan, strays, customers } = codesWorld();
    const sale = await started();
    expect(till.sale(sale)?.state).toMatchObject({
      kind: 'waiting_scan',
      uri: `http://pay.test/s/abcde/${sale}`,
    });
    expect(service.payments()).toEqual([]);
    expect(await scan(sale, 'token:first')).toBe(true);
    await rest();
    expect(customers()).toEqual(['token:first']);
    // A later scan is too late.
    expect(await scan(sale, 'token:late')).toBe(true);
    await rest();
    expect([customers(), strays()]).toEqual([['token:first'], ['token:late']]);
  });

  it('of a sale that has ended is offered to the cashier', async () => {
    const { service, till, started, scan, strays } = codesWorld();
    const sale = await started();
    await till.act(sale, 'cancel');
    await scan(sale, 'token:late');
    expect([service.payments(), strays()]).toEqual([[], ['token:late']]);
  });

  it('of a code that is twelve hours old is offered to the cashier', async () => {
    const { clock, scan, shown, strays } = codesWorld();
    const id = await shown();
    clock.advance(12 * HOUR);
    await scan(id, 'token:late');
    expect(strays()).toEqual(['token:late']);
  });

  it('with invalid content is acknowledged and has no effect', async () => {
    const { hand, scan, shown, codes, strays } = codesWorld();
    const id = await shown();
    expect(await scan(id, 'msisdn:4712345678')).toBe(true);
    expect(await scan('x'.repeat(501), 'token:first')).toBe(true);
    expect(await hand.event(1, 'shortlink_scanned', { nothing: true })).toBe(true);
    expect([codes(), strays()]).toEqual([[`${id} shown`], []]);
  });

  it('during the write of the sale’s record is used for the sale', async () => {
    const { memory, till, scan, shown, customers } = codesWorld();
    const id = await shown();
    let saved: (written: { readonly ok: true }) => void = () => undefined;
    memory.onAppend((record) => {
      if (record.kind !== 'opened') return Promise.resolve({ ok: true });
      return new Promise((resolve) => (saved = resolve));
    });
    const starting = till.start(totalOf(id));
    await rest();
    void scan(id, 'token:first');
    await rest();
    saved({ ok: true });
    expect(await starting).toMatchObject({ ok: true });
    await rest();
    expect(customers()).toEqual(['token:first']);
  });

  it('that the cashier uses for a sale is not offered any more', async () => {
    const { started, scan, strays, customers } = codesWorld();
    await scan('', 'token:walkin');
    await scan('', 'token:other');
    expect(strays()).toEqual(['token:other', 'token:walkin']);
    await started({ ...SALE, method: { kind: 'scan_token', token: 'token:walkin' } });
    expect(strays()).toEqual(['token:other']);
    expect(customers()).toEqual(['token:walkin']);
  });
});
