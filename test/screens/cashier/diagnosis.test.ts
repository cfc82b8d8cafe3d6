import { describe, expect, it } from 'vitest';
import { refuseTill } from '../../../shared/refusals/till-problem.ts';
import { axeViolations } from '../../support/axe.ts';
import { hidden, overflow } from '../../support/layout.ts';
import { languagesOf } from '../../support/looks.ts';
import { screenOf } from '../../support/screen-of.ts';
import { keepPicture } from '../keep-picture.ts';
import { type Checks, DIAGNOSES, job, printing } from './diagnosis-views.ts';
import { type CashierPage, type CashierPageOptions, openCashier } from './page.ts';
import { SETTINGS, STATES, sale, view } from './sales.ts';
import { BACK_OFFICE } from './staff-history-day.ts';

const served = screenOf('cashier');

async function show(
  { page }: CashierPage,
  more: Checks,
  options: CashierPageOptions,
  of = view([]),
) {
  const { language = 'en' } = options;
  const snapshot = { settings: { ...SETTINGS, language }, view: of, ...more };
  await page.evaluate((given) => {
    for (const listener of window.script.snapshots) listener(given);
  }, snapshot);
  await page.evaluate(() => document.fonts.ready.then(() => true));
}

async function open(options: CashierPageOptions = {}): Promise<CashierPage> {
  const cashier = await openCashier(served.browser(), served.origin(), options);
  await show(cashier, printing(), options);
  await cashier.page.locator('.strip-key[aria-controls]').click();
  await cashier.page.locator('.options-more .ghost').last().click();
  return cashier;
}

describe('the diagnosis screen', () => {
  for (const theme of ['light', 'dark'] as const) {
    for (const language of languagesOf(theme, ['en', 'nb'] as const)) {
      it(`is drawn without a fault, ${theme}, ${language}`, async () => {
        const options = { theme, language };
        const cashier = await open(options);
        const found: string[] = [];
        for (const [name, more] of Object.entries(DIAGNOSES)) {
          await show(cashier, more, options);
          const look = `${name}-${theme}-${language}`;
          found.push(...(await keepPicture(cashier.page, 'diagnosis', look)));
          if ((await overflow(cashier.page)) > 0) found.push(`${name} is too wide`);
          if ((await hidden(cashier.page, '.till-right')) > 0) found.push(`${name} is too tall`);
          for (const one of await axeViolations(cashier.page)) found.push(`${name}: ${one}`);
        }
        expect(found).toEqual([]);
        expect(cashier.errors).toEqual([]);
        await cashier.page.context().close();
      });
    }
  }

  it.each([
    [1024, 768],
    [800, 600],
    [390, 844],
  ])('fits %dx%d', async (width, height) => {
    const options = { width, height, language: 'nb' } as const;
    const cashier = await open(options);
    for (const [name, more] of Object.entries(DIAGNOSES)) {
      await show(cashier, more, options);
      await keepPicture(cashier.page, 'diagnosis', `${name}-${width}`);
      expect([name, await overflow(cashier.page)]).toEqual([name, 0]);
    }
    await cashier.page.context().close();
  });

  it('works with the keyboard alone: check, save the file, print again, close', async () => {
    const cashier = await openCashier(served.browser(), served.origin());
    const { page } = cashier;
    await show(cashier, DIAGNOSES.wrong ?? {}, {});
    const tabTo = async (name: string) => {
      for (let step = 0; step < 40; step += 1) {
        const focus = page.locator(':focus');
        const label = (await focus.count()) > 0 ? await focus.textContent() : '';
        const said = (await focus.count()) > 0 ? await focus.getAttribute('aria-label') : null;
        if ((said ?? label ?? '').includes(name)) return page.keyboard.press('Enter');
        await page.keyboard.press('Tab');
      }
      throw new Error(`the keyboard does not come to ${name}`);
    };
    await tabTo('3 print jobs waiting');
    await page.getByRole('heading', { level: 1, name: 'Problems found' }).waitFor();
    await tabTo('Run check again');
    await tabTo('Save support file');
    await page.getByText('sale-187').waitFor();
    await tabTo('Print again: Receipt for sale 187');
    await tabTo('Do not print: Copy for sale 186');
    await tabTo('Print test page');
    expect(await cashier.commands()).toEqual([
      { type: 'diagnose' },
      { type: 'support_bundle' },
      { type: 'print_job', jobId: 'a', act: 'again' },
      { type: 'print_job', jobId: 'b', act: 'drop' },
      { type: 'print_test_page' },
    ]);
    await cashier.page.context().close();
  });

  it('names refused receipts until a supervisor has seen them, and marks no more than it shows', async () => {
    const cashier = await open();
    const { page } = cashier;
    const { refused = {} } = DIAGNOSES;
    await show(cashier, { ...refused, backOffice: BACK_OFFICE }, {});
    await page.getByText('The service refused …, R12, R13, R14, R15, R16.').waitFor();
    expect(await page.getByRole('button', { name: 'Seen' }).count()).toBe(0);
    await show(cashier, refused, {});
    await page.getByRole('button', { name: 'Seen' }).click();
    expect(await cashier.commands()).toContainEqual({ type: 'saw_refused_receipts', receipt: 16 });
    await show(cashier, { ...refused, refusedReceipts: [17] }, {});
    await page.getByText('The service refused R17.').waitFor();
    const { refusedReceipts: _, ...seen } = refused;
    await show(cashier, seen, {});
    await expect.poll(() => page.getByText('The service refused R17.').count()).toBe(0);
    await page.getByText('The service refused R3. A supervisor has seen that.').waitFor();
    await cashier.page.context().close();
  });

  it('shows why the check is refused, and closes when a sale starts', async () => {
    const cashier = await open();
    const { page } = cashier;
    await cashier.answerWith(refuseTill('checks_wait_for_sale'));
    await page.getByRole('button', { name: 'Run check' }).click();
    await page.getByRole('alert').getByText('A sale is in progress.').waitFor();
    await show(cashier, printing(), {}, view([sale({ kind: 'capturing' })]));
    await expect.poll(() => page.locator('.till-diagnosis').count()).toBe(0);
    await page.locator('.strip-key[aria-controls]').click();
    expect(await page.locator('.options-more .ghost').count()).toBe(0);
    await cashier.page.context().close();
  });
});

describe('the receipt of a paid sale', () => {
  const PAID = STATES.paid ?? view([]);

  it('is printed on the receipt printer, and the screen shows the result', async () => {
    const cashier = await openCashier(served.browser(), served.origin());
    const { page } = cashier;
    const id = PAID.sales[0]?.id ?? '';
    const asked = { printer: 'network', receipts: 'on_request' } as const;
    await show(cashier, { printing: { ...asked, jobs: [] } }, {}, PAID);
    await page.getByRole('button', { name: 'Print receipt' }).click();
    expect(await cashier.commands()).toEqual([{ type: 'print_receipt', saleId: id }]);
    const waits = job('a', { saleId: id, state: 'waiting', why: 'no_paper' });
    await show(cashier, { printing: { ...asked, jobs: [waits] } }, {}, PAID);
    await page.getByText('The receipt is not printed yet. The printer is out of paper.').waitFor();
    await page.getByRole('button', { name: 'Print copy' }).waitFor();
    await keepPicture(page, 'diagnosis', 'paid-no-paper');
    expect(await axeViolations(page)).toEqual([]);
    expect(await hidden(page, '.till-right')).toBe(0);
    await cashier.page.context().close();
  });

  it('is printed for a refund too, also where receipts are printed automatically', async () => {
    const cashier = await openCashier(served.browser(), served.origin());
    const { page } = cashier;
    const refunded = STATES.refunded ?? view([]);
    await show(cashier, printing(), {}, refunded);
    await page.getByRole('button', { name: 'Print refund receipt' }).click();
    await page.getByRole('button', { name: 'Print copy' }).waitFor();
    const saleId = refunded.sales[0]?.id ?? '';
    expect(await cashier.commands()).toEqual([{ type: 'print_receipt', saleId }]);
    await cashier.page.context().close();
  });

  it('is printed by the browser without a receipt printer', async () => {
    const cashier = await openCashier(served.browser(), served.origin());
    const { page } = cashier;
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes');
    });
    await show(cashier, {}, {}, PAID);
    await page.getByRole('button', { name: 'Print receipt' }).click();
    expect(await page.locator('body[data-printed]').count()).toBe(1);
    expect(await cashier.commands()).toEqual([]);
    await cashier.page.context().close();
  });
});
