import { expect, test } from 'vitest';
import { KIOSK_WORDS } from '../../../renderer/i18n/customer.ts';
import type { Aids, KioskView } from '../../../shared/device/kiosk/contract.ts';
import { typeByHand } from '../../support/type-by-hand.ts';
import { kioskOfEachTest } from './fixture.ts';
import { AIDS, CODE, NOW, sale, VIEWS, view } from './views.ts';

const by = (aids: Partial<Aids> = {}): Aids => ({
  ...AIDS,
  language: 'en',
  speech: 'keypad',
  ...aids,
});
const shown = (screen: KioskView['screen'], aids: Partial<Aids> = {}, over = {}) =>
  view(screen, { aids: by(aids), ...over });
const choose = (good: string | null) => ({ kind: 'choose', good, problem: null }) as const;
const { kiosk, page, pressed } = kioskOfEachTest(view({ kind: 'attract' }));
const scan = sale({ kind: 'scan', uri: CODE, expires: NOW + 278_000 });

const last = async () => (await pressed()).at(-1);
const heard = async () => (await kiosk().spoken()).at(-1) ?? '';

test.each(['en', 'nb', 'de', 'ar'] as const)(
  'every screen is spoken completely in %s',
  async (language) => {
    for (const [name, one] of VIEWS) {
      const { screen } = one;
      if (screen.kind === 'pin' || screen.kind === 'service') continue;
      // The introduction is spoken with the first screen alone.
      const before = { kind: 'closed', because: 'machine' } as const;
      await kiosk().show({ ...one, aids: by({ language }), screen: before, warning: null });
      await kiosk().show({ ...one, aids: by({ language }) });
      const spoken = (await heard()).replaceAll('\u00a0', ' ');
      const chosen = screen.kind === 'choose' && screen.good !== null;
      const texts = await page().evaluate(textsOfScreen, chosen ? '' : '.good-name, ');
      // After a choice the voice announces the choice, and does not repeat the question.
      const question = chosen ? [] : texts;
      const words = one.warning === null ? question : [];
      expect([name, words.filter((text) => !spoken.includes(text))]).toEqual([name, []]);
      expect([name, spoken === '']).toEqual([name, false]);
      // Amounts are words: no sign of a currency, and no decimals of whole amounts.
      expect([name, /\bkr\b|NOK|,00|\.00/.test(spoken)]).toEqual([name, false]);
      // Lists of digits and letters have the comma of their language.
      expect([name, language === 'ar' && spoken.includes(',')]).toEqual([name, false]);
    }
  },
);

/** Runs in the page: the texts that a screen shows, without amounts, keys and running clocks. */
function textsOfScreen(goods: string): string[] {
  const parts = `${goods}h1, .split-text, .choose-problem, .paying-how p:first-child, .sale-name, .slip-name`;
  return [...document.querySelectorAll(`.kiosk :is(${parts}, .slip-more)`)]
    .filter((one) => one.closest('.kiosk-closed') === null || !one.matches('.closed-shop'))
    .map((one) => (one.textContent ?? '').replaceAll('\u00a0', ' '))
    .filter((text) => !/[\d٠-٩][.,٫][\d٠-٩]{2}/.test(text));
}

test('holding the key 5 starts speech, which names the keys and the other languages', async () => {
  // The page's clock is paused, so that a press is short.
  await page().clock.pauseAt(NOW + 1_000);
  await page().keyboard.press('5');
  await page().clock.runFor(2_000);
  expect(await pressed()).toEqual([]);
  await page().keyboard.down('5');
  await page().clock.runFor(1_600);
  expect(await last()).toEqual({ type: 'speech', value: 'keypad' });
  await page().keyboard.up('5');
  await page().clock.resume();
  await kiosk().show(shown({ kind: 'attract' }));
  await expect.poll(async () => (await kiosk().spoken()).length).toBe(4);
  const [text = '', ...others] = await kiosk().spoken();
  expect(text).toContain('Press 0 for settings');
  expect(text).toMatch(/Good coffee\. 40 seconds\. Press Enter to start\.$/);
  expect(others).toEqual([
    'Norsk: trykk 0, 5, 2.',
    'Deutsch: drücken Sie 0, 5, 3.',
    'العربية: اضغط 0، 5، 4.',
  ]);
  await kiosk().show(view({ kind: 'attract' }, { aids: by({ speech: 'off' }) }));
  expect(await heard()).toBe('Speech is off.');
});

test('plugging in headphones starts speech, and unplugging them ends it', async () => {
  await page().keyboard.press('i');
  expect(await last()).toEqual({ type: 'speech', value: 'keypad' });
  await page().keyboard.press('o');
  expect(await last()).toEqual({ type: 'speech', value: 'off' });
  // The same without keys of a socket: an output of the system appears and disappears.
  const plug = (outputs: number) =>
    page().evaluate((count) => {
      const devices = Array.from({ length: count }, () => ({ kind: 'audiooutput' }));
      Object.defineProperty(navigator.mediaDevices, 'enumerateDevices', {
        configurable: true,
        value: async () => devices,
      });
      navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
    }, outputs);
  await plug(1);
  await plug(2);
  await expect.poll(last).toEqual({ type: 'speech', value: 'keypad' });
  await plug(1);
  await expect.poll(last).toEqual({ type: 'speech', value: 'off' });
});

test('headphones that are unplugged before the browser has listed them do not leave speech on', async () => {
  await page().evaluate(async () => {
    const outputs = (count: number) =>
      Array.from({ length: count }, () => ({ kind: 'audiooutput' }));
    const { mediaDevices } = navigator;
    const list = (value: () => Promise<object[]>) =>
      Object.defineProperty(mediaDevices, 'enumerateDevices', { configurable: true, value });
    const change = () => mediaDevices.dispatchEvent(new Event('devicechange'));
    await mediaDevices.enumerateDevices();
    list(async () => outputs(1));
    change();
    await new Promise(requestAnimationFrame);
    const plugged = Promise.withResolvers<object[]>();
    let asked = 0;
    list(() => {
      asked += 1;
      return asked === 1 ? plugged.promise : Promise.resolve(outputs(1));
    });
    change();
    change();
    await new Promise(requestAnimationFrame);
    plugged.resolve(outputs(2));
  });
  await expect.poll(last).toEqual({ type: 'speech', value: 'off' });
});

test('digits, Enter and Cancel send the commands of a sale, and Enter interrupts the speech', async () => {
  await kiosk().show(shown({ kind: 'attract' }));
  await page().keyboard.press('Enter');
  await kiosk().show(shown(choose(null)));
  expect(await heard()).toMatch(
    /^What would you like\? 1: Espresso, 29 kroner\. 2: .*Type the number/,
  );
  await typeByHand(page(), '3');
  await kiosk().show(shown(choose('flat-white')));
  expect(await heard()).toMatch(/^Flat white, 52 kroner\. Press Enter to pay\./);
  const hushes = await page().evaluate((): number => Reflect.get(window, 'hushes'));
  await page().keyboard.press('Enter');
  expect(await page().evaluate((): number => Reflect.get(window, 'hushes'))).toBeGreaterThan(
    hushes,
  );
  await kiosk().show(shown(scan));
  expect(await heard()).toMatch(/You have 4 minutes to pay\..*Press 1 to hear the code again/);
  await typeByHand(page(), '1');
  expect(await heard()).toMatch(
    /^Without a camera, open .* code p, 2, y, b, y, w, 4, t, q, 7, 3, n\.$/,
  );
  await page().keyboard.press('Escape');
  await kiosk().show(shown(sale({ kind: 'cancelled' })));
  expect(await heard()).toMatch(/^Cancelled\. No money was taken\..*Press Enter to choose/);
  await page().keyboard.press('Enter');
  expect(await pressed()).toEqual([
    { type: 'begin' },
    { type: 'choose', good: 'flat-white' },
    { type: 'pay', good: 'flat-white' },
    { type: 'cancel' },
    { type: 'again' },
  ]);
});

test('speech reports a number that is not on the list, and a long list accepts two digits', async () => {
  await kiosk().show(shown(choose(null)));
  await typeByHand(page(), '9');
  expect(await heard()).toBe('Number 9 is not on the list.');
  expect(await pressed()).toEqual([]);
  const [good] = VIEWS[0]?.[1].goods ?? [];
  if (good === undefined) throw new Error('no goods');
  const goods = Array.from({ length: 12 }, (_, index) => ({ ...good, id: `good-${index + 1}` }));
  await kiosk().show(shown(choose(null), {}, { goods }));
  await typeByHand(page(), '1');
  await kiosk().show(shown(choose('good-1'), {}, { goods }));
  await typeByHand(page(), '2');
  await typeByHand(page(), '3');
  expect(await pressed()).toEqual([
    { type: 'choose', good: 'good-1' },
    { type: 'choose', good: 'good-12' },
    { type: 'choose', good: 'good-3' },
  ]);
});

test('the settings menu is spoken: repeat, volume, time, dark screen, language, end', async () => {
  await kiosk().show(shown({ kind: 'attract' }));
  await kiosk().show(shown(choose('flat-white')));
  const screen = await heard();
  await typeByHand(page(), '0');
  expect(await heard()).toMatch(/^Settings\. 0: hear the text again\..*9: turn speech off\./);
  await typeByHand(page(), '0');
  expect(await heard()).toBe(screen);
  await typeByHand(page(), '0');
  await typeByHand(page(), '1');
  expect(await heard()).toBe('Volume 4 of 5.');
  await kiosk().show(shown(choose('flat-white'), { volume: 4 }));
  await typeByHand(page(), '1');
  await kiosk().show(shown(choose('flat-white'), { volume: 5 }));
  await typeByHand(page(), '1');
  expect(await heard()).toBe('Volume 5 of 5.');
  await page().keyboard.press('Escape');
  for (const digit of ['3', '4', '9']) {
    await typeByHand(page(), '0');
    await typeByHand(page(), digit);
  }
  await typeByHand(page(), '0');
  await typeByHand(page(), '5');
  await typeByHand(page(), '2');
  expect(await pressed()).toEqual([
    { type: 'volume', value: 4 },
    { type: 'volume', value: 5 },
    { type: 'volume', value: 5 },
    { type: 'time', value: 'long' },
    { type: 'dark', value: 'on' },
    { type: 'speech', value: 'off' },
    { type: 'language', value: 'nb' },
  ]);
});

test('the keypad offers only languages that have a voice, and a text in another is not spoken', async () => {
  await page().evaluate(() => {
    const voice = (lang: string) => ({ lang, localService: true });
    Reflect.set(speechSynthesis, 'getVoices', () => [voice('en-GB'), voice('ar')]);
  });
  const speech = { key: '5', plugged: 'i', unplugged: 'o', voice: false };
  const showIn = (aids: Partial<Aids>) => kiosk().show(shown(choose(null), aids, { speech }));
  await kiosk().show(shown({ kind: 'attract' }, { speech: 'off' }, { speech }));
  await showIn({});
  for (const key of ['0', '5', '3', '0', '5', '4']) await typeByHand(page(), key);
  expect(await pressed()).toEqual([{ type: 'language', value: 'ar' }]);
  await page().keyboard.press('0');
  await page().keyboard.press('5');
  const offered = (await kiosk().spoken()).filter((text) => /^(Norsk|Deutsch|العربية):/.test(text));
  expect(new Set(offered.map((text) => text.split(':')[0]))).toEqual(new Set(['العربية']));
  await showIn({ language: 'de' });
  await showIn({ language: 'ar' });
  // The kiosk speaks several texts one after the other, so the last one may be another.
  const said = async () => (await kiosk().spoken()).join(' ');
  await expect.poll(said).toContain(KIOSK_WORDS.ar.chooseHead);
  const german = (await kiosk().spoken()).filter((text) =>
    text.includes(KIOSK_WORDS.de.chooseHead),
  );
  expect(german).toEqual([]);
});

test('any key answers the inactivity warning, which is spoken and not shown on a dark screen', async () => {
  const over = { warning: { until: NOW + 22_000 } };
  await kiosk().show(shown({ kind: 'attract' }));
  await kiosk().show(shown(choose(null), { dark: 'on' }, over));
  expect(await heard()).toBe(
    'Are you still there? Your visit ends in 22 seconds. Press any key to stay.',
  );
  expect(await page().getByRole('dialog').count()).toBe(0);
  await typeByHand(page(), '7');
  expect(await pressed()).toEqual([{ type: 'stay' }]);
});

test('a touch turns the dark screen on again, and presses no key', async () => {
  await kiosk().show(shown(choose('flat-white'), { dark: 'on' }));
  await page().mouse.click(540, 1_500);
  expect(await pressed()).toEqual([{ type: 'dark', value: 'off' }]);
});

test('speech reports that the kiosk has lost the connection to its host', async () => {
  await kiosk().show(shown(scan));
  await kiosk().link(false);
  await expect.poll(heard).toBe('One moment. Reconnecting. Payments in progress continue.');
});

test('without speech the keypad does nothing, and with it the goods show their numbers', async () => {
  await kiosk().show(shown(choose(null), { speech: 'off' }));
  for (const key of ['1', '0', '-']) await typeByHand(page(), key);
  expect(await pressed()).toEqual([]);
  expect(await page().locator('.good-number').count()).toBe(0);
  await kiosk().show(shown(choose(null)));
  expect(await page().locator('.good-number').allInnerTexts()).toEqual([
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
  ]);
});

test('every announcement is also a large text on the screen', async () => {
  let sounds = 0;
  for (const [name, one] of VIEWS) {
    await kiosk().show({ ...one, aids: { ...AIDS, language: 'en' } });
    const alert = await page().getByRole('alert').innerText();
    const status = await page().getByRole('status').first().innerText();
    if (alert === '' && name !== 'approve') continue;
    sounds += 1;
    const head = page().locator(one.warning === null ? 'h1, .choose-problem' : 'dialog h2');
    const heads = await head.allInnerTexts();
    const said = alert === '' ? status : alert;
    expect([name, heads.some((text) => said.startsWith(text))]).toEqual([name, true]);
  }
  expect(sounds).toBeGreaterThan(8);
});

test('a key that is held down sends its command once', async () => {
  await kiosk().show(shown({ kind: 'attract' }));
  for (let times = 0; times < 3; times += 1) await page().keyboard.down('+');
  expect(await pressed()).toEqual([{ type: 'volume', value: 4 }]);
  await page().keyboard.up('+');
});
