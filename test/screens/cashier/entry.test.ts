import { beforeEach, describe, expect, it } from 'vitest';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import { CASHIER_WORDS } from '../../support/cashier-words.ts';
import { hidden } from '../../support/layout.ts';
import { outOfSight } from '../../support/readable.ts';
import { typeByHand } from '../../support/type-by-hand.ts';
import { BOOKS } from './books-shop.ts';
import { openTill } from './fixture.ts';
import { demoShop, GOODS, stock } from './goods-shop.ts';
import { NOW, view } from './sales.ts';

const { amount, cashier, key, open, page, paid, state, word } = openTill();

describe('the amount', () => {
  it('is typed on the hardware keyboard, and Enter starts the sale', async () => {
    await page().keyboard.type('12509');
    await page().keyboard.press('Backspace');
    await page().keyboard.type('0');
    await expect.poll(amount).toMatch(/kr\s*125\.00/);
    await page().keyboard.press('Enter');
    await expect.poll(paid).toEqual([{ amount: 12_500, method: { kind: 'qr' } }]);
    await expect.poll(amount).toMatch(/kr\s*0\.00/);
  });

  it('is typed on the keys and is on the slip in the same frame', async () => {
    for (const name of ['7', '5', 'Double zero', '3', 'Delete last digit']) await key(name).click();
    expect(await amount()).toMatch(/75\.00/);
    expect(await page().locator('.slip').innerText()).toMatch(/75\.00/);
    // A touched key must not take the Enter that is meant for the yellow one.
    await page().keyboard.press('Enter');
    await expect.poll(paid).toHaveLength(1);
  });

  it('stays after a refusal, with the reason', async () => {
    await cashier().answerWith(refuseTill('not_saved'));
    await page().keyboard.type('4200');
    await page().keyboard.press('Enter');
    await page()
      .getByRole('alert')
      .filter({ hasText: CASHIER_WORDS.en.problems.not_saved })
      .waitFor();
    expect(await amount()).toMatch(/42\.00/);
  });

  it('is cleared only after a confirmation', async () => {
    await page().keyboard.type('4200');
    await key('Clear sale').click();
    await page().keyboard.press('Escape');
    expect(await amount()).toMatch(/42\.00/);
    await key('Clear sale').click();
    await page().locator('.dialog').getByRole('button', { name: 'Clear sale' }).click();
    expect(await amount()).toMatch(/0\.00/);
  });

  it('is named in the question before it is cleared', async () => {
    await page().keyboard.type('4200');
    await key('Clear sale').click();
    await page()
      .locator('.dialog')
      .getByText(/^The amount \S+\s?42[.,]00 is removed\.$/)
      .waitFor();
  });

  it('does not start a sale if it is zero or the till has no connection', async () => {
    await page().keyboard.press('Enter');
    await page().keyboard.type('4200');
    await cashier().show(view([], { connection: { kind: 'offline', since: NOW - 60_000 } }));
    await word('No connection since 08:41');
    await page().keyboard.press('Enter');
    expect(await key('Show QR code').getAttribute('aria-disabled')).toBe('true');
    await cashier().show(view([]));
    await cashier().link(false);
    await word('No connection to the till');
    await page().keyboard.press('Enter');
    expect(await cashier().commands()).toEqual([]);
    await cashier().link(true);
    expect(await amount()).toMatch(/42\.00/);
  });
});

describe('an amount above the limit of the shop', () => {
  const question = () => page().getByRole('dialog', { name: /Take kr\s7,000,000\.00\?/ });
  const ask = async () => {
    await typeByHand(page(), '700000000');
    await page().keyboard.press('Enter');
    await question().waitFor();
  };

  it('is asked again before the sale starts, and Enter does not take it', async () => {
    await ask();
    await page().keyboard.press('Enter');
    await question().waitFor({ state: 'detached' });
    expect(await amount()).toMatch(/7,000,000\.00/);
    expect(await cashier().commands()).toEqual([]);
  });

  it('is taken after a yes', async () => {
    await ask();
    await page()
      .getByRole('button', { name: /^Yes, take kr/ })
      .click();
    await expect.poll(paid).toMatchObject([{ amount: 700_000_000 }]);
  });
});

describe('Enter', () => {
  const started = async () => (await paid()).length;
  const settings = () => page().getByRole('dialog', { name: 'Settings' });

  it('starts the payment after the settings were opened by touch and closed', async () => {
    await key('Settings').click();
    await settings().waitFor();
    await page().keyboard.press('Escape');
    await expect.poll(() => settings().count()).toBe(0);
    await page().keyboard.type('12500');
    await page().keyboard.press('Enter');
    await expect.poll(started).toBe(1);
    expect(await settings().count()).toBe(0);
  });

  it('starts the payment after the settings were opened with the keyboard', async () => {
    await key('Settings').focus();
    await page().keyboard.press('Enter');
    await settings().waitFor();
    await page().keyboard.press('Escape');
    await expect.poll(() => settings().count()).toBe(0);
    // The keyboard opened the settings, so the focus returns to their key.
    expect(await key('Settings').evaluate((one) => one === document.activeElement)).toBe(true);
    await page().keyboard.type('12500');
    await page().keyboard.press('Enter');
    await expect.poll(started).toBe(1);
    expect(await settings().count()).toBe(0);
  });

  it('presses the key that the cashier reached with Tab after the amount', async () => {
    await page().keyboard.type('12500');
    await expect.poll(amount).toMatch(/125[.,]00/);
    await key('Phone number').focus();
    await page().keyboard.press('Enter');
    await word('The customer’s phone number');
    expect(await started()).toBe(0);
  });
});

describe('the settings', () => {
  it.each([
    [2560, 1440],
    [1280, 800],
    [1024, 768],
    [800, 600],
    [390, 844],
  ])('open at their key with a title and a key to close, %ix%i', async (width, height) => {
    await page().setViewportSize({ width, height });
    const opener = key('Settings');
    await opener.click();
    const panel = page().getByRole('dialog', { name: 'Settings' });
    await panel.getByRole('heading', { name: 'Settings' }).waitFor();
    const [at, box] = await Promise.all([opener.boundingBox(), panel.boundingBox()]);
    if (at === null || box === null) throw new Error('the settings are not drawn');
    const below = box.y - (at.y + at.height);
    expect(below).toBeGreaterThanOrEqual(-1);
    expect(below).toBeLessThanOrEqual(24);
    expect(box.x).toBeLessThanOrEqual(at.x + at.width);
    expect(box.x + box.width).toBeGreaterThanOrEqual(at.x);
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    expect(box.y + box.height).toBeLessThanOrEqual(height);
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => panel.count()).toBe(0);
  });
});

describe('the next sale', () => {
  it.each(['paid', 'declined', 'aborted', 'expired', 'refused', 'failed'])(
    'begins with the first digit after %s',
    async (name) => {
      await state(name);
      await page().locator('.field h1').waitFor();
      await page().keyboard.type('12500', { delay: 60 });
      await expect
        .poll(() => cashier().commands())
        .toEqual([{ type: 'act', saleId: 'sale-187', action: 'dismiss' }]);
      await cashier().show(view([]));
      await expect.poll(amount).toMatch(/125[.,]00/);
    },
  );

  it('begins with the first digit also when a scanner may be typing', async () => {
    await state('paid');
    await page().keyboard.type('12500');
    await expect.poll(async () => (await cashier().commands()).length).toBe(1);
    await cashier().show(view([]));
    await expect.poll(amount).toMatch(/125[.,]00/);
  });
});

describe('the phone number', () => {
  beforeEach(async () => {
    await page().keyboard.type('4200');
    await key('Phone number').click();
  });

  it('starts a sale if it is complete; otherwise the screen shows what is missing', async () => {
    await page().keyboard.type('9876543');
    await page().keyboard.press('Enter');
    await page().getByText('One digit is missing.').waitFor();
    await key('2').click();
    await page().keyboard.press('Enter');
    await expect
      .poll(paid)
      .toEqual([{ amount: 4_200, method: { kind: 'phone', msisdn: '4798765432' } }]);
  });

  it('accepts another country code', async () => {
    await page().keyboard.press('+');
    await page().keyboard.type('46');
    await page().getByRole('button', { name: 'Number' }).click();
    await typeByHand(page(), '701234567');
    await page().keyboard.press('Enter');
    expect(JSON.stringify(await cashier().commands())).toContain('46701234567');
  });

  it('stays when the cashier returns to the amount', async () => {
    await page().keyboard.type('987');
    await page().keyboard.press('Escape');
    expect(await amount()).toMatch(/42\.00/);
    await key('Phone number').click();
    await page().getByText('987').waitFor();
  });

  it('can be corrected if no customer has it, and the amount stays', async () => {
    await state('refused-number');
    await word('No wallet with this number');
    await key('Change number').click();
    expect(await cashier().commands()).toEqual([
      { type: 'act', saleId: 'sale-187', action: 'dismiss' },
    ]);
    await cashier().show(view([]));
    await page().getByText('987 65 432').waitFor();
    expect(await page().locator('.slip').innerText()).toMatch(/125\.00/);
  });
});

it('says on the first screen that the shop does not take the currency, and the keys work on', async () => {
  const notice = page().getByRole('alert').filter({ hasText: CASHIER_WORDS.en.otherCurrency });
  cashier().otherCurrency({ accepted: ['NOK', 'SEK'] });
  await cashier().show(view([]), { currency: 'JPY' });
  expect(await notice.innerText()).toMatch(/set to JPY, but the shop takes NOK, SEK/);
  await page().keyboard.type('125');
  await expect.poll(amount).toMatch(/¥125/);
  cashier().otherCurrency(undefined);
  await cashier().show(view([]), { currency: 'NOK' });
  await notice.waitFor({ state: 'detached' });
});

it.each([
  [800, 600],
  [1024, 600],
  [1280, 800],
  [1366, 768],
])('a notice of a wrong currency moves no key of the deck, %ix%i', async (width, height) => {
  await open({ width, height });
  const keys = () =>
    page()
      .locator('.entry-keys .key, .keypad .key')
      .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
  const before = await keys();
  cashier().otherCurrency({ accepted: ['NOK', 'SEK'] });
  await cashier().show(view([]));
  await page().locator('.other-currency').waitFor();
  expect(await keys()).toEqual(before);
  expect(await outOfSight(page(), ['.entry-keys .key'])).toEqual([]);
});

describe('the notice of the fiscal device', () => {
  it.each(['en', 'nb', 'de', 'ar'] as const)(
    'says why it does not work and whether the shop sells, and every key has its place, %s',
    async (language) => {
      await open({ width: 800, height: 600, language });
      const words = CASHIER_WORDS[language];
      const notice = page().locator('.other-currency');
      for (const problem of ['no_answer', 'full'] as const) {
        for (const without of ['block_sales', 'sell_and_mark'] as const) {
          cashier().fiscal({ without, problem, unsigned: 1 });
          await cashier().show(view([]), { language });
          const next =
            without === 'block_sales' ? words.fiscalBlocked[problem] : words.fiscalMarked;
          await expect
            .poll(async () => (await notice.allInnerTexts()).join())
            .toBe(`${words.fiscalProblems[problem]} ${next}`);
          expect(await hidden(page(), '.deck-body')).toBe(0);
        }
      }
      cashier().fiscal({ without: 'block_sales', problem: null, unsigned: 0 });
      await cashier().show(view([]), { language });
      await notice.waitFor({ state: 'detached' });
    },
  );
});

describe('the notice of a wrong clock', () => {
  it.each(['en', 'nb', 'de', 'ar'] as const)(
    'is on the main screen with what to do, and goes after the correction, %s',
    async (language) => {
      const words = CASHIER_WORDS[language];
      const notice = page().locator('.deck-hint');
      for (const [clock, text] of [
        ['behind', words.clockBehind],
        ['ahead', words.clockAhead],
        ['right', ''],
      ] as const) {
        await cashier().show(view([], { clock }), { language });
        await expect.poll(() => notice.innerText()).toBe(text);
      }
    },
  );

  it.each(['en', 'nb', 'de', 'ar'] as const)(
    'says that the clock is behind the books, also while the service has said nothing, %s',
    async (language) => {
      const notice = page().locator('.deck-hint');
      cashier().books({ ...BOOKS, behind: true });
      await cashier().show(view([]), { language });
      await expect.poll(() => notice.innerText()).toBe(CASHIER_WORDS[language].clockBehindBooks);
      cashier().books(BOOKS);
      await cashier().show(view([]), { language });
      await expect.poll(() => notice.innerText()).toBe('');
    },
  );

  it.each(['en', 'nb', 'de', 'ar'] as const)(
    'says that the books were edited, once the clock is right, %s',
    async (language) => {
      const notice = page().locator('.deck-hint');
      cashier().books({ ...BOOKS, state: 'damaged', behind: true });
      await cashier().show(view([]), { language });
      await expect.poll(() => notice.innerText()).toBe(CASHIER_WORDS[language].clockBehindBooks);
      cashier().books({ ...BOOKS, state: 'damaged' });
      await cashier().show(view([]), { language });
      await expect.poll(() => notice.innerText()).toBe(CASHIER_WORDS[language].booksEdited);
      cashier().books(BOOKS);
      await cashier().show(view([]), { language });
      await expect.poll(() => notice.innerText()).toBe('');
    },
  );

  it('is on the main screen of a till with goods, and gives way to what the cashier does', async () => {
    const { clockBehind, itemsHint } = CASHIER_WORDS.en;
    const notice = page().locator('.deck-hint');
    await stock(cashier(), demoShop());
    await cashier().show(view([], { clock: 'behind' }), {}, GOODS);
    await expect.poll(() => notice.innerText()).toBe(clockBehind);
    await page().keyboard.type('kaf');
    await expect.poll(() => notice.innerText()).toMatch(/kaf/);
    await page().keyboard.press('Escape');
    await cashier().show(view([]), {}, GOODS);
    await expect.poll(() => notice.innerText()).toBe(itemsHint);
  });
});
