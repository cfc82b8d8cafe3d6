import type { Page, Request } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { portalEn } from '../../../renderer/i18n/en/portal.ts';
import { leavePages } from '../../support/reused-page.ts';
import { screenOf } from '../../support/screen-of.ts';
import { settled } from '../../support/settled.ts';
import { CODES, KARI, MARTE, USERS } from './answers.ts';
import { type Office, openPortal, type PortalPageOptions } from './page.ts';

const served = screenOf('portal');
afterEach(() => leavePages(served.browser()));

const open = (path: string, options: PortalPageOptions = {}) =>
  openPortal(served.browser(), served.origin(), path, options);
const writes = ({ calls }: Office) => calls.filter((call) => !call.startsWith('GET '));
const asks = (page: Page) => page.getByRole('dialog');

/** Presses the key of this name, and confirms the question. */
async function confirm(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await asks(page).getByRole('button', { name }).click();
  await asks(page).waitFor({ state: 'detached' });
}

/** Holds the next requests of this method to `path` until the test answers them. */
async function hold(page: Page, method: string, path: string) {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<Request>();
  await page.route(`**/portal/v1${path}`, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    asked.resolve(route.request());
    await answered;
    await route.fallback();
  });
  return { answer, asked: asked.promise };
}

it('a session ends while another action has no answer', async () => {
  const { page, office } = await open('/m/users/kasse-1');
  const { answer } = await hold(page, 'POST', '/users/kasse-1/secret');
  await confirm(page, 'New secret');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to your shop' }).waitFor();
  expect(writes(office)).toEqual(['DELETE /session {}']);
  answer();
});

const WITH_KEYS = { items: USERS.map((user) => ({ ...user, has_key: true })) };
const USER = ['New secret', 'Remove key', 'Remove user'];
const APP = ['New secret', 'Remove the application'];

it.each([
  ['POST', '/users/kasse-1/secret', '/m/users/kasse-1', USER],
  ['POST', '/apps/app-club1/secret', '/m/users/app-club1', APP],
  ['DELETE', '/pairings/pair1', '/m/tills/pair1', ['Revoke']],
  ['DELETE', '/codes/aB3x_', '/m/codes/aB3x_', ['Remove code', 'Take out of use']],
] as const)('no question opens while the answer of %s %s is not there', async (...row) => {
  const [method, call, path, keys] = row;
  const { page } = await open(path, {
    office: { answers: new Map([['/users', [200, WITH_KEYS]]]) },
  });
  const { answer, asked } = await hold(page, method, call);
  await confirm(page, keys[0]);
  await asked;
  for (const name of keys) {
    const key = page.getByRole('button', { name });
    expect(await key.getAttribute('aria-disabled'), name).toBe('true');
    await key.click({ force: true });
    expect(await asks(page).count()).toBe(0);
  }
  answer();
});

const SHOPS = {
  ...MARTE,
  user: MARTE.user && { ...MARTE.user, merchants: KARI.user?.merchants ?? [] },
};

it.each([
  ['DELETE /users/kasse-1 {}', '/m/users/kasse-1', 'Remove user'],
  ['DELETE /apps/app-club1 {}', '/m/users/app-club1', 'Remove the application'],
  ['DELETE /pairings/pair1 {}', '/m/tills/pair1', 'Revoke'],
  ['DELETE /codes/aB3x_ {}', '/m/codes/aB3x_', 'Remove code'],
])('a question stays while another action has no answer: %s', async (call, path, name) => {
  const { page, office } = await open(path, { office: { me: SHOPS } });
  await page.getByRole('button', { name }).click();
  const { answer, asked } = await hold(page, 'POST', '/merchant');
  office.answers.set('POST /merchant', [503, {}]);
  // The list of shops is behind the question, where a press does not reach it.
  await page.locator('.shop-choice').evaluate((choice) => {
    if (choice instanceof HTMLSelectElement) choice.value = 'bakeri';
    choice.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await asked;
  await asks(page).getByRole('button', { name }).click({ force: true });
  await settled(page);
  expect([await asks(page).count(), writes(office)]).toEqual([1, []]);
  answer();
  await page.locator('.portal-problem').first().waitFor();
  await asks(page).getByRole('button', { name }).click();
  await asks(page).waitFor({ state: 'detached' });
  await expect.poll(() => writes(office).at(-1)).toBe(call);
});

it('a list that was asked for earlier does not replace one that was asked for later', async () => {
  const { page, office } = await open('/m/codes/aB3x_');
  const list = (active: boolean) =>
    [200, { items: CODES.map((code) => ({ ...code, active })), next: null }] as const;
  const key = page.getByRole('button', { name: 'Take out of use' });
  await key.waitFor();
  const held = await hold(page, 'GET', '/codes');
  await key.click();
  const old = await held.asked;
  await page.unroute('**/portal/v1/codes');
  office.answers.set('/codes', list(false));
  await key.click();
  await page.getByRole('button', { name: 'Put into use' }).waitFor();
  office.answers.set('/codes', list(true));
  const ended = page.waitForEvent('requestfinished', (request) => request === old);
  held.answer();
  await ended;
  await settled(page);
  expect(await page.getByRole('button', { name: 'Put into use' }).count()).toBe(1);
});

it('a late answer for the first page of a list leaves no gap before the second page', async () => {
  const list = (items: typeof CODES, next: string | null) => [200, { items, next }] as const;
  const { page, office } = await open('/m/codes/aB3x_', {
    office: { answers: new Map([['/codes', list(CODES, '2')]]) },
  });
  await page.route('**/portal/v1/codes?after=2', (route) =>
    route.fulfill({
      json: { items: [{ ...CODES[0], id: 'cD4_', label: 'Terrasse' }], next: null },
    }),
  );
  const held = await hold(page, 'GET', '/codes');
  await page.getByRole('button', { name: 'Take out of use' }).click();
  const first = await held.asked;
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('link', { name: 'Terrasse' }).waitFor();
  office.answers.set('/codes', list(CODES.slice(0, 1), '1'));
  const ended = page.waitForEvent('requestfinished', (request) => request === first);
  held.answer();
  await ended;
  await settled(page);
  const names = await page.locator('.row-link').allTextContents();
  expect(names).toEqual([...CODES.map(({ label }) => label ?? 'No label'), 'Terrasse']);
});

it.each([1440, 800])(
  'sign-out without an answer says that the user is signed in, %d px',
  async (width) => {
    const { page, office } = await open('/m/', { width });
    office.answers.set('/session', [503, {}]);
    await page.getByRole('button', { name: 'Sign out' }).click();
    const told = page.getByText('You are still signed in.');
    await told.waitFor();
    expect(await page.getByText('again automatically').count()).toBe(0);
    await page.getByRole('link', { name: 'Settlements' }).click();
    await told.waitFor();
    office.answers.set('/session', [401, { error_description: 'You are not signed in.' }]);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to your shop' }).waitFor();
    expect(await told.count()).toBe(0);
  },
);

it('sign-out in the warning shows there that it has no answer', async () => {
  const { page, office } = await open('/m/', { office: { sessionLeft: '90' } });
  office.answers.set('DELETE /session', [503, {}]);
  const warning = page.getByRole('alertdialog');
  await warning.getByRole('button', { name: 'Sign out' }).click();
  await warning.getByText('You are still signed in.').waitFor();
});

it('sign-out whose answer was lost shows the sign-in page, if the session has ended', async () => {
  const { page, office } = await open('/m/');
  office.answers.set('DELETE /session', [503, {}]);
  office.answers.set('GET /session', [401, { error_description: 'You are not signed in.' }]);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to your shop' }).waitFor();
});

it('sign-out without a session, as the second of two quick presses, shows no problem', async () => {
  const { page, office } = await open('/m/');
  const sentence = 'You are not signed in.';
  office.answers.set('DELETE /session', [401, { error_description: sentence }]);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to your shop' }).waitFor();
  expect(await page.getByText(sentence).count()).toBe(0);
});

it('an action without an answer is reported once, and not as one that the page repeats', async () => {
  const { page, office } = await open('/m/users/app-club1');
  office.answers.set('/apps/app-club1/secret', [503, {}]);
  await confirm(page, 'New secret');
  await page.getByText('See whether it was done before you try again.').waitFor();
  expect(await page.locator('.portal-problem').count()).toBe(1);
  expect(await page.getByText('again automatically').count()).toBe(0);
});

it('an answer that comes late takes nobody away from what is typed by then', async () => {
  const { page } = await open('/m/catalogue/categories~');
  const { answer, asked } = await hold(page, 'POST', '/catalogue');
  const { catalogue } = portalEn;
  await page.locator('input[name="name"]').fill('Soup');
  await page.getByRole('button', { name: catalogue.create }).click();
  await asked;
  // The list shows the category before the service has answered.
  await page.getByRole('link', { name: 'Soup' }).waitFor();
  await page.getByRole('button', { name: catalogue.sections.items }).click();
  await page.getByRole('button', { name: catalogue.newItem }).click();
  await page.locator('input[name="price"]').fill('54');
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/catalogue'),
  );
  answer();
  await (await answered).finished();
  await settled(page);
  expect(await page.locator('input[name="price"]').inputValue()).toBe('54');
});
