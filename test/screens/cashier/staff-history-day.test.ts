import jsqr from 'jsqr';
import { describe, expect, it } from 'vitest';
import { money } from '../../../shared/money/money.ts';
import { createBillHost } from '../../support/bill-host.ts';
import { readPng } from '../../support/png.ts';
import { typeByHand } from '../../support/type-by-hand.ts';
import { openTill } from './fixture.ts';
import { GOODS, tablesHost } from './goods-shop.ts';
import { NOW, STATES, view } from './sales.ts';
import { scan } from './scan.ts';
import {
  BACK_OFFICE,
  DAY,
  LOCKED,
  LOCKED_OUT,
  NOBODY,
  PAGE,
  PAID,
  REFUNDS,
  SOLD,
  SUPERVISED,
} from './staff-history-day.ts';

const { cashier, key, open, page, sent, word } = openTill();

const refused = (reason: string) =>
  ({
    ok: false,
    refusal: { type: 'Unauthorized', description: 'No.', details: { reason } },
  }) as const;

/** Presses Tab until the control with this text has the focus. */
async function tabTo(text: RegExp): Promise<void> {
  for (let tabs = 0; tabs < 60; tabs += 1) {
    await page().keyboard.press('Tab');
    const name = await page().evaluate(() => document.activeElement?.textContent ?? '');
    if (text.test(name)) return;
  }
  throw new Error(`Tab does not reach ${text}`);
}

async function lock(backOffice = LOCKED): Promise<void> {
  cashier().backOffice(backOffice);
  await cashier().show(view([]));
  await word('Locked');
}

async function unlocked(): Promise<void> {
  cashier().backOffice(BACK_OFFICE);
  await cashier().answerTo('history', PAGE);
  await cashier().answerTo('day', DAY);
  await cashier().show(view([PAID]));
}

describe('a locked till', () => {
  it('is unlocked with the keyboard: name, digits, Enter', async () => {
    await lock();
    await tabTo(/^Ola/);
    await page().keyboard.press('Enter');
    await page().keyboard.type('2580');
    await page().keyboard.press('Enter');
    await expect
      .poll(() => sent('unlock'))
      .toEqual([{ type: 'unlock', personId: 's-ola', pin: '2580' }]);
  });

  it('is unlocked by touch and selects the person who was there last', async () => {
    await unlocked();
    await lock();
    for (const digit of ['2', '5', '8', '0']) await key(digit).click();
    await key('Unlock').click();
    await expect
      .poll(() => sent('unlock'))
      .toEqual([{ type: 'unlock', personId: 's-ingrid', pin: '2580' }]);
  });

  it('reports a wrong PIN and does not show the typed digits', async () => {
    await cashier().answerTo('unlock', refused('wrong_pin'));
    await lock();
    await key(/^Marte/).click();
    await typeByHand(page(), '98765432');
    await page().getByRole('img', { name: '8 digits entered' }).waitFor();
    expect(await page().locator('body').innerText()).not.toContain('9876');
    await page().keyboard.press('Enter');
    await page().getByText('Wrong PIN. Try again.').waitFor();
    expect(await page().getByRole('img', { name: '0 digits entered' }).count()).toBe(1);
  });

  it('ignores scanned product codes in the PIN field', async () => {
    await lock();
    await key(/^Marte/).click();
    await scan(page(), '96385074');
    await scan(page(), '7000000000031');
    await page().getByText('A code was scanned. Unlock the till').waitFor();
    await page().keyboard.type('25');
    await page().getByRole('img', { name: '2 digits entered' }).waitFor();
    expect(await sent('unlock')).toEqual([]);
  });

  it('shows a countdown during a lockout and ignores digits', async () => {
    await lock(LOCKED_OUT);
    await key(/^Marte/).click();
    await page().getByText('Too many wrong PINs. Try again in 0:27.').waitFor();
    await page().keyboard.type('4711');
    await page().keyboard.press('Enter');
    await key(/^Ola/).click();
    await page().keyboard.type('2580');
    await page().keyboard.press('Enter');
    await expect.poll(async () => (await sent('unlock')).length).toBe(1);
    expect(await sent('unlock')).toMatchObject([{ personId: 's-ola' }]);
  });

  it('shows a live sale and its code without keys', async () => {
    cashier().backOffice(LOCKED);
    await cashier().show(STATES['waiting-qr'] ?? view([]));
    await word('Waiting for scan');
    const { data, width, height } = readPng(await page().screenshot());
    expect(jsqr.default(data, width, height)?.data).toContain('/p/p2ybyw4tq73n/');
    expect(await key('Cancel sale').count()).toBe(0);
    expect(await page().locator('.locked-amount').innerText()).toContain('125.00');
  });

  it('keeps the typed values and starts no sale by a scan', async () => {
    cashier().backOffice(BACK_OFFICE);
    await cashier().show(view([]));
    await page().keyboard.type('4500');
    const typed = () => page().locator('.deck-amount').innerText();
    // A scanner types as fast; its keys are let through when it is none.
    await expect.poll(typed).toContain('45.00');
    await lock();
    await page().evaluate(() => document.body.focus());
    await page().keyboard.type('token:123456789012345678\n');
    cashier().backOffice(BACK_OFFICE);
    await cashier().show(view([]));
    await expect.poll(typed).toContain('45.00');
    expect(await sent('pay_bill')).toEqual([]);
  });

  it('does not lock during use: the screen reports touches to the host', async () => {
    await unlocked();
    await page().mouse.click(200, 600);
    await expect.poll(async () => (await sent('present')).length).toBe(1);
    // The screen reports several touches in a row once. Each has its time, however long the machine takes.
    await page().evaluate(() => {
      for (const after of [0, 1, 9_999]) {
        const touch = new PointerEvent('pointerdown', { bubbles: true });
        const value = performance.timeOrigin + after;
        document.body.dispatchEvent(Object.defineProperty(touch, 'timeStamp', { value }));
      }
    });
    await key(/^Lock the till/).click();
    await expect.poll(async () => (await sent('lock')).length).toBe(1);
    expect((await sent('present')).length).toBe(2);
  });
});

describe('the sales of a till', () => {
  it('are found by typing, also in the host’s history', async () => {
    await unlocked();
    await key('Sales').click();
    await page().getByText('Table 4').waitFor();
    await page().getByLabel('Amount, number, table or reference').fill('214');
    await expect.poll(() => page().locator('.list-row').count()).toBe(1);
    expect(await page().locator('.list-row').innerText()).toContain('Table 4');
    const asked = (await sent('history')).at(-1);
    expect(asked).toMatchObject({ filter: { text: '214', states: null, day: null } });
  });

  it('are found by touch: letters, groups, a day', async () => {
    await unlocked();
    await key('Sales').click();
    await page().getByLabel('Amount, number, table or reference').click();
    await page().getByRole('radio', { name: 'Not paid' }).check();
    await key('Any day').click();
    await key('Previous day').click();
    for (const letter of ['t', '4']) await key(letter).click();
    const asked = (await sent('history')).at(-1);
    const filter = { text: 't4', states: 'not_paid', method: null, day: '2026-11-19' };
    expect(asked).toMatchObject({ filter });
    await page().getByText('No matching sales.').waitFor();
    await key('Clear search').click();
    await expect.poll(() => page().locator('.list-row').count()).toBe(6);
    await key('Earlier sales').click();
    expect((await sent('history')).at(-1)).toMatchObject({ filter: { cursor: '2026-11-18:166' } });
  });
});

describe('a refund', () => {
  async function toApproval(): Promise<void> {
    await unlocked();
    await key('Sales').click();
    await key('Refund').click();
    await key('Change amount or reason').click();
    await page().keyboard.type('4500');
    await page().keyboard.press('Enter');
    await page().getByRole('heading', { name: 'Supervisor approval' }).waitFor();
    await key(/^Marte/).click();
    await page().keyboard.type('4711');
    await page().keyboard.press('Enter');
  }

  it('requires an amount, a reason and a supervisor’s PIN, and is then shown on the slip', async () => {
    await cashier().answerTo('approve', { ok: true, value: { id: 'word-1' } });
    await toApproval();
    await expect.poll(() => sent('refund')).toEqual([{ type: 'refund', approvalId: 'word-1' }]);
    const asked = { personId: 's-marte', pin: '4711', tid: PAID.tid, amount: 4_500 };
    expect(await sent('approve')).toEqual([{ type: 'approve', ...asked, text: 'Returned' }]);
    await cashier().show(REFUNDS);
    const lines = page().locator('.refund-line');
    await expect.poll(() => lines.count()).toBe(4);
    const standings = await lines.evaluateAll((all) =>
      all.map((one) => one.getAttribute('data-standing')),
    );
    expect(standings.toSorted()).toEqual(['asked', 'done', 'refused', 'unclear']);
    expect(await lines.allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringContaining('did not accept this refund')]),
    );
  });

  it('is made with the keyboard alone', async () => {
    await cashier().answerTo('approve', { ok: true, value: { id: 'word-1' } });
    await unlocked();
    await tabTo(/^Sales$/);
    await page().keyboard.press('Enter');
    await page().getByText('Table 4').waitFor();
    await tabTo(/^Refund$/);
    await page().keyboard.press('Enter');
    await tabTo(/^Change amount or reason$/);
    await page().keyboard.press('Enter');
    await page().keyboard.type('4500');
    await page().keyboard.press('Enter');
    await page().getByRole('heading', { name: 'Supervisor approval' }).waitFor();
    await tabTo(/^Kari/);
    await page().keyboard.press('Enter');
    await page().keyboard.type('4711');
    await page().keyboard.press('Enter');
    await expect.poll(async () => (await sent('refund')).length).toBe(1);
    expect(await sent('approve')).toMatchObject([{ personId: 's-kari', amount: 4_500 }]);
  });

  it('of one line is made with the keyboard alone, and what is refunded cannot be chosen', async () => {
    await cashier().answerTo('approve', { ok: true, value: { id: 'word-1' } });
    const [one] = SOLD.refundable.refunded;
    const refunded = one === undefined ? [] : [one, one];
    const gone = { refundable: { ...SOLD.refundable, refunded } };
    await cashier().answerTo('refundable', { ok: true, value: gone });
    await unlocked();
    cashier().backOffice(SUPERVISED);
    await cashier().show(view([PAID]));
    await tabTo(/^Sales$/);
    await page().keyboard.press('Enter');
    await page().getByText('Table 4').waitFor();
    await tabTo(/^Refund$/);
    await page().keyboard.press('Enter');
    const bun = page().getByRole('checkbox', { name: /Cinnamon bun/ });
    await bun.waitFor();
    expect(
      await page()
        .getByRole('checkbox', { name: /Espresso/ })
        .isDisabled(),
    ).toBe(true);
    await bun.focus();
    await page().keyboard.press('Space');
    await page().keyboard.type('4711');
    await page().keyboard.press('Enter');
    await expect.poll(async () => (await sent('refund')).length).toBe(1);
    const lines = [{ index: 1, quantity: '1', total: 4_500 }];
    expect(await sent('approve')).toMatchObject([{ amount: 4_500, lines }]);
  });

  it('is found by a scan of the code on the receipt', async () => {
    await unlocked();
    await key('Sales').click();
    const rows = page().locator('.list-row');
    await expect.poll(() => rows.count()).toBeGreaterThan(1);
    await rows.nth(1).click();
    await scan(page(), PAID.tid ?? '');
    await expect.poll(() => rows.count()).toBe(1);
    expect(await page().getByRole('textbox').inputValue()).toBe(PAID.tid);
    await key('Refund').click();
    await page().getByRole('heading', { name: 'Supervisor approval' }).waitFor();
  });

  it('reads again what is left if another till has refunded a line meanwhile', async () => {
    await cashier().answerTo('approve', { ok: true, value: { id: 'word-1' } });
    await cashier().answerTo('refund', refused('lines_gone'));
    await cashier().answerTo('refundable', { ok: true, value: SOLD });
    cashier().backOffice(SUPERVISED);
    await cashier().show(view([PAID]));
    await key('Sales').click();
    await key('Refund').click();
    const espresso = page().getByRole('checkbox', { name: /Espresso/ });
    await espresso.click();
    const refunded = [{ index: 2, quantity: '2', total: money(3_000) }];
    const gone = { refundable: { ...SOLD.refundable, refunded } };
    await cashier().answerTo('refundable', { ok: true, value: gone });
    await page().keyboard.type('4711');
    await page().keyboard.press('Enter');
    await page().getByText('Some of these items were refunded meanwhile.').waitFor();
    await expect.poll(() => espresso.isDisabled()).toBe(true);
    expect(await espresso.isChecked()).toBe(false);
    expect((await sent('refundable')).length).toBe(2);
  });

  it('is repeated with the same approval after an outage, without another PIN', async () => {
    await cashier().answerTo('approve', { ok: true, value: { id: 'word-1' } });
    await cashier().answerTo('refund', refused('service_away'));
    await toApproval();
    await page().getByText('Nothing has been refunded yet; try again.').waitFor();
    await cashier().answerTo('refund', { ok: true, value: { id: 'r-1' } });
    await key(/^Try again/).click();
    await expect.poll(async () => (await sent('refund')).length).toBe(2);
    expect(new Set((await sent('refund')).map((one) => JSON.stringify(one))).size).toBe(1);
    expect((await sent('approve')).length).toBe(1);
  });

  it('of more than the remaining amount is refused with a message', async () => {
    await unlocked();
    await key('Sales').click();
    await key('Refund').click();
    await key('Change amount or reason').click();
    await page().keyboard.type('12501');
    await page().getByText('The amount is too large.').waitFor();
    await page().keyboard.press('Enter');
    expect(await page().getByText('Supervisor approval').count()).toBe(0);
    await key('Full amount').click();
    await page().getByText('Up to kr 125.00 can be refunded.').waitFor();
  });

  it('needs a signing key, a supervisor, a remaining amount and the till’s currency', async () => {
    await unlocked();
    cashier().backOffice({ ...BACK_OFFICE, refunds: 'no_key' });
    await cashier().show(view([PAID]));
    await key('Sales').click();
    await page().getByText('has no key for refunds').waitFor();
    cashier().backOffice({
      ...BACK_OFFICE,
      staff: BACK_OFFICE.staff.filter(({ role }) => role === 'cashier'),
    });
    await cashier().show(view([PAID]));
    await page().getByText('No one can approve refunds').waitFor();
    cashier().backOffice(BACK_OFFICE);
    const gone = { ...PAID.money, refunded: PAID.money.captured };
    await cashier().show(view([{ ...PAID, money: gone }]));
    expect(await key('Refund').count()).toBe(0);
    await cashier().show(view([{ ...PAID, currency: 'SEK' }]));
    await page().getByText('This payment is in another currency.').waitFor();
    expect(await key('Refund').isDisabled()).toBe(true);
  });
});

describe('the first supervisor', () => {
  async function toCode(): Promise<void> {
    cashier().backOffice({ ...NOBODY, firstSupervisor: 'by_code' });
    await cashier().show(view([]));
    await key('Settings').click();
    await key('Staff').click();
    await key('Add first supervisor').click();
    await page().getByText('Code shown when the till program started').waitFor();
  }

  it('learns that the code of the start is wrong before the name and the PIN', async () => {
    await toCode();
    await cashier().answerTo('first_code', refused('wrong_code'));
    await typeByHand(page(), '48172094');
    await page().keyboard.press('Enter');
    await page().getByRole('alert').filter({ hasText: 'Wrong code.' }).waitFor();
    await page().getByText('···· ····').waitFor();
    expect(await page().getByLabel('Name').count()).toBe(0);
    await cashier().answerTo('first_code', { ok: true, value: null });
    await typeByHand(page(), '48172093');
    await page().keyboard.press('Enter');
    await page().getByLabel('Name').waitFor();
    expect(await sent('staff')).toEqual([]);
  });

  it('types the PIN twice, and again if the two differ', async () => {
    await toCode();
    await typeByHand(page(), '48172093');
    await page().keyboard.press('Enter');
    await page().getByLabel('Name').fill('Marte');
    await key('Choose PIN').click();
    const type = async (pin: string, head: string) => {
      await page().getByText(head).waitFor();
      await typeByHand(page(), pin);
      await page().keyboard.press('Enter');
    };
    await type('4711', 'New PIN');
    await type('4712', 'Enter the new PIN once more');
    await page().getByText('The two PINs are not the same.').waitFor();
    expect(await sent('staff')).toEqual([]);
    await type('4711', 'New PIN');
    await type('4711', 'Enter the new PIN once more');
    await expect
      .poll(() => sent('staff'))
      .toMatchObject([{ change: { kind: 'add', name: 'Marte', pin: '4711' }, code: '48172093' }]);
  });
});

describe('the end of the day', () => {
  it('does not say that all is finished while a table, a code or a basket is open', async () => {
    await unlocked();
    const clear = () => page().getByText('All sales are finished');
    await key('Sales').click();
    await key('End of day').click();
    await clear().waitFor();
    cashier().hostBills(tablesHost());
    await cashier().show(view([PAID]), {}, GOODS);
    await key('3 open bills').waitFor();
    expect(await clear().count()).toBe(0);
    cashier().hostBills(createBillHost());
    const code = { id: 'c1', uri: 'http://p/c1', state: 'scanned', opened: NOW } as const;
    await cashier().show(view([PAID], { codes: [code] }));
    await key('1 code waiting for a total').waitFor();
    expect(await clear().count()).toBe(0);
    await cashier().show(view([PAID]));
    await clear().waitFor();
  });

  it('does not say so while an amount is being entered', async () => {
    await unlocked();
    await page().keyboard.type('4200');
    await key('Sales').click();
    await key('End of day').click();
    await key('A sale is being entered').click();
    await key(/^Show QR code/).waitFor();
  });

  it('lists unresolved refunds and prints only the slip', async () => {
    await unlocked();
    await cashier().show({ ...REFUNDS, sales: [PAID] });
    await key('Sales').click();
    await key('End of day').click();
    await page().getByRole('heading', { name: 'Resolve these first' }).waitFor();
    await key('2 refunds not confirmed').waitFor();
    await page().locator('.document-total').waitFor();
    await page().emulateMedia({ media: 'print' });
    expect(await page().locator('.till-right').isVisible()).toBe(false);
    expect(await page().locator('.list-side').isVisible()).toBe(false);
    expect(await page().locator('.day-slip').innerText()).toContain('4,026.50');
    await page().emulateMedia({ media: 'screen' });
  });

  it('shows another day when the cashier selects it', async () => {
    await open({ language: 'nb' });
    await unlocked();
    await key('Salg').click();
    await key('Dagsoppgjør').click();
    await page()
      .getByRole('button', { name: /18\. nov/ })
      .click();
    await expect
      .poll(async () => (await sent('day')).at(-1))
      .toEqual({ type: 'day', day: '2026-11-18' });
  });
});
