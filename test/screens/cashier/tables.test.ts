import { describe, expect, it } from 'vitest';
import { amountsOf } from '../../../shared/bill/amounts.ts';
import { quantity } from '../../../shared/bill/quantity.ts';
import { money } from '../../../shared/money/money.ts';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import { type BillHost, createBillHost } from '../../support/bill-host.ts';
import { CASHIER_WORDS } from '../../support/cashier-words.ts';
import { openTill } from './fixture.ts';
import { demoShop, GOODS, lineOf, stock, tablesHost } from './goods-shop.ts';
import { NOW, sale, view } from './sales.ts';
import { BACK_OFFICE } from './staff-history-day.ts';

const SHOP = demoShop();
const { cashier, key, page, word } = openTill();
const slip = async () =>
  (await page().locator('.slip').innerText()).replaceAll(/[ \u00a0\n\t]+/g, ' ');
const slipHas = (text: RegExp) => expect.poll(slip).toMatch(text);

let host: BillHost;
async function open(given: BillHost = tablesHost()): Promise<void> {
  host = given;
  await stock(cashier(), SHOP, {}, view([]), host);
}
const linesOf = (name: string | null) =>
  host.named(name)?.lines.map((line) => `${line.quantity / 1_000} ${line.name}`);
const totalOf = (name: string | null) => {
  const bill = host.named(name);
  return bill === undefined ? null : amountsOf(bill).total;
};

async function addTea(): Promise<void> {
  await page().keyboard.type('te');
  await page().keyboard.press('Enter');
  await slipHas(/1 Tea/);
}

/** Shows the open bills and selects one. */
async function pick(name = 'Table 4', text = /2 Flat white/): Promise<void> {
  await key(/^\d bills?$/).click();
  await word('Open bills');
  await page().locator('.list-row', { hasText: name }).click();
  await slipHas(text);
}

it('a low till says what the keys of an open bill do, and why one that is being paid has none', async () => {
  await page().setViewportSize({ width: 800, height: 600 });
  await open();
  await pick();
  await page().locator('.table-shares .table-text').waitFor();
  await page().locator('.list-row', { hasText: 'Table 9' }).click();
  await page().locator('.table-side .table-text', { hasText: 'Being paid now' }).waitFor();
});

describe('parking a sale', () => {
  it('gives the bill the name of a table by number, by touch', async () => {
    await open();
    await addTea();
    await key('Park sale').click();
    await word('Table or name');
    await page().getByRole('button', { name: '1', exact: true }).click();
    await page().getByRole('button', { name: '2', exact: true }).click();
    await page().getByText('Table 12').first().waitFor();
    await key(/^Park at/).click();
    await page().locator('.slot-empty').waitFor();
    await expect.poll(() => linesOf('Table 12')).toEqual(['1 Tea']);
  });

  it('accepts a name from the keyboard and includes the typed amount', async () => {
    await open();
    await addTea();
    await page().keyboard.press('F2');
    await page().keyboard.type('2800');
    await slipHas(/Custom amount 28\.00/);
    await key('Park sale').click();
    await word('Table or name');
    await page().keyboard.type('Kari 2');
    await page().getByText('Kari 2').first().waitFor();
    await page().keyboard.press('Enter');
    await page().locator('.slot-empty').waitFor();
    await expect.poll(() => linesOf('Kari 2')).toEqual(['1 Tea', '1 Custom amount']);
  });

  it('shows that the name is in use and keeps the bill', async () => {
    await open();
    await addTea();
    await key('Park sale').click();
    await page().getByRole('button', { name: '4', exact: true }).click();
    await key(/^Park at/).click();
    await page().getByText(CASHIER_WORDS.en.problems.bill_name_in_use).waitFor();
    await page().keyboard.press('Escape');
    await slipHas(/1 Tea 34\.00/);
    await key(/^Show QR code/).waitFor();
  });

  it('is the main action while there is no connection', async () => {
    await open();
    await addTea();
    const offline = view([], { connection: { kind: 'offline', since: NOW - 120_000 } });
    await cashier().show(offline, {}, GOODS);
    await key(/^Park this sale/).click();
    await word('Table or name');
  });
});

describe('an open bill', () => {
  it('is opened on the slip and parked again under its name', async () => {
    await open();
    await pick();
    await key('Open bill').click();
    await slipHas(/Table 4 2 Flat white 104\.00.* 3 Cinnamon bun 135\.00/);
    await key('Back to Table 4').click();
    await page().locator('.slot-empty').waitFor();
    expect(linesOf('Table 4')).toEqual(['2 Flat white', '3 Cinnamon bun']);
  });

  it('is paid by code or sticker', async () => {
    await open();
    await pick();
    await key('Open bill').click();
    await slipHas(/Table 4/);
    const sticker = { kind: 'serial', serial: '0123456789012' } as const;
    await cashier().show(view([]), { sticker }, GOODS);
    await key('Code and sticker').click();
    const pays = async () => (await cashier().commands()).filter((one) => one.type === 'pay_bill');
    await expect.poll(pays).toMatchObject([
      {
        bill: 't4',
        version: 1,
        amount: 23_900,
        method: { kind: 'phone', method: { kind: 'qr_and_sticker', sticker } },
      },
    ]);
  });

  it('takes its place on the slip while the one that was there stays open', async () => {
    await open();
    await addTea();
    await pick();
    await key('Open bill').click();
    await slipHas(/Table 4 2 Flat white/);
    await expect.poll(() => linesOf(null)).toEqual(['1 Tea']);
    await key('3 bills').click();
    await page().locator('.list-row', { hasText: 'Bill 08:42' }).click();
    await slipHas(/1 Tea/);
  });

  it('waits until a typed amount is added to the bill on the slip', async () => {
    await open();
    await page().keyboard.type('2800');
    await slipHas(/28\.00/);
    await pick();
    await page().getByText(CASHIER_WORDS.en.tableTakeUpFirst).waitFor();
    expect(await key('Open bill').getAttribute('aria-disabled')).toBe('true');
  });

  it('is split: both totals are shown before selected lines move', async () => {
    await open();
    await pick();
    const bun = page().locator('.basket-line', { hasText: 'Cinnamon bun' });
    await bun.click();
    await bun.click();
    await page().getByText('2 of 3').waitFor();
    await key('Window seat').click();
    const totals = () => page().locator('.move-totals').innerText();
    await expect.poll(totals).toMatch(/Table 4[\s\S]*149\.00[\s\S]*Window seat[\s\S]*179\.00/);
    expect(linesOf('Window seat')).toEqual(['1 Soup']);
    await key('Move lines').click();
    await expect.poll(() => linesOf('Window seat')).toEqual(['1 Soup', '2 Cinnamon bun']);
    await page().locator('.basket-line').first().click();
    await key('New table').click();
    await word('Table or name');
    await page().keyboard.type('7');
    await page().getByText('Table 7').first().waitFor();
    await page().keyboard.press('Enter');
    await key('Move lines').click();
    await expect.poll(() => linesOf('Table 7')).toEqual(['1 Flat white']);
    expect(linesOf('Table 4')).toEqual(['1 Flat white', '1 Cinnamon bun']);
  });

  it('with money off says how much of it moves along, and moves the chosen part', async () => {
    host = tablesHost();
    const discount = { kind: 'amount', amount: money(1_500), reason: 'offer' } as const;
    host.act('t4', { act: 'discount_bill', discount });
    await open(host);
    await pick();
    await page().locator('.basket-line', { hasText: 'Cinnamon bun' }).dblclick();
    await page().getByText('2 of 3').waitFor();
    await key('New bill').click();
    const totals = () => page().locator('.move-totals').innerText();
    // The share by price: 90 of 239.
    await expect.poll(totals).toMatch(/139\.65[\s\S]*84\.35/);
    await page().getByRole('radio', { name: 'kr 15.00' }).check({ force: true });
    await expect.poll(totals).toMatch(/149\.00[\s\S]*75\.00/);
    await key('Move lines').click();
    await expect.poll(() => totalOf(null)).toBe(7_500);
    expect(totalOf('Table 4')).toBe(14_900);
  });

  it('is joined with another one', async () => {
    await open();
    await pick();
    await key('Join with another bill').click();
    await key('Window seat').click();
    await key('Move lines').click();
    await expect.poll(() => host.named('Table 4')).toBeUndefined();
    expect(totalOf('Window seat')).toBe(32_800);
  });

  it('is cleared after a confirmation', async () => {
    await open();
    await pick();
    await key('Clear bill').click();
    await page().getByText('Clear Table 4?').waitFor();
    expect(host.bill('t4').closed).toBe(false);
    await page().locator('.dialog').getByRole('button', { name: 'Clear bill' }).click();
    await expect.poll(() => host.bill('t4').closed).toBe(true);
  });

  it('that is being paid offers no action', async () => {
    await open();
    await key('3 bills').click();
    await page().locator('.list-row', { hasText: 'Table 9' }).click();
    await page().getByText('Being paid now').first().waitFor();
    expect(await key('Open bill').count()).toBe(0);
  });
});

describe('a bill that is paid in parts', () => {
  it('is paid in equal shares, and the slip says whose turn it is', async () => {
    await open();
    await pick();
    await key('3 shares').click();
    await slipHas(/Part to pay now \(1 of 3\) 79\.67/);
    await key(/^Show QR code/).click();
    await expect.poll(() => host.bill('t4').tenders).toMatchObject([{ amount: 7_967 }]);
    host.end('t4', 'paid');
    await slipHas(
      /Total 239\.00 Paid −79\.67 Left to pay kr 159\.33 Part to pay now \(2 of 3\) 79\.67/,
    );
    await key(/^Show QR code/).click();
    await expect.poll(() => host.bill('t4').tenders.length).toBe(2);
    host.end('t4', 'failed');
    await slipHas(/Part to pay now \(2 of 3\) 79\.67/);
  });

  it('says what is left of it when a share was paid by phone', async () => {
    await open();
    await pick();
    await key('3 shares').click();
    await key(/^Show QR code/).click();
    await expect.poll(() => host.bill('t4').tenders.length).toBe(1);
    host.end('t4', 'paid');
    const [tender] = host.bill('t4').tenders;
    if (tender === undefined) throw new Error('no tender');
    const bill = { bill: 't4', tender: tender.id };
    const paid = sale({ kind: 'paid', at: NOW }, { amount: money(7_967), bill });
    await cashier().show(view([paid]), {}, GOODS);
    await key(/^Pay the rest\D+159\.33$/).waitFor();
    // Green only once nothing is left.
    await page().locator('.field.tone-part h1', { hasText: 'Part paid' }).waitFor();
  });

  it('is paid by a typed amount, and the rest stays due', async () => {
    await open();
    await pick();
    await key('Pay an amount').click();
    await page().keyboard.type('10000');
    await key(/^Pay this amount/).click();
    await slipHas(/Part to pay now 100\.00/);
    await key(/^Show QR code/).click();
    await expect.poll(() => host.bill('t4').tenders).toMatchObject([{ amount: 10_000 }]);
    host.end('t4', 'paid');
    await slipHas(/Total 239\.00 Paid −100\.00 Left to pay kr 139\.00/);
    await key(/^Show QR code/).click();
    await expect.poll(() => host.bill('t4').tenders.at(-1)?.amount).toBe(13_900);
  });
});

describe('a tap', () => {
  it('counts at once while the host is slow, and is taken back with a sentence if it refuses', async () => {
    await open(createBillHost(() => NOW));
    await addTea();
    await expect.poll(() => linesOf(null)).toEqual(['1 Tea']);
    const release = host.hold();
    await page().keyboard.type('bun');
    await page().keyboard.press('Enter');
    await slipHas(/1 Cinnamon bun not saved yet 45\.00/);
    expect(linesOf(null)).toEqual(['1 Tea']);
    const id = host.named(null)?.id ?? '';
    host.ask(id, money(3_400));
    release();
    await page().getByText(CASHIER_WORDS.en.problems.bill_being_paid).waitFor();
    await expect.poll(slip).not.toMatch(/Cinnamon bun/);
  });

  it('is sent again to the bill as another screen has changed it, and nothing typed is lost', async () => {
    await open();
    await pick();
    await key('Open bill').click();
    await key('Keypad').click();
    await page().keyboard.type('28');
    await slipHas(/Custom amount 0\.28/);
    const [line] = host.bill('t4').lines;
    host.act('t4', { act: 'remove', line: line?.id ?? 'line:' });
    await page().getByText('Table 4 was changed on another screen.').waitFor();
    await slipHas(/Table 4 3 Cinnamon bun 135\.00 1 Custom amount 0\.28/);
  });
});

describe('a change that takes off more than the limit of the cashier', () => {
  const APPROVED = { ok: true, value: { id: 'approval-1' } } as const;
  const lessThanAll = { kind: 'amount', amount: money(5_000), reason: 'late' } as const;

  it('needs the PIN of a supervisor for a discount', async () => {
    cashier().backOffice(BACK_OFFICE);
    await open();
    await cashier().answerTo('approve_bill', APPROVED);
    await pick();
    await key('Open bill').click();
    await key('Keypad').click();
    await key('Discount').first().click();
    await page().keyboard.type('50');
    await key('Complaint').click();
    await key('Apply 50% discount').click();
    await page().getByText(CASHIER_WORDS.en.billApproveText).waitFor();
    await page().keyboard.type('4711');
    await key('Approve change').click();
    await expect.poll(() => host.bill('t4').percent).toMatchObject({ approvedBy: 'ingrid' });
    await slipHas(/Total kr 119\.50/);
  });

  it('says that the value of returned deposits needs the supervisor, and names no discount', async () => {
    cashier().backOffice(BACK_OFFICE);
    host = createBillHost(() => NOW);
    const bottles = lineOf('bottle', 'Returned bottle', 16, 300, '0.15');
    host.open('t7', 'Table 7', [{ ...bottles, kind: 'deposit_return' }]);
    await open(host);
    await pick('Table 7', /16 Returned bottle/);
    await key('Open bill').click();
    await key('One more').click();
    await page()
      .getByText(
        /17 instead of 16\. Table 7: −kr\s51\.00\. Returned deposits of kr\s51\.00 on one bill need/,
      )
      .waitFor();
  });

  it('says what a split leaves, survives a wrong PIN, and is done once however often Approve is pressed', async () => {
    cashier().backOffice(BACK_OFFICE);
    await open();
    host.act('t4', { act: 'discount_bill', discount: lessThanAll });
    const { version } = host.bill('t4');
    await pick('Table 4', /Total kr 189\.00/);
    await page().locator('.basket-line', { hasText: 'Flat white' }).click();
    await key('New bill').click();
    await page().getByRole('radio', { name: 'kr 50.00' }).check({ force: true });
    await key('Move lines').click();
    await page()
      .getByText(/Move lines\. Table 4: kr\s187\.00, kr\s0\.00 off\./)
      .waitFor();
    await cashier().answerTo('approve_bill', refuseTill('wrong_pin'));
    await page().keyboard.type('0000');
    await key('Approve change').click();
    await page().getByText(CASHIER_WORDS.en.problems.wrong_pin).waitFor();
    expect(host.bill('t4').version).toBe(version);
    await cashier().answerTo('approve_bill', APPROVED);
    await page().keyboard.type('4711');
    await key('Approve change').dblclick();
    await slipHas(/Table 4 .*Total kr 187\.00/);
    await expect.poll(() => host.bill('t4').version).toBe(version + 1);
    expect(host.view().open.map(({ total }) => total)).toContain(200);
  });

  it('changes nothing after Escape, and what another screen has changed meanwhile is not approved', async () => {
    cashier().backOffice(BACK_OFFICE);
    await open();
    host.act('t4', { act: 'discount_bill', discount: lessThanAll });
    await cashier().answerTo('approve_bill', APPROVED);
    await pick('Table 4', /Total kr 189\.00/);
    await key('Open bill').click();
    await key('Keypad').click();
    await page().locator('.basket-line', { hasText: 'Cinnamon bun' }).click();
    await key('Remove line').click();
    await page()
      .getByText(/Remove Cinnamon bun\. Table 4: kr\s54\.00, kr\s50\.00 off\./)
      .waitFor();
    await page().keyboard.press('Escape');
    await slipHas(/Cinnamon bun.*Total kr 189\.00/);
    await key('Remove line').click();
    await page().getByText(CASHIER_WORDS.en.billApproveText).waitFor();
    const [first] = host.bill('t4').lines;
    host.act('t4', { act: 'set_quantity', line: first?.id ?? 'line:', quantity: quantity(1_000) });
    await page().keyboard.type('4711');
    await key('Approve change').click();
    await page().getByText(CASHIER_WORDS.en.problems.bill_changed).waitFor();
    await slipHas(/1 Flat white.*Cinnamon bun/);
  });
});
