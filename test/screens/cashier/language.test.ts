import { expect, it } from 'vitest';
import { ownName } from '../../../renderer/i18n/language.ts';
import { CASHIER_WORDS } from '../../support/cashier-words.ts';
import { openTill } from './fixture.ts';

/* The person at the till chooses a language. Its texts are a file of the host. */

const { cashier, page, key } = openTill();
const TEXTS = /\/assets\/till-[\w-]+\.js$/;
const { en, nb } = CASHIER_WORDS;
const lang = () => page().locator('html').getAttribute('lang');
const choose = (language: 'nb' | 'de') =>
  page()
    .getByRole('radio', { name: ownName(language) })
    .click();

it('shows a language as soon as its texts are loaded, and the old one until then', async () => {
  const asked = Promise.withResolvers<void>();
  const allowed = Promise.withResolvers<void>();
  await page().route(TEXTS, async (route) => {
    asked.resolve();
    await allowed.promise;
    await route.continue();
  });
  await key(en.options).click();
  await choose('nb');
  await asked.promise;
  expect(await lang()).toBe('en');
  await page().getByText(en.optionsTheme, { exact: true }).waitFor();
  allowed.resolve();
  await page().getByText(nb.optionsTheme, { exact: true }).waitFor();
  expect(await lang()).toBe('nb');
  expect(await page().title()).toContain(nb.title);
  expect(cashier().errors).toEqual([]);
  await page().unroute(TEXTS);
});

it('says that a language cannot be loaded, and keeps the old one until another is chosen', async () => {
  await page().route(TEXTS, (route) => route.abort());
  await key(en.options).click();
  await choose('nb');
  const sentence = page().getByText(en.languageNotLoaded(ownName('nb')));
  await sentence.waitFor();
  expect(await lang()).toBe('en');
  await page().unroute(TEXTS);
  await choose('de');
  await page().getByText(CASHIER_WORDS.de.optionsTheme, { exact: true }).waitFor();
  const { languageNotLoaded } = CASHIER_WORDS.de;
  await expect
    .poll(() =>
      page()
        .getByText(languageNotLoaded(ownName('nb')))
        .count(),
    )
    .toBe(0);
  expect(await sentence.count()).toBe(0);
});

it('counts the last choice, whichever texts come first', async () => {
  const first = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  let requests = 0;
  await page().route(TEXTS, async (route) => {
    requests += 1;
    if (requests === 1) {
      asked.resolve();
      await first.promise;
    }
    await route.continue();
  });
  await key(en.options).click();
  await choose('nb');
  await asked.promise;
  await choose('de');
  await page().getByText(CASHIER_WORDS.de.optionsTheme, { exact: true }).waitFor();
  const arrived = page().waitForResponse(TEXTS);
  first.resolve();
  await (await arrived).finished();
  await page().getByText(CASHIER_WORDS.de.optionsTheme, { exact: true }).waitFor();
  expect(await lang()).toBe('de');
  await page().unroute(TEXTS);
});
