import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClientResult } from '../../../shared/client/index.ts';
import { money } from '../../../shared/money/money.ts';
import type { SaleRequest, Terminal, TerminalSetup } from '../../../shared/terminal/index.ts';
import { HOUR } from '../../../shared/time/clock.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { createModelService, silence } from '../../support/model-service.ts';
import { createHandPush, createMemoryJournal, drive, rest, startTill } from '../../support/till.ts';

/* This device's own code: shown before its total is known, scanned once, and nobody else's. */

const OWN = { deviceCode: { shortlinkId: 'abcde', address: 'http://pay.test/s/abcde' } };
const SALE: SaleRequest = {
  amount: money(12_500),
  text: null,
  way: { kind: 'device_code', code: null },
};

let clock: ManualClock;
let service: ReturnType<typeof createModelService>;
let memory: ReturnType<typeof createMemoryJournal>;
let hand: ReturnType<typeof createHandPush>;
let till: Terminal;

type Scan = { readonly id: string; readonly argstring: string };
let lastScan: (() => ClientResult<Scan | null>) | null;
let asked: unknown[];

function begin(settings: Partial<TerminalSetup> = OWN): void {
  hand = createHandPush();
  const { journal } = createMemoryJournal(memory.records);
  const shortlinkLastScan = async (...args: unknown[]) => {
    const [link, seconds] = args;
    asked.push([clock.now(), link, seconds]);
    return lastScan?.() ?? silence();
  };
  const client = lastScan === null ? service.client : { ...service.client, shortlinkLastScan };
  const append = (record: (typeof memory.records)[number]) => memory.journal.append(record);
  till = startTill({ client, journal: { ...journal, append }, clock, push: hand.push, settings });
}

beforeEach(() => {
  clock = createManualClock();
  service = createModelService(clock);
  memory = createMemoryJournal();
  lastScan = null;
  asked = [];
  begin();
});
afterEach(() => till.stop());

const scan = (argstring: string, id: string) =>
  hand.event(1, 'shortlink_scanned', { id, argstring });
const codes = () => till.view().codes.map(({ id, state }) => `${id} ${state}`);
const strays = () => till.view().scans.map(({ token }) => token);
const customers = () => service.payments().map(({ request }) => request.customer);

async function shown(label: string | null = null): Promise<string> {
  const opened = await till.openCode(label);
  if (!opened.ok) throw new Error(opened.refusal.description);
  return opened.value.id;
}
async function started(request: SaleRequest = SALE): Promise<string> {
  const sale = await till.start(request);
  if (!sale.ok) throw new Error(sale.refusal.description);
  await rest();
  return sale.value.id;
}
type Refusal = { readonly type: string; readonly description: string };
const refusalOf = (answer: { readonly ok: boolean; readonly refusal?: Refusal }) =>
  answer.refusal === undefined ? null : `${answer.refusal.type}: ${answer.refusal.description}`;

describe('a code before its total', () => {
  it('is written down, shown with its address and its label, and ends in its id', async () => {
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

  it('has one slash before its id, however the address was written', async () => {
    await till.stop();
    begin({ deviceCode: { shortlinkId: 'abcde', address: 'http://pay.test/s/abcde//' } });
    const opened = await till.openCode();
    expect(opened).toMatchObject({ ok: true });
    if (opened.ok) expect(opened.value.uri).toBe(`http://pay.test/s/abcde/${opened.value.id}`);
  });

  it('is closed once, and is not there any more for a sale', async () => {
    const id = await shown();
    expect(await till.closeCode(id)).toEqual({ ok: true, value: null });
    expect(refusalOf(await till.closeCode(id))).toBe(
      'Not Found: This till shows no code by this id.',
    );
    expect(codes()).toEqual([]);
    expect(memory.records.map(({ kind }) => kind)).toEqual(['code', 'code_closed']);
    const sale = await till.start({ ...SALE, way: { kind: 'device_code', code: id } });
    expect(refusalOf(sale)).toBe('Not Found: This till shows no code by this id any more.');
  });

  it('is refused with too long a label, with too many others, or without a link', async () => {
    expect(refusalOf(await till.openCode('x'.repeat(101)))).toBe(
      'Bad Request: A label has at most 100 characters.',
    );
    expect(await till.openCode('x'.repeat(100))).toMatchObject({ ok: true });
    await till.stop();
    begin({ ...OWN, codesMax: 2 });
    await shown();
    expect(refusalOf(await till.openCode())).toBe(
      'Conflict: Too many codes wait for their total; close some of them first.',
    );
    // One that is too old makes room again.
    clock.advance(12 * HOUR);
    expect(await till.openCode()).toMatchObject({ ok: true });
    await till.stop();
    begin({});
    expect(refusalOf(await till.openCode())).toBe(
      'Bad Request: This till has no code of its own to show.',
    );
    expect(refusalOf(await till.start(SALE))).toBe(
      'Bad Request: This till has no code of its own to show.',
    );
  });

  it('is not shown where it cannot be written down', async () => {
    const failure = { kind: 'full', description: 'The disk is full.' } as const;
    memory.onAppend(async () => ({ ok: false, failure }));
    expect(refusalOf(await till.openCode())).toBe('Service Unavailable: The disk is full.');
    expect(codes()).toEqual([]);
  });

  it('waits twelve hours for its total, and no longer', async () => {
    const id = await shown();
    clock.advance(12 * HOUR - 1);
    expect(codes()).toEqual([`${id} shown`]);
    clock.advance(1);
    expect(codes()).toEqual([]);
    const sale = await till.start({ ...SALE, way: { kind: 'device_code', code: id } });
    expect(sale).toMatchObject({ ok: false, refusal: { type: 'Not Found' } });
  });
});

it('every change of the codes is shown at once', async () => {
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
  it('is kept for the total, also over a restart; the sale then asks this customer', async () => {
    const id = await shown('Table 4');
    expect(await scan(id, 'token:first')).toBe(true);
    expect(codes()).toEqual([`${id} scanned`]);
    await till.stop();
    begin();
    expect(codes()).toEqual([`${id} scanned`]);
    const sale = await started({ ...SALE, way: { kind: 'device_code', code: id } });
    expect(sale).toBe(id);
    expect(till.sale(sale)?.label).toBe('Table 4');
    await drive(clock, () => till.sale(sale)?.state.kind === 'waiting_approval');
    expect(customers()).toEqual(['token:first']);
    expect(codes()).toEqual([]);
  });

  it('by a second customer is offered to the cashier, and changes nothing', async () => {
    const id = await shown();
    await scan(id, 'token:first');
    expect(await scan(id, 'token:second')).toBe(true);
    expect(strays()).toEqual(['token:second']);
    await started({ ...SALE, way: { kind: 'device_code', code: id } });
    expect(customers()).toEqual(['token:first']);
  });

  it('told twice is one: it is offered to nobody', async () => {
    const id = await shown();
    await scan(id, 'token:first');
    expect(await scan(id, 'token:first')).toBe(true);
    expect(await scan('another', 'token:first')).toBe(true);
    expect(strays()).toEqual([]);
    const sale = await started({ ...SALE, way: { kind: 'device_code', code: id } });
    expect(await scan(sale, 'token:first')).toBe(true);
    expect(strays()).toEqual([]);
  });

  it('of a sale that has its total asks for it at once', async () => {
    const sale = await started();
    expect(till.sale(sale)?.state).toMatchObject({
      kind: 'waiting_scan',
      uri: `http://pay.test/s/abcde/${sale}`,
    });
    expect(service.payments()).toEqual([]);
    expect(await scan(sale, 'token:first')).toBe(true);
    await rest();
    expect(customers()).toEqual(['token:first']);
    // Whoever scans it now comes too late.
    expect(await scan(sale, 'token:late')).toBe(true);
    await rest();
    expect([customers(), strays()]).toEqual([['token:first'], ['token:late']]);
  });

  it('of a sale that has ended is offered to the cashier', async () => {
    const sale = await started();
    await till.act(sale, 'cancel');
    await scan(sale, 'token:late');
    expect([service.payments(), strays()]).toEqual([[], ['token:late']]);
  });

  it('of a code that became too old is offered as well', async () => {
    const id = await shown();
    clock.advance(12 * HOUR);
    await scan(id, 'token:late');
    expect(strays()).toEqual(['token:late']);
  });

  it('that is no scan is dealt with, and is nobody’s', async () => {
    const id = await shown();
    expect(await scan(id, 'msisdn:4712345678')).toBe(true);
    expect(await scan('x'.repeat(501), 'token:first')).toBe(true);
    expect(await hand.event(1, 'shortlink_scanned', { nothing: true })).toBe(true);
    expect([codes(), strays()]).toEqual([[`${id} shown`], []]);
  });

  it('while the sale is being written down asks its customer all the same', async () => {
    const id = await shown();
    let saved: (written: { readonly ok: true }) => void = () => undefined;
    memory.onAppend((record) => {
      if (record.kind !== 'opened') return Promise.resolve({ ok: true });
      return new Promise((resolve) => (saved = resolve));
    });
    const starting = till.start({ ...SALE, way: { kind: 'device_code', code: id } });
    await rest();
    void scan(id, 'token:first');
    await rest();
    saved({ ok: true });
    expect(await starting).toMatchObject({ ok: true });
    await rest();
    expect(customers()).toEqual(['token:first']);
  });

  it('that a cashier takes up is not offered any more', async () => {
    await scan('', 'token:walkin');
    await scan('', 'token:other');
    expect(strays()).toEqual(['token:other', 'token:walkin']);
    await started({ ...SALE, way: { kind: 'scan_token', token: 'token:walkin' } });
    expect(strays()).toEqual(['token:other']);
    expect(customers()).toEqual(['token:walkin']);
  });
});
