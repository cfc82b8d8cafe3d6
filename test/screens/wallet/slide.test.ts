import { describe, expect, it } from 'vitest';
import { APPROVE, knob, paymentPages, word } from './payment-page.ts';
import { NOW } from './requests.ts';

const { open } = paymentPages();
const HINT = 'Slide all the way, or tap to pay in two steps.';

describe('the slide that approves a payment', () => {
  it('requires a complete drag; a short drag sends nothing', async () => {
    const wallet = await open();
    const box = await knob(wallet).boundingBox();
    if (box === null) throw new Error('no knob');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const { mouse } = wallet.page;
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x + 90, y, { steps: 4 });
    await mouse.up();
    await wallet.page.getByText(HINT).waitFor();
    expect(wallet.desk.writes).toEqual([]);
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x + 400, y, { steps: 8 });
    await mouse.up();
    await word(wallet, 'Approved');
    expect(wallet.desk.writes).toEqual([`${APPROVE} {}`]);
    expect(wallet.errors).toEqual([]);
  });

  it('works with a quick flick, whose events arrive before the page draws', async () => {
    const wallet = await open();
    await knob(wallet).evaluate((one, size) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const at = { clientX: x + width / 2, clientY: y + height / 2 };
      const send = (type: string, moved: number) =>
        one.dispatchEvent(
          new PointerEvent(type, {
            ...{ ...at, clientX: at.clientX + moved, bubbles: true, isPrimary: true, button: 0 },
            ...{ pointerId: 1, pointerType: 'touch' },
          }),
        );
      // The browser captures only pointers that exist.
      one.setPointerCapture = () => undefined;
      send('pointerdown', 0);
      for (const moved of [20, size / 2, size]) send('pointermove', moved);
      send('pointerup', size);
      one.dispatchEvent(new MouseEvent('click', { ...at, bubbles: true }));
    }, 400);
    await word(wallet, 'Approved');
    expect(wallet.desk.writes).toEqual([`${APPROVE} {}`]);
    expect(wallet.errors).toEqual([]);
  });

  it('works with Enter held for one second; a short press of Enter shows a question', async () => {
    const wallet = await open();
    await knob(wallet).focus();
    // The page's clock is paused, so that each press is short.
    await wallet.page.clock.pauseAt(NOW + 1_000);
    await wallet.page.keyboard.press('Enter');
    await wallet.page.keyboard.press('Enter');
    const question = wallet.page.getByText(/^Pay kr\s*125\.00 to Kaffebaren Løkka\?$/);
    await question.waitFor();
    expect(await question.evaluate((one) => one === document.activeElement)).toBe(true);
    await wallet.page.keyboard.press('Escape');
    expect(await knob(wallet).evaluate((one) => one === document.activeElement)).toBe(true);
    expect(wallet.desk.writes).toEqual([]);
    await wallet.page.keyboard.down('Enter');
    await wallet.page.clock.runFor(900);
    expect(wallet.desk.writes).toEqual([]);
    await wallet.page.clock.runFor(200);
    await word(wallet, 'Approved');
    await wallet.page.keyboard.up('Enter');
    expect(wallet.desk.writes).toEqual([`${APPROVE} {}`]);
  });

  it('works with two presses on two different keys', async () => {
    const wallet = await open();
    await knob(wallet).evaluate((button) => button instanceof HTMLElement && button.click());
    await wallet.page.keyboard.press('Tab');
    expect(wallet.desk.writes).toEqual([]);
    await wallet.page.keyboard.press('Enter');
    await word(wallet, 'Approved');
    expect(wallet.desk.writes).toEqual([`${APPROVE} {}`]);
  });

  it('is not sent after a double tap, a long touch or an interrupted drag', async () => {
    const wallet = await open();
    await knob(wallet).dblclick();
    await knob(wallet).waitFor();
    await knob(wallet).hover();
    // The page's clock is paused, so that each click comes right after its cancelled drag.
    await wallet.page.clock.pauseAt(NOW + 1_000);
    await wallet.page.mouse.down();
    // Longer than a key must be held, because a touch without a drag must not approve.
    await wallet.page.clock.runFor(1_200);
    await knob(wallet).evaluate((button) =>
      button.dispatchEvent(new PointerEvent('pointercancel', { isPrimary: true, bubbles: true })),
    );
    await wallet.page.mouse.up();
    const box = await knob(wallet).boundingBox();
    const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 40];
    await wallet.page.mouse.move(x, y);
    await wallet.page.mouse.down();
    await wallet.page.mouse.move(x + 400, y, { steps: 8 });
    await knob(wallet).evaluate((button) =>
      button.dispatchEvent(new PointerEvent('pointercancel', { isPrimary: true, bubbles: true })),
    );
    await wallet.page.mouse.up();
    await expect
      .poll(() => knob(wallet).evaluate((button) => button.style.transform))
      .toMatch(/\* 0\)/);
    expect(wallet.desk.writes).toEqual([]);
    expect(wallet.errors).toEqual([]);
  });
});
