import { afterEach, describe, expect, it } from 'vitest';
import { createSettlements } from '../../../service/settlements/create-settlements.ts';
import { DAY, HOUR } from '../../../shared/time/clock.ts';
import { MERCHANT } from '../../support/payments.ts';
import { type Books, fileRows, startBooks } from './world.ts';

const running: Books[] = [];
async function start(...given: Parameters<typeof startBooks>) {
  const books = await startBooks(...given);
  running.push(books);
  return books;
}
afterEach(async () => {
  for (const books of running.splice(0)) {
    await books.stop();
    expect(books.errors).toEqual([]);
  }
});

const BOOK = { merchantId: MERCHANT.id, currency: 'NOK' };
describe('a settlement', () => {
  it('splits its log into files, with all lines of one payment in one file', async () => {
    const books = await start({}, 4);
    const tids: string[] = [];
    for (let count = 0; count < 7; count += 1) tids.push(await books.sell());
    const [busy = ''] = tids;
    for (let count = 0; count < 6; count += 1) {
      const part = { amount: 10, additional_amount: 0, currency: 'NOK' };
      const refunded = await books.update(busy, {
        action: 'refund',
        refund_id: `r${count}`,
        ...part,
      });
      expect(refunded.ok).toBe(true);
    }
    await books.settlements.settleAll();
    const { transaction_log_uris: uris } = await books.read('1');
    // Two files if the busy payment's id sorts last, because its lines stay together.
    expect(uris.length).toBeGreaterThan(1);
    const files = await Promise.all(uris.map((uri) => fileRows(books.settlements, uri)));
    const owners = files.map((rows) => new Set(rows.map(([tid]) => tid)));
    for (const tid of tids) expect(owners.filter((own) => own.has(tid))).toHaveLength(1);
    expect(files.flat()).toHaveLength(13);
    expect(
      files
        .find((rows) => rows[0]?.[0] === busy || rows.some(([tid]) => tid === busy))
        ?.filter(([tid]) => tid === busy),
    ).toHaveLength(7);
    for (const rows of files) expect(rows.length).toBeGreaterThan(0);
  });

  it('includes all payments before its boundary, even if it runs later', async () => {
    const books = await start({ frequency: 'daily', startOfDay: '04:00:00' });
    await books.sell(100);
    const boundary = await books.settlements.nextDue();
    if (boundary === null) throw new Error('nothing is due');
    books.clock.advance(boundary - books.clock.now() - 1);
    await books.sell(20);
    // The clock passes two boundaries before the settlements run, with sales in between.
    books.clock.advance(1);
    await books.sell(3);
    books.clock.advance(DAY + HOUR);
    await books.sell(7);
    await books.settlements.runDue();
    const gross = async (id: string) => (await books.read(id)).settlement_summary.gross;
    expect([await gross('1'), await gross('2')]).toEqual([120, 3]);
    expect((await books.settlements.read(MERCHANT.id, '3')).ok).toBe(false);
    await books.settlements.settleAll();
    expect(await gross('3')).toBe(7);
  });

  it('includes what was sold while the clock was years ahead, and stops at no such line', async () => {
    const books = await start({ frequency: 'daily', startOfDay: '04:00:00' });
    await books.sell(100);
    books.clock.set(4_000 * DAY);
    await books.sell(20);
    books.clock.set(-4_000 * DAY);
    await books.sell(3);
    books.clock.advance(DAY);
    await books.settlements.runDue();
    expect((await books.read('1')).settlement_summary.gross).toBe(123);
  });

  it('of a merchant with three currencies is made separately for each currency', async () => {
    const books = await start({ currencies: ['NOK', 'EUR', 'JPY'] });
    await books.sell(500);
    const tid = await books.authorised({ amount: 900, currency: 'EUR' });
    await books.update(tid, { action: 'capture' });
    const rare = await books.authorised({ amount: 70, currency: 'JPY' });
    await books.update(rare, { action: 'capture' });
    expect(await books.settlements.settleAll()).toEqual(['1', '2', '3']);
    const all = await Promise.all(['1', '2', '3'].map((id) => books.read(id)));
    const sums = all.map(({ settlement_summary: { currency, gross } }) => [currency, gross]);
    expect(sums).toEqual([
      ['EUR', 900],
      ['JPY', 70],
      ['NOK', 500],
    ]);
    const jpy = await books.rows(all[1]?.transaction_log_uris ?? []);
    // A yen has no decimals.
    expect(jpy.map((row) => row[9])).toEqual(['70']);
  });
});

describe('the report', () => {
  it('contains only the lines of its settlements, not later sales of the same time', async () => {
    const books = await start();
    await books.sell(100);
    await books.settlements.settleAll();
    await books.sell(50);
    const all = { created_from: null, created_to: null, non_empty_only: false };
    const report = await books.settlements.report(MERCHANT.id, all);
    if (!report.ok) throw new Error(report.refusal.description);
    expect(report.value.report_context.running_sum.capture.total).toBe(100);
    expect(report.value.summary.sales).toBe(100);
  });

  it('names the payout to the account that the merchant has set', async () => {
    const books = await start();
    const [account] = await books.store.settlementAccounts.ofMerchant(MERCHANT.id);
    const change = { payoutAccount: 'NO9386011117947', frequency: null };
    await books.store.settlementAccounts.update(MERCHANT.id, account?.id ?? '', change);
    await books.sell(100);
    await books.settlements.settleAll();
    const all = { created_from: null, created_to: null, non_empty_only: true };
    const report = await books.settlements.report(MERCHANT.id, all);
    if (!report.ok) throw new Error(report.refusal.description);
    expect(report.value.report_context.settlement_payouts).toEqual([
      { account: 'NO9386011117947', amount: 99, id: 1, text: 'Settlement 1' },
    ]);
    expect(report.value.summary.settlement_account_id).toBe(account?.id);
  });
});

describe('a settlement run', () => {
  it('that fails at its last step stores no settlement; the next run settles every sale once', async () => {
    const books = await start();
    for (let count = 0; count < 5; count += 1) await books.sell(100);
    const broken = {
      ...books.store,
      settlements: {
        ...books.store.settlements,
        write: () => Promise.reject(new Error('power cut')),
      },
    };
    const dying = createSettlements({ ...books.parts, store: broken });
    await expect(dying.settleAll()).rejects.toThrow('power cut');
    expect((await books.settlements.last(MERCHANT.id)).ok).toBe(false);
    await books.sell(1);
    await books.settlements.settleAll();
    const settlement = await books.read('1');
    expect(settlement.settlement_summary.gross).toBe(501);
    expect(await books.rows(settlement.transaction_log_uris)).toHaveLength(6);
    await books.settlements.settleAll();
    expect((await books.read('2')).settlement_summary.gross).toBe(0);
  });

  it('that ends earlier than an interrupted run leaves the later lines to the next settlement', async () => {
    const books = await start();
    await books.sell(100);
    const late = await books.sell(30);
    const [line] = await books.store.ledger.transactionLines({ ...BOOK, from: 0, to: 1e6 }, 1);
    const lines = await books.store.ledger.transactionLines({ ...BOOK, from: 0, to: 1e6 }, 9);
    const noted = lines.map(({ seq, line: { tid } }) => ({
      log: 'transaction' as const,
      key: tid,
      seq,
    }));
    await books.store.settlements.assign(MERCHANT.id, 1, noted);
    const cut = { ...books.store.ledger, cutAt: async () => line?.seq ?? 0 };
    const smaller = createSettlements({ ...books.parts, store: { ...books.store, ledger: cut } });
    await smaller.settleAll();
    const first = await books.read('1');
    expect(first.settlement_summary.gross).toBe(100);
    expect(await books.rows(first.transaction_log_uris)).toHaveLength(1);
    await books.settlements.settleAll();
    const second = await books.read('2');
    const rows = await books.rows(second.transaction_log_uris);
    expect(rows.map(([tid]) => tid)).toEqual([late]);
  });

  it('in three concurrent processes settles each line once', async () => {
    const books = await start();
    for (let count = 0; count < 4; count += 1) await books.sell(100);
    const others = [1, 2, 3].map(() => createSettlements(books.parts));
    await Promise.all(others.map((one) => one.settleAll()));
    const numbers = await books.store.settlements.list(MERCHANT.id, 0, 10);
    expect(numbers).toEqual([1, 2, 3]);
    const all = await Promise.all(numbers.map((number) => books.read(String(number))));
    expect(all.map((one) => one.settlement_summary.gross)).toEqual([400, 0, 0]);
    const held = await books.store.ledger.balances(BOOK);
    expect([held.payout, held.payable ?? 0]).toEqual([396, 0]);
  });

  it('reports and skips a ledger whose log and accounts differ, and settles the others', async () => {
    const books = await startBooks({ currencies: ['EUR', 'NOK'], frequency: 'daily' });
    await books.sell(40);
    const eur = await books.authorised({ amount: 60, currency: 'EUR' });
    await books.update(eur, { action: 'capture' });
    const { ledger } = books.store;
    const lying: typeof ledger = {
      ...ledger,
      entrySums: async (stretch) => (stretch.currency === 'EUR' ? {} : ledger.entrySums(stretch)),
    };
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    const store = { ...books.store, ledger: lying };
    const settlements = createSettlements({ ...books.parts, store, onError });
    books.clock.advance(DAY);
    await settlements.runDue();
    expect(errors.map(String)).toEqual([expect.stringContaining('accounts differ in customers')]);
    const last = await settlements.last(MERCHANT.id);
    expect(last.ok && last.value.settlement_summary).toMatchObject({ currency: 'NOK', gross: 40 });
    await books.stop();
  });
});
