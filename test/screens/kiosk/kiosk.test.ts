import { expect, test } from 'vitest';
import type { KioskView } from '../../../shared/device/kiosk/contract.ts';
import { money } from '../../../shared/money/money.ts';
import { settled } from '../../support/settled.ts';
import { kioskOfEachTest } from './fixture.ts';
import { AIDS, CODE, NOW, sale, view } from './views.ts';

const english = (...[screen, over = {}]: Parameters<typeof view>) =>
  view(screen, { aids: { ...AIDS, language: 'en' }, ...over });
const { kiosk, page, pressed } = kioskOfEachTest(english({ kind: 'attract' }));
const choose = (good: string | null) => english({ kind: 'choose', good, problem: null });
const key = (name: string | RegExp) => page().getByRole('button', { name });

test('keys send their command, which names only the product', async () => {
  await key(/^Touch to start/).click();
  await kiosk().show(choose(null));
  await key(/^Espresso/).click();
  // Without a choice the large key does nothing, and stays readable.
  expect(await key('Choose first').getAttribute('aria-disabled')).toBe('true');
  await kiosk().show(choose('espresso'));
  expect(await key(/^Espresso/).getAttribute('aria-pressed')).toBe('true');
  await key(/^Pay/).click();
  await kiosk().show(english(sale({ kind: 'scan', uri: CODE, expires: NOW + 60_000 })));
  await key('Cancel').click();
  await kiosk().show(english(sale({ kind: 'cancelled' })));
  await key('Choose something else').click();
  expect(await pressed()).toEqual([
    { type: 'begin' },
    { type: 'choose', good: 'espresso' },
    { type: 'pay', good: 'espresso' },
    { type: 'cancel' },
    { type: 'again' },
  ]);
});

test('a touch of the picture starts a visit, and a touch of the hidden corner sends nothing', async () => {
  // The page's clock is paused, so that a click is short.
  await page().clock.pauseAt(NOW + 1_000);
  await page().mouse.click(400, 700);
  expect(await pressed()).toEqual([{ type: 'begin' }]);
  await page().mouse.click(1_070, 10);
  expect(await pressed()).toEqual([{ type: 'begin' }]);
});

test('the pictures change while no customer is there, except with reduced motion', async () => {
  const own = page().locator('.plate-own img');
  const first = await own.getAttribute('src');
  await page().clock.pauseAt(NOW + 1_000);
  const comeBack = async () => {
    await kiosk().show(choose(null));
    await kiosk().show(english({ kind: 'attract' }));
  };
  await comeBack();
  await page().clock.runFor(20_000);
  expect(await own.getAttribute('src')).toBe(first);
  await page().emulateMedia({ reducedMotion: 'no-preference' });
  await comeBack();
  const seen = new Set<string | null>();
  for (let turn = 0; turn < 6; turn += 1) {
    seen.add(await own.getAttribute('src'));
    await page().clock.runFor(6_000);
  }
  expect(seen.size).toBe(6);
  expect(await own.getAttribute('src')).toBe(first);
});

test('a product that is not available cannot be selected', async () => {
  const goods = english({ kind: 'attract' }).goods.map((good) => ({
    ...good,
    state: 'not_now' as const,
  }));
  await kiosk().show(english({ kind: 'choose', good: null, problem: null }, { goods }));
  expect(await key(/^Espresso/).getAttribute('aria-disabled')).toBe('true');
  await key(/^Espresso/).dispatchEvent('click');
  expect(await pressed()).toEqual([]);
});

test('the keys of the accessibility row send each setting and show which ones are on', async () => {
  for (const name of ['Norsk', 'Larger', 'Speech', 'Lower', 'Contrast', 'More time'])
    await key(name).click();
  expect(await pressed()).toEqual([
    { type: 'language', value: 'nb' },
    { type: 'text', value: 'large' },
    { type: 'speech', value: 'on' },
    { type: 'reach', value: 'low' },
    { type: 'contrast', value: 'more' },
    { type: 'time', value: 'long' },
  ]);
  const aids = { ...AIDS, language: 'en', text: 'large', contrast: 'more' } as const;
  await kiosk().show(view({ kind: 'attract' }, { aids }));
  expect(await key('Larger').getAttribute('aria-pressed')).toBe('true');
  expect(await key('Lower').getAttribute('aria-pressed')).toBe('false');
  expect(await page().locator('html').getAttribute('data-contrast')).toBe('more');
});

test('the keyboard starts a visit, selects a product and reaches all keys', async () => {
  await page().keyboard.press('Tab');
  await page().keyboard.press('Enter');
  await kiosk().show(choose(null));
  for (let good = 0; good < 3; good += 1) await page().keyboard.press('Tab');
  await page().keyboard.press('Space');
  await kiosk().show(choose('flat-white'));
  const names: (string | null)[] = [];
  for (let step = 0; step < 9; step += 1) {
    await page().keyboard.press('Tab');
    names.push(await page().evaluate(() => document.activeElement?.textContent ?? null));
  }
  expect(names.join(' | ')).toMatch(/Cappuccino.*Hot chocolate.*Pay.*Start over.*Norsk.*Larger/);
  expect(await pressed()).toEqual([{ type: 'begin' }, { type: 'choose', good: 'flat-white' }]);
});

test('the warning takes the focus, counts down, and is answered with one key', async () => {
  await kiosk().show({ ...choose('espresso'), warning: { until: NOW + 22_000 } });
  const dialog = page().getByRole('dialog', { name: 'Are you still there?' });
  await dialog.waitFor();
  expect(await dialog.getByRole('timer').innerText()).toBe('0:22');
  expect(await dialog.getByRole('button').count()).toBe(1);
  await page().keyboard.press('Enter');
  await page().keyboard.press('Escape');
  expect(await pressed()).toEqual([{ type: 'stay' }, { type: 'stay' }]);
});

test('the touch that answers the warning presses no key below it, and the next touch does', async () => {
  const session = await page().context().newCDPSession(page());
  const warned = { ...choose(null), warning: { until: NOW + 22_000 } };
  const touch = async (at: { x: number; y: number }, whileDown: KioskView) => {
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
    await kiosk().show(whileDown);
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await settled(page());
  };
  await kiosk().show(warned);
  const product = await key(/^Hot chocolate/).boundingBox();
  const stay = await key('I am still here').boundingBox();
  if (product === null || stay === null) throw new Error('no key');
  // A place on both keys.
  const at = { x: product.x + 100, y: stay.y + stay.height / 2 };
  expect(at.y).toBeGreaterThan(product.y);
  expect(at.x).toBeLessThan(stay.x + stay.width);
  await touch(at, choose(null));
  expect((await kiosk().commands()).map(({ type }) => type)).toEqual(['touch']);
  // The warning that stays is answered by its own key.
  await kiosk().show(warned);
  await touch(at, warned);
  await expect.poll(pressed).toEqual([{ type: 'stay' }]);
  await kiosk().show(choose(null));
  await touch(at, choose(null));
  await expect.poll(pressed).toEqual([{ type: 'stay' }, { type: 'choose', good: 'hot-chocolate' }]);
  await session.detach();
});

test('the keyboard presses a key after a long touch of the warning, which clicks nothing', async () => {
  await kiosk().show({ ...choose('espresso'), warning: { until: NOW + 22_000 } });
  const stay = key('I am still here');
  await stay.dispatchEvent('pointerdown', { pointerId: 7, isPrimary: true });
  await kiosk().show(choose('espresso'));
  await key(/^Pay/).focus();
  await page().keyboard.press('Enter');
  expect(await pressed()).toEqual([{ type: 'pay', good: 'espresso' }]);
});

test('the code is removed as soon as it expires', async () => {
  await kiosk().show(english(sale({ kind: 'scan', uri: CODE, expires: NOW + 1_000 })));
  await page().locator('.qr').waitFor();
  await page().clock.setFixedTime(NOW + 1_000);
  await expect.poll(() => page().locator('.qr').count()).toBe(0);
});

test('the picture and the announcement of an expired code change together', async () => {
  const expires = NOW + 60_000;
  await kiosk().show(english(sale({ kind: 'scan', uri: CODE, expires })));
  await page().evaluate(() => {
    const states: boolean[][] = [];
    Reflect.set(window, 'states', states);
    const look = () => {
      const says = (place: string) => document.querySelector(place)?.textContent ?? '';
      const told = [says('h1'), says('[role="status"]')];
      states.push(told.map((text) => text.startsWith('The code has expired')));
    };
    new MutationObserver(look).observe(document.body, {
      ...{ subtree: true, childList: true, characterData: true },
    });
  });
  await page().clock.setFixedTime(expires);
  await expect.poll(() => page().getByRole('status').first().innerText()).toMatch(/has expired/);
  await page().getByRole('heading', { level: 1, name: 'The code has expired' }).waitFor();
  const states = await page().evaluate((): boolean[][] => Reflect.get(window, 'states'));
  expect(states).toContainEqual([true, true]);
  expect(states.filter(([picture, told]) => picture !== told)).toEqual([]);
});

test('after the code has expired, screen and speech say so and what to do next', async () => {
  const speaking = { ...AIDS, language: 'en', speech: 'on' } as const;
  await kiosk().show(
    view(sale({ kind: 'scan', uri: CODE, expires: NOW + 60_000 }), { aids: speaking }),
  );
  expect((await kiosk().spoken()).at(-1)).toMatch(/^Scan to pay\./);
  await page().clock.setFixedTime(NOW + 60_000);
  await page().getByRole('heading', { level: 1, name: 'The code has expired' }).waitFor();
  const said = async () => (await kiosk().spoken()).at(-1);
  const text = 'Do not scan it any more. In a moment you can choose again.';
  await expect.poll(said).toBe(`The code has expired. ${text} Flat white, 52 kroner.`);
  expect(await page().locator('.paying-how').innerText()).toBe(text);
  expect(await page().locator('.rail').count()).toBe(0);
});

test('a customer without a camera reads and hears the code and the address of the wallet', async () => {
  const speaking = { ...AIDS, language: 'en', speech: 'on' } as const;
  await kiosk().show(
    view(sale({ kind: 'scan', uri: CODE, expires: NOW + 60_000 }), { aids: speaking }),
  );
  expect(await page().locator('.code-letters').innerText()).toMatch(
    /192\.168\.0\.12:4600\/w\/.*\s*p2yb yw4t q73n/s,
  );
  expect((await kiosk().spoken()).at(-1)).toContain(
    'open 192 dot 168 dot 0 dot 12 colon 4600 slash w slash and type the code ' +
      'p, 2, y, b, y, w, 4, t, q, 7, 3, n.',
  );
  // Without a code that can be paid there is nothing to type.
  await page().clock.setFixedTime(NOW + 60_000);
  await expect.poll(() => page().locator('.code-letters').count()).toBe(0);
});

test('announcements are spoken once, in the customer’s language, if speech is on', async () => {
  const speaking = { ...AIDS, language: 'en', speech: 'on' } as const;
  const missed = { kind: 'not_charged', why: 'not_delivered', money: 'released' } as const;
  await kiosk().show(view(sale({ kind: 'approve' }), { aids: speaking }));
  await kiosk().show(view(sale({ kind: 'approve' }), { aids: { ...speaking, text: 'large' } }));
  await kiosk().show(view(sale(missed), { aids: speaking }));
  const nb = { ...speaking, language: 'nb' } as const;
  await kiosk().show(view(sale(missed), { aids: nb }));
  expect(await kiosk().spoken()).toEqual([
    expect.stringMatching(/^Approve on your phone\..*Flat white, 52 kroner\.$/),
    'Sorry, nothing was delivered. You have not been charged. The reserved money is released.',
    expect.stringMatching(/^Beklager/),
  ]);
});

test('screen readers announce progress in a pause and a result at once', async () => {
  await kiosk().show(english(sale({ kind: 'approve' })));
  expect(await page().getByRole('status').first().innerText()).toContain('Approve on your phone');
  await kiosk().show(english(sale({ kind: 'declined' })));
  expect(await page().getByRole('alert').innerText()).toBe(
    'Declined on the phone. No money was taken.',
  );
});

test('a screen without a connection to its host shows One moment and no code', async () => {
  await kiosk().show(english(sale({ kind: 'scan', uri: CODE, expires: NOW + 60_000 })));
  await kiosk().link(false);
  await page().getByRole('heading', { level: 1, name: 'One moment' }).waitFor();
  expect(await page().locator('.qr').count()).toBe(0);
  await kiosk().link(true);
  await page().locator('.qr').waitFor();
});

test('touches are reported to the host, at most once a second', async () => {
  const touches = async () =>
    (await kiosk().commands()).filter(({ type }) => type === 'touch').length;
  // Each touch has its time, however long the machine takes for them.
  const touchAt = (...times: readonly number[]) =>
    page().evaluate((all) => {
      for (const value of all) {
        const touch = new PointerEvent('pointerdown', { bubbles: true });
        Object.defineProperty(touch, 'timeStamp', { value });
        document.body.dispatchEvent(touch);
      }
    }, times);
  await touchAt(10_000, 10_001, 10_500, 10_999);
  expect(await touches()).toBe(1);
  await touchAt(11_000, 11_001);
  expect(await touches()).toBe(2);
});

test('an unclear payment claims no reservation before one is known', async () => {
  const slip = page().locator('.kiosk-slip .slip-sum');
  await kiosk().show(english(sale({ kind: 'unclear' })));
  expect(await slip.innerText()).toMatch(/^Price/);
  const stated = { what: 'authorised', amount: money(5_200) } as const;
  await kiosk().show(english(sale({ kind: 'unclear' }, { stated })));
  expect(await slip.innerText()).toMatch(/^Reserved/);
  await kiosk().show(
    english(sale({ kind: 'unclear' }, { stated: { ...stated, what: 'captured' } })),
  );
  expect(await slip.innerText()).toMatch(/^Paid/);
});
