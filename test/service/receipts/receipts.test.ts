import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createReceipts, type Receipts } from '../../../service/receipts/receipts.ts';
import type { Store } from '../../../service/store/store.ts';
import { exampleOf } from '../../../shared/protocol/examples/index.ts';
import { receiptDocument } from '../../../shared/protocol/receipt.ts';
import { DAY } from '../../../shared/time/clock.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { MERCHANT } from '../../support/payments.ts';
import { newStorePlace, STORES, type StorePlace } from '../../support/stores.ts';

const TILL = 'kasse-1';
const { id: MINE } = MERCHANT;
const CODE = `${TILL}-R12.Zm9yIHRoZSBleGFtcGxlIQ`;
const DOCUMENT = receiptDocument.parse(exampleOf('receiptPut').body);
const LIFE = 400 * DAY;
const SHOWN = { shown: { number: 'kasse-1-R12', lines: DOCUMENT.lines } };

describe.each(STORES)('receipts on %s', (kind) => {
  let place: StorePlace;
  let store: Store;
  let clock: ManualClock;
  let receipts: Receipts;
  beforeEach(async () => {
    place = await newStorePlace(kind);
    store = await place.open();
    for (const id of [MINE, 'another']) {
      await store.merchants.put({ ...MERCHANT, id });
      await store.pos.create(id, { id: TILL, name: 'Kasse 1', type: 'store', location: null });
    }
    clock = createManualClock();
    const wallet = () => 'https://pay.example';
    receipts = createReceipts({ store, clock, wallet, sendsEmail: false, life: LIFE });
  });
  afterEach(async () => {
    await store.close();
    await place.remove();
  });

  const put = async (code = CODE, document = DOCUMENT, merchantId = MINE, posId = TILL) => {
    const kept = await receipts.put(merchantId, { posId, code }, document);
    return kept.ok ? (kept.value ? 'kept' : 'known') : kept.refusal.type;
  };

  it('are kept once each, also if the till hands one over several times at once', async () => {
    const said = await Promise.all([1, 2, 3].map(() => put()));
    expect(said.toSorted()).toEqual(['kept', 'known', 'known']);
    expect(await put()).toBe('known');
    expect(await receipts.open(CODE)).toMatchObject(SHOWN);
  });

  it('keep their first content', async () => {
    await put();
    expect(await put(CODE, { ...DOCUMENT, served_by: 'Bo' })).toBe('Conflict');
    expect(await receipts.open(CODE)).toMatchObject(SHOWN);
  });

  it('are known after the document has got a new member', async () => {
    const { member: _, ...rest } = DOCUMENT;
    await store.receipts.put({
      ...{ merchantId: MINE, code: CODE, posId: TILL, tid: null, received: clock.now() },
      ...{ number: 12, at: clock.now() },
      hash: createHash('sha256').update(CODE).digest('hex'),
      document: JSON.stringify(rest),
    });
    expect(await put(CODE, { ...DOCUMENT, member: null })).toBe('known');
    expect(await put()).toBe('Conflict');
  });

  it('of one shop cannot be replaced or found by another one', async () => {
    await put();
    expect(await put(CODE, DOCUMENT, 'another')).toBe('Conflict');
    expect(await store.receipts.ofPayment('another', '8WhJfHYLzJ2', 9)).toEqual([]);
    expect(await receipts.ofPayment(MINE, '8WhJfHYLzJ2')).toEqual([
      {
        address: `https://pay.example/re/${CODE}`,
        kind: 'sale',
        number: 'kasse-1-R12',
        emails: [],
      },
    ]);
  });

  it('are read by every till of their shop, by their whole code and its till alone, and by no other shop', async () => {
    await put();
    const read = async (code: string, merchantId = MINE, posId = TILL) => {
      const found = await receipts.read(merchantId, { posId, code });
      return found.ok ? found.value : found.refusal.type;
    };
    expect(await read(CODE)).toEqual(DOCUMENT);
    expect(await read(CODE, 'another')).toBe('Not Found');
    expect(await read(CODE, MINE, 'kasse-2')).toBe('Not Found');
    expect(await read('kasse-1-R12')).toBe('Not Found');
  });

  it('of an unknown till, and under a code of another till or of another form, are refused', async () => {
    expect(await put(CODE, DOCUMENT, MINE, 'unknown')).toBe('Not Found');
    for (const code of [`kasse-2${CODE.slice(7)}`, CODE.slice(0, -1), `${CODE}0`, `x${CODE}`, TILL])
      expect(await put(code), code).toBe('Bad Request');
  });

  it('have the number of their code, which nobody else writes', async () => {
    for (const number of ['kasse-1-R13', 'kasse-2-R12', 'Your account is locked'])
      expect(await put(CODE, { ...DOCUMENT, number }), number).toBe('Bad Request');
  });

  it('are opened by their whole code alone', async () => {
    await put();
    for (const code of [
      '',
      CODE.slice(0, -1),
      CODE.toLowerCase(),
      'kasse-1-R12',
      '%',
      'x'.repeat(9_000),
    ])
      expect(await receipts.open(code), code).toBeNull();
  });

  it('are removed when they are older than their life, and not before', async () => {
    await put();
    clock.advance(LIFE - 1);
    await put(CODE.replace('R12', 'R13'), { ...DOCUMENT, number: 'kasse-1-R13' });
    await receipts.due.run();
    expect(await receipts.open(CODE)).not.toBeNull();
    clock.advance(2);
    await receipts.due.run();
    expect(await receipts.open(CODE)).toBeNull();
    expect(await receipts.open(CODE.replace('R12', 'R13'))).not.toBeNull();
  });
});
