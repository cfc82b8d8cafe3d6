import { expect, it } from 'vitest';
import { decode, encode } from '../../main/host/journal/line-format.ts';
import { money } from '../../shared/money/money.ts';
import { type JournalRecord, journalRecord } from '../../shared/terminal/index.ts';
import { compact } from '../../shared/terminal/start/compact.ts';
import { recoverState } from '../../shared/terminal/start/recover.ts';
import { DAY, HOUR } from '../../shared/time/clock.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createModelService } from '../support/model-service.ts';
import { createHandPush, createMemoryJournal, drive, rest, startTill } from '../support/till.ts';
import { saleRequest } from './scan-world.ts';

/* Which records of payment methods, codes and tables the journal keeps, and for how long. */

const OWN = { deviceCode: { shortlinkId: 'abcde', address: 'http://pay.test/s/abcde' } };

/** A morning at a till with tables, and its journal. */
async function morning() {
  const clock = createManualClock();
  const service = createModelService(clock);
  const memory = createMemoryJournal();
  const { journal } = memory;
  const till = startTill({ client: service.client, journal, clock, settings: OWN });
  const opened = await till.openCode('Table 9');
  const closed = await till.openCode();
  if (!opened.ok || !closed.ok) throw new Error('no code');
  await till.closeCode(closed.value.id);
  await till.tendered({ id: 'other-3', method: 'cash', amount: 1_000 });
  clock.advance(1_000);
  await till.tendered({ id: 'other-4', method: 'card', amount: 1_000 });
  const sticker = { kind: 'shortlink', id: 'abcde' } as const;
  const both = await till.start(
    saleRequest({ kind: 'qr_and_sticker', sticker }, { label: 'Table 2' }),
  );
  if (!both.ok) throw new Error(both.refusal.description);
  await drive(clock, () => till.sale(both.value.id)?.state.kind === 'waiting_scan');
  await till.act(both.value.id, 'set_aside');
  await rest();
  await till.stop();
  return { clock, records: memory.records, code: opened.value.id, both: both.value.id };
}

it('the journal reads every kind of record as it was written', async () => {
  const { records } = await morning();
  const kinds = new Set(records.map((record) => record.kind));
  expect([...kinds]).toEqual(
    expect.arrayContaining(['code', 'code_closed', 'tendered', 'opened', 'created', 'aside']),
  );
  const read = decode(Buffer.concat(records.map(encode)));
  expect(read.damage).toBeNull();
  expect(read.records).toEqual(records);
});

it('compaction keeps the open code, both requests of the open sale, and the ids of payments by other tenders', async () => {
  const { clock, records, code, both } = await morning();
  const kept = compact(records, clock.now() + HOUR);
  const before = recoverState(records);
  const after = recoverState(kept);
  expect(after.codes).toEqual(before.codes);
  expect([...after.codes.keys()]).toEqual([code]);
  expect(after.tendered).toEqual(before.tendered);
  expect(after.tenderIds).toEqual(['other-3', 'other-4']);
  expect([...after.sales.keys()]).toEqual([both, `_second.${both}`]);
  expect(after.sales).toEqual(before.sales);
});

it('compaction removes a code that was not used for three days', async () => {
  const { clock, records } = await morning();
  const kept = compact(records, clock.now() + 3 * DAY);
  expect(kept.some((record) => record.kind === 'code')).toBe(false);
});

it('a restored till continues the numbers of its sales', async () => {
  const { records, clock } = await morning();
  const service = createModelService(clock);
  const { journal } = createMemoryJournal(records);
  const till = startTill({ client: service.client, journal, clock, settings: OWN });
  const last = Math.max(...till.view().sales.map((sale) => sale.number));
  const next = await till.start(saleRequest({ kind: 'qr' }));
  if (!next.ok) throw new Error(next.refusal.description);
  expect(till.sale(next.value.id)?.number).toBe(last + 1);
  await till.stop();
});

it('the till acknowledges a scan only after it has journalled it', async () => {
  const clock = createManualClock();
  const service = createModelService(clock);
  const memory = createMemoryJournal();
  const hand = createHandPush();
  const till = startTill({
    client: service.client,
    journal: memory.journal,
    clock,
    push: hand.push,
    settings: OWN,
  });
  const code = await till.openCode();
  const sale = await till.start(saleRequest({ kind: 'device_code', code: null }));
  if (!code.ok || !sale.ok) throw new Error('nothing was started');
  memory.onAppend(async () => ({
    ok: false,
    failure: { kind: 'full', description: 'The disk is full.' },
  }));
  const tell = (seq: number, argstring: string, id: string) =>
    hand.event(seq, 'shortlink_scanned', { id, argstring });
  const scans = [
    [code.value.id, 'token:11111111'],
    [sale.value.id, 'token:22222222'],
  ] as const;
  for (const [argstring, token] of scans) {
    expect(await tell(1, argstring, token)).toBe(false);
    // The service repeats the event, and the till has still not journalled the scan.
    expect(await tell(2, argstring, token)).toBe(false);
  }
  memory.onAppend(async () => ({ ok: true }));
  await drive(clock, () => till.view().notReady === null);
  for (const [argstring, token] of scans) expect(await tell(3, argstring, token)).toBe(true);
  const { codes, sales } = recoverState(memory.records);
  expect(codes.get(code.value.id)?.token).toBe('token:11111111');
  expect(sales.get(sale.value.id)?.facts.body.customer).toBe('token:22222222');
  await till.stop();
});

it('the journal’s schema refuses records with invalid members', () => {
  const at = { v: 1, at: 0 } as const;
  const bad: readonly unknown[] = [
    { ...at, kind: 'code', code: 'a/b', number: 1, uri: 'x' },
    { ...at, kind: 'code', code: 'a', number: 0, uri: 'x' },
    { ...at, kind: 'tendered', id: 'r', amount: 1, method: 'x'.repeat(101) },
    { ...at, kind: 'tendered', id: 'r', method: 'cash' },
    { ...at, kind: 'tendered', amount: 1, method: 'cash' },
    { ...at, kind: 'code_scanned', code: 'a', token: 'x'.repeat(2_001) },
    { ...at, kind: 'chosen', sale: 'a', leg: 'open' },
    { ...at, kind: 'closed', sale: 'a', because: 'paid' },
  ];
  for (const record of bad) expect(journalRecord.safeParse(record).success).toBe(false);
  const good: JournalRecord = {
    ...at,
    kind: 'tendered',
    id: 'r',
    amount: money(1),
    method: 'cash',
  };
  expect(journalRecord.parse(good)).toEqual(good);
});
