import { describe, expect, test } from 'vitest';
import {
  type CustomerPhase,
  customerView,
} from '../../../../shared/device/bridge/customer-view.ts';
import { money } from '../../../../shared/money/money.ts';
import type { SaleState, SaleView } from '../../../../shared/terminal/sale/state.ts';
import { lineOf } from '../../../screens/cashier/goods-shop.ts';
import { SETTINGS, sale as saleIn, view } from '../../../screens/cashier/sales.ts';
import { amounts } from '../../../support/amounts.ts';
import { billOf, lineItemsOf } from '../../../support/basket-bill.ts';
import { createBillHost } from '../../../support/bill-host.ts';

const sale = (over: Partial<SaleView>) => saleIn({ kind: 'creating' }, over);

const phaseOf = (state: SaleState): CustomerPhase | undefined =>
  customerView({ settings: SETTINGS, view: view([sale({ state })]) }).sale?.phase;

const STATES: readonly (readonly [SaleState, CustomerPhase])[] = [
  [{ kind: 'creating' }, { kind: 'preparing' }],
  [
    { kind: 'waiting_scan', uri: 'https://x/p/1/', expires: 9 },
    { kind: 'scan', uri: 'https://x/p/1/', expires: 9 },
  ],
  [
    { kind: 'waiting_sticker', expires: 9 },
    { kind: 'sticker', expires: 9 },
  ],
  [{ kind: 'waiting_approval', expires: 9 }, { kind: 'approve' }],
  [{ kind: 'authorised', because: 'approved', expires: 9 }, { kind: 'taking' }],
  [{ kind: 'authorised', because: 'capture_failed', expires: 9 }, { kind: 'ask_cashier' }],
  [{ kind: 'authorised', because: 'won_abort_race', expires: 9 }, { kind: 'ask_cashier' }],
  [{ kind: 'authorised', because: 'to_be_captured', expires: 9 }, { kind: 'reserved' }],
  [{ kind: 'authorised', because: 'part_captured', expires: 9 }, { kind: 'ask_cashier' }],
  [{ kind: 'capturing' }, { kind: 'taking' }],
  [{ kind: 'paid', at: 5 }, { kind: 'paid' }],
  [{ kind: 'declined' }, { kind: 'ended', how: 'declined' }],
  [
    { kind: 'expired', what: 'request' },
    { kind: 'ended', how: 'expired' },
  ],
  [{ kind: 'aborting' }, { kind: 'ended', how: 'cancelled' }],
  [{ kind: 'aborted' }, { kind: 'ended', how: 'cancelled' }],
  [{ kind: 'released' }, { kind: 'ended', how: 'cancelled' }],
  [{ kind: 'failed', code: 4_999 }, { kind: 'ask_cashier' }],
  [{ kind: 'refused', because: { kind: 'unknown_customer' } }, { kind: 'ask_cashier' }],
];

describe('the customer view', () => {
  test.each(STATES)('shows the sale state %j as the phase %j', (state, phase) => {
    expect(phaseOf(state)).toEqual(phase);
  });

  test('shows the till’s code while there is no sale, and no code beside a sale', () => {
    const uri = 'https://pay.test/s/abcde/c1';
    const shown = { id: 'c1', uri, state: 'shown', opened: 1 } as const;
    const other = {
      ...shown,
      id: 'c2',
      uri: `${uri}2`,
      state: 'scanned',
      label: 'Table 4',
    } as const;
    const codeOf = (codes: readonly (typeof shown | typeof other)[], sales: SaleView[] = []) =>
      customerView({ settings: SETTINGS, view: view(sales, { codes }) }).code;
    expect(codeOf([])).toBeUndefined();
    expect(codeOf([shown, other])).toEqual({ uri, state: 'shown' });
    expect(codeOf([other])).toEqual({ uri: `${uri}2`, state: 'scanned' });
    expect(codeOf([shown], [sale({})])).toBeUndefined();
  });

  test('stays paid while the rest of a payment is released, and says what was captured', () => {
    const lines = lineItemsOf(
      billOf({
        lines: [
          {
            ...{ product: 'a', name: 'Sofa', quantity: 1, price: money(100_000) },
            ...{ vatRate: '0.25', discount: null },
          },
        ],
        discount: null,
      }),
    );
    const part = { amount: money(100_000), lines };
    const captured = amounts({ asked: 100_000, authorised: 60_000, captured: 40_000 });
    const done = amounts({ asked: 100_000, captured: 40_000 });
    const seen = [
      saleIn({ kind: 'releasing' }, { ...part, money: captured }),
      saleIn({ kind: 'paid', at: 5 }, { ...part, money: done }),
      saleIn({ kind: 'releasing' }, part),
    ].map((one) => customerView({ settings: SETTINGS, view: view([one]) }).sale);
    expect(seen.map((one) => one?.phase)).toEqual([
      { kind: 'paid' },
      { kind: 'paid' },
      { kind: 'ended', how: 'cancelled' },
    ]);
    expect(seen[1]).toMatchObject({
      money: { captured: 40_000 },
      vat: [{ rate: 2_500, vat: 8_000 }],
    });
  });

  test('contains no phone number, no other sale and no log', () => {
    const mine = sale({ number: 1, method: { kind: 'phone', msisdn: '4798765432' } });
    const seen = customerView({ settings: SETTINGS, view: view([sale({ number: 2 }), mine]) });
    expect(JSON.stringify(seen)).not.toContain('4798765432');
    expect(Object.keys(seen).sort()).toEqual([
      'language',
      'locale',
      'payments',
      'sale',
      'shop',
      'timeZone',
    ]);
    expect(Object.keys(seen.sale ?? {}).sort()).toEqual([
      ...['additionalAmount', 'amount', 'currency', 'ended', 'money', 'phase', 'text'],
    ]);
  });

  test('contains the shop’s time zone of the settings', () => {
    const settings = { ...SETTINGS, timeZone: 'Europe/Oslo' };
    expect(customerView({ settings, view: view([]) }).timeZone).toBe('Europe/Oslo');
  });

  test('shows the bill with its total before the sale, without its name and the other open ones', () => {
    const host = createBillHost();
    host.open('b', 'Kari', [lineOf('tea', 'Te', 2, 3_400, '0.25')]);
    const shown = { ...host.view(), shown: host.bill('b') };
    const seen = customerView({ settings: SETTINGS, view: view([]), bills: shown });
    expect(seen.bill).toMatchObject({ currency: 'NOK', slip: { total: 6_800, due: 6_800 } });
    expect(JSON.stringify(seen)).not.toContain('Kari');
    const none = { ...host.view(), shown: null };
    expect(customerView({ settings: SETTINGS, view: view([]), bills: none })).not.toHaveProperty(
      'bill',
    );
  });

  test('shows a note for the customer, and none for the kitchen', () => {
    const host = createBillHost();
    const tea = lineOf('tea', 'Te', 1, 3_400, '0.25');
    host.open('b', null, [
      { ...tea, note: { to: 'kitchen', text: 'for the boss' } },
      { ...tea, note: { to: 'customer', text: 'comes in ten minutes' } },
    ]);
    const shown = { ...host.view(), shown: host.bill('b') };
    const seen = customerView({ settings: SETTINGS, view: view([]), bills: shown });
    expect(seen.bill?.slip.lines.map(({ note }) => note)).toEqual([null, 'comes in ten minutes']);
    expect(JSON.stringify(seen)).not.toContain('boss');
  });

  test.each(['constructor', '__proto__', 'toString'])('has no link for a sale called %s', (id) => {
    const paid = view([{ ...sale({ state: { kind: 'paid', at: 5 } }), id }]);
    const seen = (receiptLinks: Readonly<Record<string, string>>) =>
      customerView({ settings: SETTINGS, view: paid, receiptLinks }).sale?.receipt;
    expect(seen({})).toBeUndefined();
    expect(seen(JSON.parse(`{"${id}":"https://pay.test/re/R1"}`))).toBe('https://pay.test/re/R1');
  });

  test('shows the receipt of the paid sale only, and for long enough to scan it', () => {
    const receiptLinks = { 'sale-187': 'https://pay.test/re/R1', other: 'https://pay.test/re/R2' };
    const seenOf = (state: SaleState) =>
      customerView({ settings: SETTINGS, view: view([sale({ state })]), receiptLinks }).sale;
    const paid = seenOf({ kind: 'paid', at: 5 });
    expect(paid).toMatchObject({ receipt: 'https://pay.test/re/R1', ended: { dwell: 60_000 } });
    for (const [state] of STATES.filter(([{ kind }]) => kind !== 'paid')) {
      expect(seenOf(state)).not.toHaveProperty('receipt');
    }
  });

  test('shows the receipt of the payment at the till that is shown', () => {
    const host = createBillHost();
    host.open('b', null, [lineOf('tea', 'Te', 2, 3_400, '0.25')]);
    host.act('b', {
      ...{ act: 'pay', tender: 'tender:first', amount: money(1_000), tip: money(0) },
      ...{ method: { kind: 'cash' }, rounding: money(0), received: money(1_000) },
    } as never);
    const pays = { kind: 'tendered', tender: 'tender:first' } as const;
    const bills = { ...host.view(), shown: host.bill('b'), pays };
    const seenWith = (receiptLinks: Readonly<Record<string, string>>) =>
      customerView({ settings: SETTINGS, view: view([]), bills, receiptLinks }).tender?.paid;
    expect(seenWith({ 'tender:first': 'https://pay.test/re/R1' })).toMatchObject({
      receipt: 'https://pay.test/re/R1',
    });
    expect(seenWith({ other: 'https://pay.test/re/R2' })).not.toHaveProperty('receipt');
  });

  test('shows the lines of the sale', () => {
    const line = { product: 'tea', name: 'Te', quantity: 2, price: money(3_400) };
    const lines = lineItemsOf(
      billOf({ lines: [{ ...line, vatRate: '0.25', discount: null }], discount: null }),
    );
    const seen = customerView({ settings: SETTINGS, view: view([sale({ lines })]) });
    expect(seen.sale?.bill?.lines).toMatchObject([{ name: 'Te', quantity: '2', total: 6_800 }]);
  });

  test('shows the oldest sale that is not set aside', () => {
    const of = (sales: readonly SaleView[]) =>
      customerView({ settings: SETTINGS, view: view(sales) }).sale?.text ?? null;
    const aside = sale({ number: 1, text: 'aside', aside: true });
    const first = sale({ number: 2, text: 'first' });
    const second = sale({ number: 3, text: 'second' });
    expect(of([aside, second, first])).toBe('first');
    expect(of([aside])).toBe(null);
  });

  test('shows a paid sale for the configured time, and an open sale without a time limit', () => {
    const endOf = (state: SaleState) =>
      customerView({ settings: SETTINGS, view: view([sale({ state })]) }).sale?.ended;
    expect(endOf({ kind: 'paid', at: 1_000 })).toEqual({
      at: 1_000,
      dwell: SETTINGS.paidDwellSeconds * 1_000,
    });
    expect(endOf({ kind: 'waiting_approval', expires: 9 })).toBe(null);
    expect(endOf({ kind: 'aborting' })).toBe(null);
  });

  test('shows payments as down while the till is offline or its journal is full', () => {
    const paymentsOf = (changes: object) =>
      customerView({ settings: SETTINGS, view: { ...view([]), ...changes } }).payments;
    expect(paymentsOf({})).toBe('possible');
    expect(paymentsOf({ connection: { kind: 'offline', since: 1 } })).toBe('down');
    expect(paymentsOf({ notReady: 'journal_full' })).toBe('down');
  });
});
