import type { Browser, Page } from 'playwright-core';
import type { Bill } from '../../../shared/basket/bill.ts';
import type { CustomerPhase, CustomerView } from '../../../shared/device/bridge/customer-view.ts';
import { money } from '../../../shared/money/money.ts';
import { amounts } from '../../support/amounts.ts';
import { holdTicks } from '../../support/page-ticks.ts';
import { settled } from '../../support/settled.ts';

export const FAR = Date.UTC(2100, 0, 1);
/** When the pictures are made; the display greets by the hour. */
export const MORNING = Date.UTC(2026, 10, 20, 8, 30, 0);

/** What a display shows of a sale that stands there, or of none. */
export function viewOf(
  phase: CustomerPhase | null,
  over: Partial<CustomerView> = {},
): CustomerView {
  const open = ['preparing', 'scan', 'sticker', 'approve', 'taking', 'reserved'].includes(
    phase?.kind ?? '',
  );
  return {
    shop: 'Kaffebaren Løkka',
    locale: 'nb-NO',
    language: 'nb',
    payments: 'possible',
    sale: phase && {
      amount: money(12_500),
      additionalAmount: money(500),
      money: moneyIn(phase),
      currency: 'NOK',
      text: 'Flat white, kanelbolle og eplejuice',
      phase,
      ended: open ? null : { at: MORNING, dwell: 8_000 },
    },
    ...over,
  };
}

function moneyIn({ kind }: CustomerPhase, price = 12_500) {
  const all = price + 500;
  const asked = { asked: all, additional: 500 };
  if (kind === 'paid') return amounts({ ...asked, captured: all });
  return amounts(kind === 'reserved' ? { ...asked, authorised: all } : asked);
}

/** The same with the lines of a bill. */
export function billed(shown: CustomerView, bill: Bill): CustomerView {
  if (shown.sale === null) return shown;
  const money = moneyIn(shown.sale.phase, bill.total);
  const sale = { ...shown.sale, text: null, amount: bill.total, money, bill, vat: bill.vat };
  return { ...shown, sale };
}

export type DisplayPage = {
  readonly page: Page;
  /** Gives it another view, and waits until it is drawn. */
  tell(next: CustomerView): Promise<void>;
  /** The answers to questions that it has sent. */
  answers(): Promise<unknown[]>;
  /** From now on its host refuses answers. */
  refuse(): Promise<void>;
  close(): Promise<void>;
};

/** Opens the built display with this view. Its ticks stand still. */
export async function openDisplay(
  browser: Browser,
  origin: string,
  first: CustomerView,
  size = { width: 1920, height: 1080 },
  /** Where its clock stands still; it goes when left out. */
  now: number | null = null,
  /** The device's time zone. */
  timezoneId = 'Europe/Oslo',
): Promise<DisplayPage> {
  const context = await browser.newContext({
    viewport: size,
    timezoneId,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  if (now !== null) await page.clock.setFixedTime(now);
  await holdTicks(page);
  await page.addInitScript((given) => {
    const listeners: ((view: unknown) => void)[] = [];
    Reflect.set(window, 'tell', (next: unknown) => {
      for (const one of listeners) one(next);
    });
    const answers: unknown[] = [];
    Reflect.set(window, 'answers', answers);
    Reflect.set(window, 'tillkitDisplay', {
      async answer(question: string, answer: unknown) {
        answers.push({ question, answer });
        return { ok: Reflect.get(window, 'refusing') !== true };
      },
      subscribe(listener: (view: unknown) => void) {
        listeners.push(listener);
        listener(given);
        return () => undefined;
      },
    });
  }, first);
  await page.goto(origin);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settled(page);
  const tell = async (next: CustomerView) => {
    await page.evaluate((given) => Reflect.get(window, 'tell')(given), next);
    await settled(page);
  };
  return {
    page,
    tell,
    answers: () => page.evaluate(() => Reflect.get(window, 'answers')),
    refuse: () => page.evaluate(() => void Reflect.set(window, 'refusing', true)),
    close: () => context.close(),
  };
}
