import { afterAll, expect, it } from 'vitest';
import { closePages, openBrowser } from '../support/browser.ts';
import { OAUTH } from './random-content/oauth.ts';
import { PORTAL } from './random-content/portal.ts';
import { difficultContent, drawOn } from './random-content/random-content.ts';
import { WALLET } from './random-content/wallet.ts';

/*
 * In a page from right to left an empty field begins on the right, and a typed phone number, address or
 * code runs from left to right.
 */

const FORMS = [
  [WALLET, ['sign-in', 'code', 'register', 'scanner', 'profile']],
  [PORTAL, ['sign-in', 'email', 'email-code', 'first-user', 'new-user', 'pair', 'payments']],
  [OAUTH, ['number', 'code']],
] as const;

afterAll(closePages);

it.each(FORMS.map(([kind, states]) => [kind.name, kind, states] as const))(
  'the fields of the %s begin on the right in Arabic, and a typed number keeps its order',
  async (_, kind, states) => {
    const screens = await kind.serve();
    const content = difficultContent('NOK', 'ar', 'light');
    const wrong: string[] = [];
    let fields = 0;
    try {
      const screen = await kind.open(await openBrowser(), screens.origin);
      for (const state of states) {
        const drawing = { state, size: [390, 844], content } as const;
        await drawOn(screen, drawing, async (page) => {
          const typed = page.locator(
            'input:is([type="text"], [type="tel"], [type="search"], :not([type])):visible',
          );
          for (const one of await typed.all()) {
            fields += 1;
            const styleOf = () =>
              one.evaluate((input) => {
                const { direction, textAlign } = getComputedStyle(input);
                return { direction, textAlign, type: input.getAttribute('type') };
              });
            await one.fill('');
            const empty = await styleOf();
            // A browser's field for a phone number always runs from left to right.
            const begins =
              empty.type === 'tel' || empty.direction === 'rtl' || empty.textAlign === 'right';
            if (!begins) wrong.push(`${state}: an empty field begins on the left`);
            await one.fill('314159');
            const { direction } = await styleOf();
            if (direction !== 'ltr') wrong.push(`${state}: a number runs ${direction}`);
          }
        });
      }
    } finally {
      await closePages();
      await screens.stop();
    }
    expect(wrong).toEqual([]);
    expect(fields).toBeGreaterThanOrEqual(states.length - 1);
  },
);
