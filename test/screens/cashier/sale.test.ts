import { describe, expect, it } from 'vitest';
import { smallTargets } from '../../support/layout.ts';
import { passTicks } from '../../support/page-ticks.ts';
import { BUSY_MORNING } from './busy-morning.ts';
import { openTill } from './fixture.ts';
import { NOW, sale, view } from './sales.ts';

const { amount, cashier, key, open, page, paid, state, word } = openTill();

describe('a live sale', () => {
  it('can only be closed by cancelling it', async () => {
    await state('waiting-qr');
    await word('Waiting for scan');
    expect(await key('Sales').count()).toBe(0);
    await page().keyboard.press('Enter');
    await page().keyboard.press('Escape');
    await page().keyboard.type('123');
    expect(await cashier().commands()).toEqual([]);
    await key('Cancel sale').click();
    expect(await cashier().commands()).toEqual([
      { type: 'act', saleId: 'sale-187', action: 'cancel' },
    ]);
    await state('aborting');
    await word('Cancelling');
    await state('aborted');
    await word('Cancelled');
  });

  it('closes the list of sales', async () => {
    await cashier().show(BUSY_MORNING);
    await key('Sales').click();
    await word('Sales on this till');
    await state('authorised-race');
    await word('Reserved, not taken');
  });

  it('continues by phone number after the cancellation', async () => {
    await state('waiting-qr');
    await key('Phone number').click();
    await state('aborting');
    await state('aborted');
    await expect.poll(() => cashier().commands()).toHaveLength(2);
    await cashier().show(view([]));
    await word('The customer’s phone number');
    expect(await page().locator('.slip').innerText()).toMatch(/125\.00/);
  });

  it('is decided by the cashier if the customer approved before the cancellation', async () => {
    await state('authorised-race');
    await key(/^Take payment/).click();
    await key('Release reservation').click();
    const acts = (await cashier().commands()).map((one) => one.type === 'act' && one.action);
    expect(acts).toEqual(['capture', 'release']);
  });

  it('that is unclear can be checked again or set aside, but not charged again', async () => {
    await state('unclear');
    await key('Check again now').click();
    await key('Put on hold, next customer').click();
    const acts = (await cashier().commands()).map((one) => one.type === 'act' && one.action);
    expect(acts).toEqual(['ask_again', 'set_aside']);
    expect(
      await page()
        .getByRole('button', { name: /QR|charge|take/i })
        .count(),
    ).toBe(0);
  });
});

describe('a sale on the customer’s phone', () => {
  it('can be put on hold, so that the next customer does not wait', async () => {
    await state('approve-phone');
    await key('Put on hold, next customer').click();
    expect(await cashier().commands()).toEqual([
      { type: 'act', saleId: 'sale-187', action: 'set_aside' },
    ]);
  });

  it('says how it ended on the screen of the next customer, until the cashier touches it', async () => {
    const held = (at: Parameters<typeof sale>[0], number: number, label?: string) =>
      sale(at, {
        ...{ id: `sale-${number}`, number, aside: true, actions: ['dismiss'] },
        ...(label === undefined ? {} : { label }),
      });
    const ends = [
      held({ kind: 'declined' }, 186),
      held({ kind: 'paid', at: NOW }, 185, 'Bord 4'),
      // The cashier has dismissed this one.
      { ...held({ kind: 'paid', at: NOW }, 184), actions: [] },
    ];
    const told = () => page().locator('.held-end').allInnerTexts();
    const texts = [
      /Sale 185, was on hold · Bord 4\s+Paid kr\s125\.00/,
      /Sale 186, was on hold\s+Declined/,
    ];
    const live = sale(
      { kind: 'waiting_approval', expires: NOW + 9_000 },
      { id: 'sale-188', number: 188 },
    );
    for (const here of [[], [live]]) {
      await cashier().show(view([...here, ...ends]));
      await expect.poll(async () => (await told()).length).toBe(2);
      for (const [at, text] of (await told()).entries()) expect(text).toMatch(texts[at] ?? /-/);
    }
    await page().locator('.held-end').first().click();
    expect(await cashier().commands()).toEqual([
      { type: 'act', saleId: 'sale-185', action: 'dismiss' },
    ]);
    await cashier().show(view([live, ...ends.slice(0, 1)]));
    await expect.poll(async () => (await told()).length).toBe(1);
  });
});

describe('a finished sale', () => {
  it('is closed by Enter', async () => {
    await state('paid');
    await word('Paid');
    expect(await page().locator('.paid-amount').innerText()).toMatch(/kr\s*125\.00/);
    await page().keyboard.press('Enter');
    expect(await cashier().commands()).toEqual([
      { type: 'act', saleId: 'sale-187', action: 'dismiss' },
    ]);
  });

  it('closes by itself after the configured time, however the clock is set meanwhile', async () => {
    await state('paid');
    await page().getByText('opens in 8 s').waitFor();
    for (const jump of [-86_400_000, 86_400_000]) {
      await page().clock.setFixedTime(NOW + jump);
      await passTicks(page(), 1_500);
      await page().clock.runFor(2_000);
    }
    await page().getByText('opens in 5 s').waitFor();
    expect(await cashier().commands()).toEqual([]);
    await passTicks(page(), 5_000);
    await expect.poll(() => cashier().commands()).toHaveLength(1);
  });

  it.each([
    ['en', 'Refunded', /Refunded\s*kr\s*125\.00/],
    ['nb', 'Refundert', /Refundert\s*125,00\s*kr|Refundert\s*kr\s*125,00/],
  ] as const)('that was refunded shows the amount on the slip, %s', async (language, head, sum) => {
    await open({ language });
    await state('refunded');
    await word(head);
    const slip = await page().locator('.slip').innerText();
    expect(slip).toMatch(sum);
    expect(await page().locator('main').innerText()).not.toMatch(/nothing|no money|ingenting/i);
  });

  it('restores the amount on the keypad after a cancellation', async () => {
    await state('aborted');
    await key('Back to sale').click();
    await cashier().show(view([]));
    expect(await amount()).toMatch(/125\.00/);
  });

  it('is repeated with one press after its expiry', async () => {
    await state('expired');
    await key(/^Show new code/).click();
    await expect.poll(paid).toMatchObject([{ amount: 12_500 }]);
  });

  it('is announced at once, and progress is announced in a pause', async () => {
    await state('approve');
    expect(await page().getByRole('status').first().innerText()).toMatch(/^Waiting for approval\./);
    await state('paid');
    expect(await page().getByRole('alert').first().innerText()).toMatch(/^Paid, kr\s*125\.00\./);
  });
});

describe('other parts of the screen', () => {
  it('lists sales, shows each slip, and continues a sale that was set aside', async () => {
    await cashier().show(BUSY_MORNING);
    await key('1 open sale').click();
    await page().getByRole('heading', { name: 'Not confirmed yet' }).waitFor();
    await key('Check again now').click();
    expect(await cashier().commands()).toEqual([{ type: 'act', saleId: 'a', action: 'ask_again' }]);
    await page()
      .getByRole('button', { name: /^Sale 183/ })
      .click();
    await page().getByRole('heading', { name: 'Declined on the phone' }).waitFor();
  });

  it('shows unclaimed results', async () => {
    await cashier().show(BUSY_MORNING);
    await key('2 unmatched').click();
    await word('Unmatched payments');
    expect(await page().locator('.slip').innerText()).toMatch(/45\.00[\s\S]*p7k2m9x1q0ab/);
    await key('Mark as resolved').click();
    expect(await cashier().commands()).toEqual([
      { type: 'act', saleId: 'p7k2m9x1q0ab', action: 'dismiss' },
    ]);
  });

  it('stores language and theme, which the keyboard can change', async () => {
    const settings = key('Settings');
    await settings.focus();
    await page().keyboard.press('Enter');
    await page().keyboard.press('Tab');
    for (let steps = 0; steps < 12; steps += 1) {
      const chosen = await page().evaluate(() => document.activeElement?.getAttribute('name'));
      if (chosen === 'language') break;
      await page().keyboard.press('Tab');
    }
    await page().keyboard.press('ArrowRight');
    await page().getByRole('radio', { name: 'Mørk' }).check();
    await page().reload();
    await page().waitForFunction(() => window.script.snapshots.length > 0);
    await cashier().show(view([]));
    await word('Beløp');
    await page().locator('html[data-theme=dark][lang=nb]').waitFor();
  });

  it('has no control under 56 pixels, and large keys on the deck', async () => {
    await cashier().show(BUSY_MORNING);
    await page().keyboard.type('12500');
    expect(await smallTargets(page(), 56)).toEqual([]);
    const digits = await page()
      .locator('.key-digit')
      .evaluateAll((keys) => keys.map((one) => Math.min(one.clientWidth, one.clientHeight)));
    expect(Math.min(...digits)).toBeGreaterThanOrEqual(76);
    await open({ width: 390, height: 844 });
    await page().keyboard.type('12500');
    expect(await smallTargets(page(), 56)).toEqual([]);
  });

  it('prints only the receipt', async () => {
    await state('paid');
    await page().emulateMedia({ media: 'print' });
    expect(await page().locator('.receipt .slip').isVisible()).toBe(true);
    expect(await page().locator('.till-right').isVisible()).toBe(false);
    expect(await page().locator('.strip-brand').isVisible()).toBe(false);
  });

  it('shows a message of the service unchanged', async () => {
    const text = 'The customer <b>has</b> opened the request.';
    await cashier().show(
      view([
        sale(
          { kind: 'waiting_approval', expires: NOW + 60_000 },
          { log: [{ at: NOW, key: 'from_service', text }] },
        ),
      ]),
    );
    expect(await page().locator('.log-line').innerText()).toContain(text);
    expect(cashier().errors).toEqual([]);
  });
});
