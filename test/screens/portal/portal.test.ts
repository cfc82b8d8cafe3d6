import { afterEach, describe, expect, it } from 'vitest';
import { portalEn } from '../../../renderer/i18n/en/portal.ts';
import { PORTAL_PAGES } from '../../../shared/portal/contract.ts';
import { RIGHTS_OF } from '../../../shared/portal/sign-in.ts';
import { leavePages } from '../../support/reused-page.ts';
import { screenOf } from '../../support/screen-of.ts';
import { settled } from '../../support/settled.ts';
import { NOW, payment, TILLS } from './answers.ts';
import { DAYS } from './days-answer.ts';
import { openPortal, type PortalPage, type PortalPageOptions } from './page.ts';

const served = screenOf('portal');

afterEach(() => leavePages(served.browser()));

const open = (path = '/m/', options: PortalPageOptions = {}) =>
  openPortal(served.browser(), served.origin(), path, options);
const writes = ({ office }: PortalPage) => office.calls.filter((call) => !call.startsWith('GET'));
const asked = ({ office }: PortalPage, start: string) =>
  office.calls.filter((call) => call.startsWith(`GET ${start}`));

describe('the tills', () => {
  it('are counted once: the heading and the list say the same, also while a search is on its way', async () => {
    const items = TILLS.slice(0, 1);
    const answers = new Map<string, readonly [number, unknown]>([
      ['/till-status', [200, { items, next: null, all: 6, attention: 2, catalogue: 7 }]],
      ['/pos', [200, { items: [] }]],
    ]);
    const { page } = await open('/m/tills/', { office: { answers } });
    await page.getByRole('heading', { level: 1, name: '6 tills' }).waitFor();
    await page.getByRole('button', { name: /^All\s*6$/ }).waitFor();
    await page.getByRole('searchbox').fill('bar');
    await page.getByRole('heading', { level: 1, name: '6 tills' }).waitFor();
  });

  it('say which one sells at old prices because its program is old, since when, and what to do', async () => {
    const [one] = TILLS;
    const old = {
      ...one,
      pos_id: 'bar',
      attention: ['catalogue'],
      catalogue: 11,
      version: '0.0.9',
    };
    const list = { items: [old], next: null, all: 1, attention: 1, catalogue: 14 };
    const answers = new Map<string, readonly [number, unknown]>([
      ['/till-status', [200, list]],
      ['/till-status/bar', [200, old]],
    ]);
    const { page } = await open('/m/tills/till:bar', { office: { answers } });
    await page.getByText('Items refused').first().waitFor();
    const slip = page.locator('.portal-slip');
    await slip.getByText(/sells at old prices\. Install the newest program on it\./).waitFor();
    await slip.getByText('0.0.9').waitFor();
    await page.goto(new URL('/m/catalogue/history', page.url()).href);
    const till = page.locator('.catalogue-tills dd', { hasText: 'Install the newest program' });
    await till.getByText(/not known/).waitFor();
    await till.locator('small').waitFor();
  });
});

describe('the payments', () => {
  it('are those of the shop’s day in the shop’s time zone', async () => {
    const portal = await open();
    await portal.page.getByRole('heading', { name: 'Friday 20 November' }).waitFor();
    await portal.page.getByText('24 payments, kr 1,946.00 paid').waitFor();
    expect(asked(portal, '/payments?')[0]).toBe('GET /payments?day=2026-11-20');
    const first = portal.page.getByRole('row').nth(1);
    expect(await first.getByRole('cell').first().textContent()).toBe('08:42');
    await portal.page.getByRole('button', { name: 'Previous day' }).click();
    await portal.page.getByRole('heading', { name: 'Thursday 19 November' }).waitFor();
    await expect.poll(() => asked(portal, '/payments?').at(-1)).toContain('day=2026-11-19');
  });

  it('are filtered by day with a calendar in the selected language, not in the browser’s', async () => {
    const portal = await open('/m/', { locale: 'en-US' });
    const { page, errors } = portal;
    await page.getByRole('button', { name: 'Day: Fri 20 Nov' }).waitFor();
    await page.getByRole('button', { name: 'Norsk' }).click();
    const field = page.getByRole('button', { name: 'Dag: fre. 20. nov.' });
    await field.click();
    const calendar = page.getByRole('dialog', { name: 'November 2026' });
    const monday = calendar.getByRole('columnheader').first();
    expect(await monday.getAttribute('abbr')).toBe('mandag');
    expect(await calendar.getByRole('button', { name: 'Lørdag 21. november' }).isDisabled()).toBe(
      true,
    );
    // A week back, then the month before, then Enter on that day.
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('PageUp');
    await page.getByRole('dialog', { name: 'Oktober 2026' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Onsdag 14. oktober' }).waitFor();
    await expect.poll(() => asked(portal, '/payments?').at(-1)).toContain('day=2026-10-14');
    expect(await page.getByRole('dialog').count()).toBe(0);
    const opened = page.getByRole('button', { name: 'Dag: ons. 14. okt.' });
    expect(await opened.evaluate((one) => one === document.activeElement)).toBe(true);
    await opened.click();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.locator('input[type="date"]').count()).toBe(0);
    expect(errors).toEqual([]);
  });

  it('are found by text in all days, and by group', async () => {
    const portal = await open();
    await portal.page.getByRole('button', { name: 'All days' }).click();
    await portal.page.getByRole('searchbox').fill('125,00');
    await portal.page.getByRole('button', { name: 'Not completed' }).click();
    await portal.page.getByText('8 found.').waitFor({ state: 'attached' });
    expect(asked(portal, '/payments?').at(-1)).toBe('GET /payments?group=failed&q=125%2C00');
    portal.office.payments = [];
    await portal.page.getByRole('searchbox').fill('nothing');
    await portal.page.getByText('No matches.').waitFor();
  });

  it('link to the pages of their receipts', async () => {
    const { page } = await open();
    await page.getByRole('link', { name: 'Americano' }).click();
    const link = page.locator('.portal-facts a');
    await expect.poll(() => link.allInnerTexts()).toEqual(['kasse-1-R187', 'kasse-1-R188']);
    expect(await link.first().getAttribute('href')).toMatch(/\/re\/kasse-1-R187\./);
    expect(await link.first().getAttribute('rel')).toBe('noopener noreferrer');
  });

  it('open on the slip with the keyboard, and close with the browser’s back key', async () => {
    const { page, errors } = await open();
    const row = page.getByRole('link', { name: 'Americano' });
    await row.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('article').getByRole('heading', { name: 'Refunded' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/m/payments/p3');
    expect(await row.getAttribute('aria-current')).toBe('true');
    await page.goBack();
    await page.getByText('Select a payment').waitFor();
    expect(errors).toEqual([]);
  });

  it('show their history in order, with a time if it is known', async () => {
    const { page } = await open('/m/payments/p2ybyw4tq73n');
    const steps = page.getByRole('list', { name: 'History' }).getByRole('listitem');
    await steps.first().waitFor();
    expect(await steps.count()).toBe(5);
    expect(await steps.nth(1).locator('time').count()).toBe(0);
    expect(await steps.nth(3).textContent()).toMatch(/Taken, kr\s125\.00/);
    expect(await steps.nth(4).textContent()).toContain('payment_captured, 204');
  });

  it('are loaded in pages', async () => {
    const portal = await open();
    const page = { items: [payment({ what: 'First' })], next: '5.p1', searched_to: null };
    portal.office.answers.set('/payments', [200, page]);
    await portal.page.reload();
    await portal.page.getByRole('link', { name: 'First' }).waitFor();
    // The page asks for its first part no more.
    await portal.page.clock.pauseAt(NOW + 1_000);
    const second = {
      items: [payment({ tid: 'p9', what: 'Second' })],
      next: null,
      searched_to: null,
    };
    portal.office.answers.set('/payments', [200, second]);
    await portal.page.getByRole('button', { name: 'Show more' }).click();
    await portal.page.getByRole('link', { name: 'Second' }).waitFor();
    expect(asked(portal, '/payments?').at(-1)).toContain('after=5.p1');
    expect(await portal.page.getByRole('link', { name: 'First' }).count()).toBe(1);
    expect(await portal.page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  });

  it('that do not exist show a message, and the list stays', async () => {
    const portal = await open('/m/payments/unknown');
    await portal.page.getByText(portalEn.refusals.missing).waitFor();
    // The slip and the list load independently of each other.
    await portal.page.getByRole('link', { name: 'Americano' }).waitFor();
  });
});

describe('the session', () => {
  it('starts with merchant, user and secret, and ends with sign-out', async () => {
    const office = { me: { user: null, demo: false, email: false } };
    const portal = await open('/m/', { office });
    const { page } = portal;
    await page.getByLabel('Merchant ID').fill('kaffebar');
    await page.getByLabel('User ID').fill('admin');
    await page.getByLabel('Secret').fill('the-secret');
    expect(await page.getByRole('button', { name: 'Open demo shop' }).count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Settlements' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to your shop' }).waitFor();
    const body = '{"merchant_id":"kaffebar","user_id":"admin","secret":"the-secret"}';
    expect(writes(portal)).toEqual([`POST /session ${body}`, 'DELETE /session {}']);
  });

  it('shows why a sign-in failed and keeps the typed values', async () => {
    const portal = await open('/m/', { office: { me: { user: null, demo: true, email: false } } });
    const error = { error_description: 'The merchant, the user or the secret is not right.' };
    portal.office.answers.set('POST /session', [401, error]);
    await portal.page.getByLabel('Merchant ID').fill('kaffebar');
    await portal.page.getByLabel('User ID').fill('admin');
    await portal.page.getByLabel('Secret').fill('wrong');
    await portal.page.keyboard.press('Enter');
    await portal.page.getByText(portalEn.refusals.wrong_sign_in).waitFor();
    expect(await portal.page.getByLabel('Merchant ID').inputValue()).toBe('kaffebar');
    portal.office.answers.clear();
    await portal.page.getByRole('button', { name: 'Open demo shop' }).click();
    await portal.page.getByText('24 payments').waitFor();
  });

  it('shows the sign-in page again after its end', async () => {
    const portal = await open();
    await portal.page.getByText('24 payments').waitFor();
    portal.office.answers.set('/settlements', [401, { error_description: 'Sign in first.' }]);
    await portal.page.getByRole('link', { name: 'Settlements' }).click();
    await portal.page.getByRole('heading', { name: 'Sign in to your shop' }).waitFor();
  });
});

describe('API users', () => {
  it('get a secret that is shown once, in its dialog', async () => {
    const portal = await open('/m/users/');
    const { page } = portal;
    await page.getByRole('button', { name: 'New user' }).click();
    await page.getByRole('textbox', { name: 'User ID' }).fill('kasse-2');
    await page.getByRole('textbox', { name: 'Label' }).fill('Kasse 2');
    await page.getByRole('button', { name: 'Create user' }).click();
    await page.getByText('kR3v-secret-that-is-shown-once').waitFor();
    const kept = page.getByRole('button', { name: 'I have saved it' });
    await kept.click({ force: true });
    await page.keyboard.press('Escape');
    await page.getByText('kR3v-secret-that-is-shown-once').waitFor();
    expect(await kept.getAttribute('aria-disabled')).toBe('true');
    await page.getByLabel('I have written it down').check();
    await kept.click();
    await page.getByText('kR3v-secret').waitFor({ state: 'detached' });
    expect(writes(portal)).toEqual(['POST /users {"id":"kasse-2","label":"Kasse 2"}']);
  });

  it('are removed only after a confirmation, and keys are registered from text', async () => {
    const portal = await open('/m/users/kasse-1');
    const { page } = portal;
    await page.getByRole('button', { name: 'Add key' }).click();
    await page.getByLabel('Public key').fill('ssh-rsa AAAA till');
    await page.getByRole('button', { name: 'Register key' }).click();
    const registered = 'POST /users/kasse-1/key {"pubkey":"ssh-rsa AAAA till"}';
    await expect.poll(() => writes(portal)).toEqual([registered]);
    await page.getByRole('button', { name: 'Remove user' }).click();
    expect(writes(portal)).toEqual([registered]);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove user' }).click();
    await page.getByText('Select a user').waitFor();
    expect(writes(portal).at(-1)).toBe('DELETE /users/kasse-1 {}');
  });

  it('are read-only for a user without a key', async () => {
    const portal = await open('/m/users/kasse-1');
    const { me } = portal.office;
    if (me.user === null) throw new Error('somebody is signed in');
    portal.office.me = {
      ...me,
      user: { ...me.user, user_id: 'pos', rights: [...RIGHTS_OF.secret] },
    };
    await portal.page.reload();
    await portal.page.getByText('Sign in as a user with a key').waitFor();
    expect(await portal.page.getByRole('button', { name: 'New user' }).count()).toBe(0);
    expect(await portal.page.getByRole('button', { name: 'New secret' }).count()).toBe(0);
  });
});

describe('an action that cannot be undone', () => {
  it('has a secondary key at a distance, and the focus is on the key that keeps the code', async () => {
    const portal = await open('/m/codes/aB3x_');
    const { page } = portal;
    await page.getByRole('button', { name: 'Remove code' }).click();
    const question = page.getByRole('dialog');
    const keep = question.getByRole('button', { name: 'Keep code' });
    const remove = question.getByRole('button', { name: 'Remove code' });
    expect(await keep.evaluate((key) => key === document.activeElement)).toBe(true);
    expect(await keep.getAttribute('class')).toContain('key-yellow');
    expect(await remove.getAttribute('class')).toContain('ghost');
    const [above, below] = [await keep.boundingBox(), await remove.boundingBox()];
    expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeGreaterThan(32);
    await page.keyboard.press('Enter');
    expect(await question.count()).toBe(0);
    expect(writes(portal)).toEqual([]);
  });
});

describe('the head and the lists', () => {
  it.each(
    (['en-GB', 'nb-NO', 'de-DE', 'ar'] as const).flatMap((locale) =>
      [320, 390, 768, 1024, 1440].map((width) => [width, locale] as const),
    ),
  )('show every link and key completely, in one line, at %d px, %s', async (width, locale) => {
    const { page } = await open('/m/', { width, locale });
    await page.getByRole('row').nth(1).waitFor();
    await settled(page);
    const controls = await page.locator('.portal-head :is(a, button)').evaluateAll((all) =>
      all.map((control) => {
        const text = document.createRange();
        text.selectNodeContents(control);
        const rows = [...text.getClientRects()].filter((row) => row.width > 0);
        const parts = [control.getBoundingClientRect(), ...rows];
        return {
          name: control.textContent,
          // Two boxes of text share a line if the middle of one is between the edges of the other.
          lines: rows.filter((row, place) => {
            const middle = (row.top + row.bottom) / 2;
            const before = rows.slice(0, place);
            return !before.some((line) => line.top < middle && middle < line.bottom);
          }).length,
          left: Math.min(...parts.map((part) => part.left)),
          right: Math.max(...parts.map((part) => part.right)),
          top: Math.min(...parts.map((part) => part.top)),
        };
      }),
    );
    // Each page, the language and the key that signs out.
    expect(controls).toHaveLength(PORTAL_PAGES.length + 2);
    const wrong = controls.filter(
      ({ lines, left, right, top }) => lines !== 1 || left < 0 || right > width || top < 0,
    );
    expect(wrong).toEqual([]);
    const tops = await page
      .locator('.portal-head > .link')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
  });

  it('show a formatted phone number and the receipt number', async () => {
    const { page } = await open('/m/payments/p2ybyw4tq73n');
    const facts = page.locator('.portal-facts').last();
    await facts.getByText('+47 987 65 432').waitFor();
    await facts.getByText('kasse-1-0187').waitFor();
    expect(await facts.getByText('msisdn').count()).toBe(0);
  });
});

describe('other pages', () => {
  it('move the focus between rows by the arrow keys, Home and End, and open one with Enter', async () => {
    const { page } = await open('/m/callbacks/');
    const links = page.getByRole('table').getByRole('link');
    await links.first().focus();
    for (const key of ['ArrowDown', 'End', 'ArrowUp', 'Home', 'ArrowDown', 'Enter']) {
      await page.keyboard.press(key);
    }
    await page.waitForURL('**/m/callbacks/m1');
    expect(await links.nth(1).getAttribute('aria-current')).toBe('true');
  });

  it('send a callback again', async () => {
    const portal = await open('/m/callbacks/m2');
    await portal.page.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => writes(portal)).toEqual(['POST /callbacks/m2/resend {}']);
  });

  it.each([
    [
      'en-GB',
      'ends at another time at the till than in the settlement (\u2068Kasse 2\u2069), so payments',
    ],
    [
      'nb-NO',
      'slutter på et annet tidspunkt på kassen enn i oppgjøret (\u2068Kasse 2\u2069), og betalinger',
    ],
    [
      'de-DE',
      'endet an der Kasse zu einer anderen Zeit als in der Abrechnung (\u2068Kasse 2\u2069); Zahlungen',
    ],
    ['ar', 'وقت غير وقت انتهائه في التسوية (\u2068Kasse 2\u2069)، ولذلك'],
  ])('say that the business day of a till ends at another time, %s', async (locale, sentence) => {
    const days = { ...DAYS, other_days: ['Kasse 2'] };
    const portal = await open('/m/days/', {
      locale,
      office: { answers: new Map([['/days', [200, days]]]) },
    });
    await portal.page.locator('.ledger-note', { hasText: sentence }).waitFor();
  });

  it('show the closed days of a range, what differs and what does not fit, with files of the same days', async () => {
    const portal = await open('/m/days/');
    const { page } = portal;
    await page.getByRole('alert').getByText('Z report 30').waitFor();
    await page.getByText('In the till’s books: counted twice').waitFor();
    const closes = page.getByRole('table').first();
    expect(await closes.getByRole('row').count()).toBe(7);
    await closes.getByRole('link').first().click();
    await page.locator('.portal-slip').getByText('Z report 12').waitFor();
    const files = await page
      .getByRole('navigation', { name: 'Files' })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    const days = '?from=2026-11-14&to=2026-11-20';
    expect(files).toEqual(
      ['days.csv', 'differences.csv', 'days'].map((file) => `/portal/v1/${file}${days}`),
    );
    // The first day moves along with a last day before it.
    await page.getByRole('button', { name: /^Day: .*20/ }).click();
    await page.getByRole('button', { name: /Tuesday.*10 November|Tuesday, 10/ }).click();
    const asked = () => portal.office.calls.filter((call) => call.startsWith('GET /days?'));
    await expect.poll(() => asked().at(-1)).toBe('GET /days?from=2026-11-10&to=2026-11-10');
  });

  it('draw a bar for each period and mark the current one', async () => {
    const portal = await open('/m/settlements/');
    const bars = portal.page.getByRole('region', { name: 'Sales' }).getByRole('listitem');
    await bars.first().waitFor();
    expect(await bars.count()).toBe(7);
    expect(await bars.nth(1).textContent()).toBe('10,340Sun 15');
    expect(await bars.nth(6).textContent()).toContain('in progress');
    const tall = async (place: number) =>
      (await bars.nth(place).locator('.chart-bar').boundingBox())?.height ?? 0;
    expect((await tall(1)) / (await tall(2))).toBeCloseTo(1_034 / 521, 1);
    await portal.page.getByRole('button', { name: 'Month' }).click();
    await expect.poll(() => asked(portal, '/sales').at(-1)).toBe('GET /sales?grain=month');
  });
});
