import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTill, type Till } from '../../../renderer/state/till-store.ts';
import type { Catalogue } from '../../../shared/catalogue/catalogue.ts';
import { inEveryLanguage } from '../../../shared/catalogue/language.ts';
import type { Snapshot } from '../../../shared/device/bridge/contract.ts';
import type { ScannerKey } from '../../../shared/device/scanner/scanner-key.ts';
import { money } from '../../../shared/money/money.ts';
import { checkDigit } from '../../../shared/protocol/gtin.ts';
import type { SaleView, TerminalView } from '../../../shared/terminal/sale/state.ts';
import { SETTINGS, sale, view } from '../../screens/cashier/sales.ts';
import { LOCKED } from '../../screens/cashier/staff-history-day.ts';
import { plainProduct } from '../../shared/catalogue/products.ts';
import { BILL_COMMANDS, createBillHost } from '../../support/bill-host.ts';
import { openKeyboard } from '../../support/keyboard.ts';
import { createRecordingBridge } from '../../support/recording-bridge.ts';
import { createTestDevice } from '../../support/scripted-host.ts';

const EAN = '7000000000031';
const GTIN = '09506000134352';
const PRICE = 11_900;
const RECEIPT = 'till1-R12.aB3_-kk0abcdefghijklmn';
const TOKEN = 'token:123456789012345678';
const CATALOGUE: Catalogue = {
  categories: [],
  products: [
    plainProduct({
      ...{ id: 'beans', name: inEveryLanguage({ en: 'Beans', nb: 'Bønner' }) },
      ...{ price: money(PRICE), vatRate: '0.15', barcodes: [EAN, GTIN.slice(1)] },
    }),
  ],
  optionGroups: [],
  inStoreCodes: [],
  openPriceVatRate: '0.25',
};

/** A till that sells beans, with a keyboard and a scanner; its host accepts every command. */
function openTill(askAbove: number | 'never' = 'never') {
  const host = createBillHost();
  const screen = createRecordingBridge(async (command) => {
    if (!BILL_COMMANDS.includes(command.type)) return { ok: true, value: { id: 'sale-187' } };
    const answer = await host.call(command);
    // The customer pays at once.
    if (command.type === 'pay_bill') host.end(command.bill, 'paid');
    return answer;
  });
  const { commands } = screen;
  const now = () => Date.parse('2026-11-29T12:00:00Z');
  const till = createTill(screen.bridge, { ...createTestDevice(), now });
  const settings = { ...SETTINGS, askAbove } as const;
  let last = view([]);
  const show = (shown: TerminalView, change: Partial<Snapshot> = {}) => {
    last = shown;
    screen.show({ settings, view: shown, bills: host.view(), ...change });
  };
  host.onChange(() => show(last));
  show(view([]));
  till.goods.store.setState({ catalogue: CATALOGUE, version: 'v1' });
  const onKey = ({ key }: ScannerKey) => {
    if (/^\d$/.test(key)) till.press({ kind: 'digit', digit: '0123456789'.indexOf(key) });
    if (key === 'Enter') void till.startSale({ kind: 'qr' });
  };
  const keyboard = openKeyboard({ onKey, onScan: till.scanned });
  const sales = () =>
    commands.flatMap((one) => {
      return one.type === 'pay_bill' ? [one.amount] : [];
    });
  const lines = () => till.bills.current()?.lines.map(({ quantity }) => quantity / 1_000) ?? [];
  const problem = () => till.store.getState().scanProblem;
  const typed = () => till.store.getState().entry.amount;
  return { till, show, commands, sales, lines, problem, typed, ...keyboard };
}

/** The large amount that the cashier is asked about. */
const asked = ({ store }: Pick<Till, 'store'>) => {
  const { mode } = store.getState();
  return mode.kind === 'question' && mode.question.kind === 'large_amount' ? mode.question : null;
};

const settled = () => new Promise((done) => setImmediate(done));

describe('a scan at the till', () => {
  it('of an unknown barcode, also with zeros in front, is named and starts no sale', () => {
    const { press, write, problem, sales, typed } = openTill();
    write('00012505', 8);
    press('Enter', 8);
    expect(problem()).toEqual({ kind: 'unknown', code: '00012505' });
    expect([sales(), typed()]).toEqual([[], 0]);
  });

  it.each([
    ['CR and LF', 8, ['Enter', 'Ctrl+j']],
    ['two end keys', 8, ['Enter', 'Enter']],
    ['57 ms between its keys', 57, ['Enter']],
    ['69 ms between its keys', 69, ['Enter']],
  ])('of a known barcode with %s adds one item and starts no sale', (_, after, ends) => {
    const { press, write, lines, sales, typed } = openTill();
    write(EAN, after);
    for (const end of ends) press(end, after);
    expect(lines()).toEqual([1]);
    expect([sales(), typed()]).toEqual([[], 0]);
  });

  it('of a GS1 code adds its weight, and its separators are no part of a batch', async () => {
    const { press, write, lines, problem } = openTill();
    for (const [batch, sold] of [
      ['A1', 0.195],
      ['B2', 0.39],
    ] as const) {
      write(`01${GTIN}10${batch}`, 8);
      press('Ctrl+]', 8);
      write('3103000195', 8);
      press('Enter', 8);
      // The first one loads the reader.
      await expect.poll(lines).toEqual([sold]);
    }
    write(`01${GTIN}17261128`, 8);
    press('Enter', 8);
    expect(problem()).toMatchObject({ kind: 'label', why: 'too_old', until: '2026-11-28' });
    write(`01${GTIN}17261129`, 8);
    press('Enter', 8);
    expect([problem(), lines()]).toEqual([null, [1.39]]);
    write('0100036000291452', 8);
    press('Enter', 8);
    expect(problem()).toEqual({ kind: 'unknown', code: '0100036000291452' });
    expect(lines()).toEqual([1.39]);
  });

  it.each([
    ['of a price of 0', '2112345000000', null, 'empty'],
    ['after a typed quantity', '2112345019950', 3, 'typed'],
  ] as const)('of a label %s sells nothing, and the till says why', (_, digits, typed, why) => {
    const { till, press, write, lines, problem } = openTill();
    const products = CATALOGUE.products.map((one) => ({ ...one, inStoreItem: '12345' }));
    const catalogue = { ...CATALOGUE, products, inStoreCodes: ['21IIIIIPPP.PPC'] };
    till.goods.store.setState({ catalogue, quantity: typed });
    write(`${digits.slice(0, -1)}${checkDigit(digits.slice(0, -1))}`, 8);
    press('Enter', 8);
    expect(problem()).toMatchObject({ kind: 'label', why });
    expect(lines()).toEqual([]);
    till.goods.setQuantity(0);
    write(`211234501995${checkDigit('211234501995')}`, 8);
    press('Enter', 8);
    expect(problem()).toBeNull();
    expect(till.bills.current()?.lines).toMatchObject([{ price: 1_995, quantity: 1_000 }]);
  });

  it('is not a quick 12505 and Enter: that is a sale of 125.05', async () => {
    const { press, write, sales } = openTill();
    write('12505', 12);
    press('Enter', 12);
    await settled();
    expect(sales()).toEqual([12_505]);
  });

  it('begins the next sale if it is a product after a sale that has ended', async () => {
    const { show, commands, lines, press, write } = openTill();
    show(view([sale({ kind: 'paid', at: 0 }, { actions: ['dismiss'] })]));
    write(EAN, 8);
    press('Enter', 8);
    await settled();
    expect(lines()).toEqual([1]);
    expect(commands).toContainEqual({ type: 'act', saleId: 'sale-187', action: 'dismiss' });
  });

  const live: SaleView = sale({ kind: 'creating' });
  it.each([
    ['a question is open', 'open', (one) => one.till.askToClear(true)],
    ['a table is named', 'open', (one) => one.till.tables.startNaming('park')],
    ['a price is typed', 'open', ({ till }) => openPrice(till)],
    ['another screen is open', 'open', (one) => one.till.show('sales')],
    ['a sale runs', 'sale', (one) => one.show(view([live]))],
    ['the till is locked', 'locked', (one) => one.show(view([]), { backOffice: LOCKED })],
  ] as const satisfies readonly [string, string, (one: ReturnType<typeof openTill>) => void][])(
    'while %s changes nothing, and the till says so',
    (_, why, prepare) => {
      for (const code of [EAN, '00012505', TOKEN]) {
        const one = openTill();
        prepare(one);
        const before = one.till.goods.store.getState();
        one.write(code, 8);
        one.press('Enter', 8);
        expect(one.problem()).toEqual({ kind: 'not_now', why });
        expect(one.till.goods.store.getState()).toBe(before);
        expect([one.sales(), one.typed()]).toEqual([[], 0]);
      }
    },
  );

  it.each([RECEIPT, `https://pay.example/r/${RECEIPT}`])(
    'of the code of a receipt, %s, opens the receipt and sells nothing, also in the list of sales',
    async (code) => {
      for (const screen of ['sale', 'sales'] as const) {
        const { till, commands, sales, lines, write, press } = openTill();
        till.show(screen);
        write(code, 8);
        press('Enter', 8);
        await settled();
        expect(commands).toContainEqual({ type: 'open_receipt', code: RECEIPT });
        expect([sales(), lines()]).toEqual([[], []]);
      }
    },
  );

  it('of the code of a receipt while a sale runs opens nothing', () => {
    const { show, commands, problem, write, press } = openTill();
    show(view([live]));
    write(RECEIPT, 8);
    press('Enter', 8);
    expect(problem()).toEqual({ kind: 'not_now', why: 'sale' });
    expect(commands.map(({ type }) => type)).not.toContain('open_receipt');
  });

  it('of a customer’s code is refused in words if the till has no connection', () => {
    const { show, press, write, problem } = openTill();
    show(view([], { connection: { kind: 'offline', since: 0 } }));
    write(TOKEN, 8);
    press('Enter', 8);
    expect(problem()).toEqual({ kind: 'not_now', why: 'no_payments' });
  });

  it.each(['phone', 'scan'] as const)(
    'while the pad is %s adds the item and types no digit',
    (stage) => {
      const { till, write, press, lines, problem } = openTill();
      till.enter(stage);
      write(EAN, 8);
      press('Enter', 8);
      expect(lines()).toEqual([1]);
      write('96385074', 8);
      press('Enter', 8);
      expect(problem()).toEqual({ kind: 'unknown', code: '96385074' });
      expect(till.store.getState()).toMatchObject({
        entry: { number: '', amount: 0 },
        mode: { kind: 'entry', stage },
      });
    },
  );
});

function openPrice(till: ReturnType<typeof openTill>['till']): void {
  const [product] = CATALOGUE.products;
  if (product !== undefined) till.goods.add({ ...product, price: null });
}

describe('an amount above the limit', () => {
  const begun = () => {
    const one = openTill(100_000);
    one.write('7000000', 150);
    one.press('Enter', 150);
    return one;
  };

  it('is asked again before the sale starts, and starts it only with a yes', async () => {
    const { till, sales } = begun();
    expect(asked(till)).toMatchObject({ amount: 7_000_000 });
    expect(sales()).toEqual([]);
    till.answerAsked('take');
    await settled();
    expect(sales()).toEqual([7_000_000]);
    expect([asked(till), till.store.getState().entry.amount]).toEqual([null, 0]);
  });

  it('stays after a no, and takes neither keys nor scans during the question', () => {
    const { till, press, write, sales, typed, lines, problem } = begun();
    press('5', 200);
    press('Enter', 200);
    write(EAN, 8);
    press('Enter', 8);
    expect(problem()).toEqual({ kind: 'not_now', why: 'open' });
    till.answerAsked('change');
    expect([sales(), typed(), lines()]).toEqual([[], 7_000_000, []]);
  });

  it('is forgotten when the till locks', () => {
    const { till, show } = begun();
    show(view([]), { backOffice: LOCKED });
    expect(asked(till)).toBeNull();
  });

  it('is asked again if the total is another one than in the question', async () => {
    const { till, sales } = begun();
    till.goods.addAmount(money(50));
    till.answerAsked('take');
    await settled();
    expect(asked(till)).toMatchObject({ amount: 7_000_050 });
    expect(sales()).toEqual([]);
  });

  it('is taken at once if it is not above the limit', async () => {
    const one = openTill(100_000);
    one.write('100000', 150);
    one.press('Enter', 150);
    await settled();
    expect(one.sales()).toEqual([100_000]);
  });
});

/** Gaps of a hand at random, and quick ones for at most seven keys, as nobody types more of them. */
const byHand = fc.oneof(
  fc.tuple(fc.stringMatching(/^[1-9]\d{0,8}$/), fc.integer({ min: 101, max: 900 })),
  fc.tuple(fc.stringMatching(/^[1-9]\d{0,6}$/), fc.integer({ min: 1, max: 100 })),
);
const person = byHand.map(([digits, after]) => ({ kind: 'person', digits, after }) as const);
const pay = fc.constant({ kind: 'pay' } as const);
const unknownCode = fc
  .oneof(fc.stringMatching(/^\d{8,32}$/), fc.stringMatching(/^[0-9A-Za-z]{0,12}\d{8}$/))
  .filter((code) => code !== EAN);
const scanner = fc.record({
  kind: fc.constant('scanner' as const),
  code: fc.oneof(fc.constant(EAN), unknownCode),
  aim: fc.constantFrom('', ']E0', ']C1', ']d2'),
  gaps: fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 9 }),
  suffix: fc.constantFrom(
    ...[[], ['Enter'], ['Tab'], ['Ctrl+j'], ['Enter', 'Ctrl+j'], ['Enter', 'Enter'], ['\r', '\n']],
  ),
});

it('no burst of a scanner becomes money, in every mix of people and scanners', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(person, scanner, pay), { maxLength: 14 }), async (acts) => {
      const till = openTill();
      const expected: number[] = [];
      let typed = '';
      let items = 0;
      for (const act of acts) {
        // Hands and scanners take turns. Each begins when the other one has ended.
        const pause = 320;
        if (act.kind === 'pay') {
          till.press('Enter', pause);
          await settled();
          const total = Number(typed) + items * PRICE;
          if (total > 0) expected.push(total);
          [typed, items] = ['', 0];
        } else if (act.kind === 'person') {
          if ((typed + act.digits).length > 9) continue;
          typed += act.digits;
          for (const [index, key] of [...act.digits].entries()) {
            till.press(key, index === 0 ? pause : act.after);
          }
        } else {
          const keys = [...act.aim, ...act.code, ...act.suffix];
          for (const [index, key] of keys.entries()) {
            till.press(key, index === 0 ? pause : (act.gaps[index % act.gaps.length] ?? 1));
          }
          if (act.code === EAN) items += 1;
        }
      }
      till.rest();
      expect(till.sales()).toEqual(expected);
      expect(till.typed()).toBe(Number(typed));
    }),
    { numRuns: 300 },
  );
});
