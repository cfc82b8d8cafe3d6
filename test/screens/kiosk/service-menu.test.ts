import { expect, test } from 'vitest';
import { alike } from '../../../shared/catalogue/language.ts';
import { money } from '../../../shared/money/money.ts';
import { scan } from '../cashier/scan.ts';
import { kioskOfEachTest } from './fixture.ts';
import { AIDS, NOW, service, view } from './views.ts';

const english = (...[screen, over = {}]: Parameters<typeof view>) =>
  view(screen, { aids: { ...AIDS, language: 'en' }, ...over });
const { kiosk, page, pressed } = kioskOfEachTest(english({ kind: 'attract' }));
const key = (name: string | RegExp) => page().getByRole('button', { name });

test('the hidden corner must be held and is not in the accessibility tree', async () => {
  // The page's clock is paused, so that a click is short.
  await page().clock.pauseAt(NOW + 1_000);
  await page().mouse.click(1_070, 10);
  await page().clock.runFor(2_000);
  await page().mouse.down();
  await page().clock.runFor(1_400);
  expect(await pressed()).toEqual([]);
  await page().clock.runFor(200);
  expect(await pressed()).toEqual([{ type: 'knock' }]);
  await page().mouse.up();
  expect(await page().locator('.corner').getAttribute('aria-hidden')).toBe('true');
});

test('the PIN pad counts the digits of touch and keyboard and never shows them', async () => {
  await kiosk().show(
    english({ kind: 'pin', pad: { pin: 'set', lockedUntil: null, wrong: false } }),
  );
  await page().keyboard.type('12');
  await key('3').click();
  expect(await key('Open').getAttribute('aria-disabled')).toBe('true');
  await key('4').click();
  await key('5').click();
  await key('Delete').click();
  expect(await page().locator('.pin-dots').getAttribute('aria-label')).toBe('4 digits entered');
  expect(await page().locator('.pin-dots').innerText()).toBe('••••');
  await key('Open').click();
  expect(await pressed()).toEqual([{ type: 'pin', pin: '1234' }]);
});

test('a scan types no digit of the PIN, sends no wrong PIN, and the kiosk says so', async () => {
  await kiosk().show(
    english({ kind: 'pin', pad: { pin: 'set', lockedUntil: null, wrong: false } }),
  );
  for (const code of ['96385074', '5000000000052']) await scan(page(), code, { apart: 69 });
  await page().getByText('Codes are not read here. Use the screen.').waitFor();
  expect(await page().locator('.pin-dots').getAttribute('aria-label')).toBe('0 digits entered');
  expect(await pressed()).toEqual([]);
  await key('3').click();
  await page().locator('.scan-notice').waitFor({ state: 'detached' });
  expect(await page().locator('.pin-dots').getAttribute('aria-label')).toBe('1 digit entered');
});

test('the service menu names the effect of each key', async () => {
  await kiosk().show(english(service()));
  for (const name of ['Test machine', 'Check with the service again', 'Exit full screen']) {
    await key(name).click();
  }
  await key('Mark as resolved').click();
  await key('Close menu').click();
  expect(await pressed()).toEqual([
    { type: 'service', act: 'test_machine' },
    { type: 'service', act: 'ask_again' },
    { type: 'service', act: 'leave_kiosk' },
    { type: 'settle', sale: 's2' },
    { type: 'shut' },
  ]);
});

test.each([
  ['en', ['releasing the reservation', 'being refunded', 'reservation released', 'refunded']],
  ['nb', ['frigir reservasjonen', 'refunderes', 'reservasjonen frigitt', 'refundert']],
  [
    ...(['de'] as const),
    ['Reservierung wird freigegeben', 'wird erstattet', 'Reservierung freigegeben', 'erstattet'],
  ],
  ['ar', ['جارٍ تحرير الحجز', 'جارٍ رد المبلغ', 'حُرّر الحجز', 'رُدّ المبلغ']],
] as const)(
  'the service menu in %s distinguishes released money from refunded money',
  async (language, texts) => {
    const phases = ['releasing', 'refunding', 'released', 'refunded'] as const;
    const row = { at: NOW, amount: money(5_200), currency: 'NOK', name: alike('Espresso') };
    const sales = phases.map((phase, number) => ({
      ...{ ...row, id: phase, number, phase, canSettle: false },
    }));
    await kiosk().show(view(service({ sales }), { aids: { ...AIDS, language } }));
    const names = await page().locator('.service-name').allInnerTexts();
    expect(names.map((name) => name.replace(/^Espresso[,،] /, ''))).toEqual(texts);
  },
);

test('the service menu in Arabic has an Arabic comma, and its command stays on one line', async () => {
  const aids = { ...AIDS, language: 'ar' } as const;
  await kiosk().show(view(service({ setup: 'needed' }), { aids }));
  const name = await page().locator('.service-name').first().innerText();
  expect(name).toMatch(/^Flat white، /);
  const pairing = page().locator('dd', { hasText: 'tillkit' });
  const lines = await pairing.evaluate((element) => {
    const [node] = element.childNodes;
    const text = node?.textContent ?? '';
    const range = new Range();
    if (node === undefined) return -1;
    range.setStart(node, text.indexOf('tillkit'));
    range.setEnd(node, text.indexOf('pair') + 'pair'.length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
  expect(lines).toBe(1);
});

test.each([
  ['en', 'Ahead: set date and time in the system settings'],
  ['nb', 'Går foran: still dato og tid i system\u00adinnstillingene'],
  ['de', 'Geht vor: Stellen Sie Datum und Uhrzeit im System ein'],
  ['ar', 'متقدمة: اضبط التاريخ والوقت في إعدادات النظام'],
] as const)('says in the language %s that the clock is wrong', async (language, words) => {
  await kiosk().show(view(service({ clock: 'ahead' }), { aids: { ...AIDS, language } }));
  await page().getByText(words, { exact: true }).waitFor();
});
