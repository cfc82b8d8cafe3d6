import type { Page } from 'playwright-core';

/**
 * Waits until the browser has drawn the page twice, and has its letters: once with the page's last
 * change, and once with what its code did when it measured that. React draws a change, and runs the
 * effects of a drawing, in a message to itself: a message that is sent after it arrives after it. A busy
 * browser draws before it delivers messages. `requestAnimationFrame` cannot be used
 * for this: in a page whose clock a test has set, that clock calls it after 16 ms, and a busy browser
 * draws later.
 */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) {
      await new Promise<unknown>((arrived) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          port1.close();
          arrived(null);
        };
        port2.postMessage(null);
      });
      await new Promise<void>((drawn) => {
        // A new observer is told the size of its element when the browser draws next.
        const observer = new ResizeObserver(() => {
          observer.disconnect();
          drawn();
        });
        observer.observe(document.documentElement);
      });
      await document.fonts.ready;
    }
  });
}

/** Waits until the page is drawn in this language: its texts may be loaded after the page was shown. */
export async function drawnIn(page: Page, language: string): Promise<void> {
  await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' });
  await settled(page);
}
