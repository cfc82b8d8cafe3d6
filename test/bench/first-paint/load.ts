import type { Browser } from 'playwright-core';

/** The bridge that an Electron preload would add to the page. It gives one constant snapshot. */
export type Preload = { readonly name: string; readonly snapshot: unknown };

/** A page to load, and the sign that a person can use it. */
export type Subject = {
  /** A new address for each load: a host gives access to a launch address once. */
  readonly address: () => Promise<string>;
  /** Selector of a key. If `answer` is not null, the bench presses the key when it appears. */
  readonly key: string;
  /** Selector of the element that the pressed key adds to the page. Null if no key is pressed. */
  readonly answer: string | null;
  readonly preload: Preload | null;
};

/**
 * Milliseconds from the start of the navigation until the page is painted and has reacted to a key.
 * Each load has a new browser context, an empty cache and a new renderer process.
 */
export async function usableAfter(browser: Browser, subject: Subject): Promise<number> {
  const { address, ...rest } = subject;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(reportWhenUsable, rest);
    // The page reports the time: a query would run the driver's script during the measurement.
    const report = page.waitForEvent('console', (message) => message.text().startsWith('usable '));
    await page.goto(await address(), { waitUntil: 'commit' });
    return Number((await report).text().slice('usable '.length));
  } finally {
    await context.close();
  }
}

/** Runs in the page before the page's scripts. */
function reportWhenUsable({ key, answer, preload }: Omit<Subject, 'address'>): void {
  if (preload !== null) {
    Reflect.set(window, preload.name, {
      // The product's preload has the snapshot before the page's scripts run.
      subscribe: (listener: (snapshot: unknown) => void) => {
        listener(preload.snapshot);
        return () => undefined;
      },
      onLink: () => () => undefined,
      call: async () => ({ ok: true, value: null }),
    });
  }
  // A task after the next frame runs when the browser has laid out and painted that frame.
  const whenDrawn = (then: () => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = then;
      port2.postMessage(null);
    });
  const reportTime = () => console.log(`usable ${performance.now()}`);
  const press = () => {
    document.querySelector<HTMLElement>(key)?.click();
    setTimeout(() => (document.querySelector(answer ?? '') === null ? press() : reportTime()));
  };
  const observer = new MutationObserver(() => {
    if (document.querySelector(key) === null) return;
    observer.disconnect();
    whenDrawn(answer === null ? reportTime : press);
  });
  observer.observe(document, { childList: true, subtree: true });
}
