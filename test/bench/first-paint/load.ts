import type { Browser } from 'playwright-core';

/** What the preload of a window of Electron puts into its page: a bridge that shows one picture. */
export type Preload = { readonly name: string; readonly snapshot: unknown };

/** A page to load, and how to see that a person can use it. */
export type Subject = {
  readonly address: string;
  /** What must be on the page. It is pressed as soon as it is there, where `answer` is not null. */
  readonly key: string;
  /** What the pressed key brings onto the page; null where there is nothing to press. */
  readonly answer: string | null;
  readonly preload: Preload | null;
};

/**
 * Milliseconds from the start of the navigation until the page is drawn and has answered a key. Each
 * load has a browser context, a cache and a renderer process of its own.
 */
export async function usableAfter(browser: Browser, subject: Subject): Promise<number> {
  const { address, ...rest } = subject;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(watch, rest);
    // The page reports it: a query would run a script of the driver during the measured time.
    const said = page.waitForEvent('console', (message) => message.text().startsWith('usable '));
    await page.goto(address, { waitUntil: 'commit' });
    return Number((await said).text().slice('usable '.length));
  } finally {
    await context.close();
  }
}

/** Runs in the page before anything of its own. */
function watch({ key, answer, preload }: Omit<Subject, 'address'>): void {
  if (preload !== null) {
    Reflect.set(window, preload.name, {
      // The real one has asked main long before the page's scripts have come.
      subscribe: (tell: (snapshot: unknown) => void) => {
        tell(preload.snapshot);
        return () => undefined;
      },
      onLink: () => () => undefined,
      call: async () => ({ ok: true, value: null }),
    });
  }
  // A task after the next frame: what that frame shows has been laid out and painted.
  const whenDrawn = (then: () => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = then;
      port2.postMessage(null);
    });
  const say = () => console.log(`usable ${performance.now()}`);
  const press = () => {
    document.querySelector<HTMLElement>(key)?.click();
    setTimeout(() => (document.querySelector(answer ?? '') === null ? press() : say()));
  };
  const observer = new MutationObserver(() => {
    if (document.querySelector(key) === null) return;
    observer.disconnect();
    whenDrawn(answer === null ? say : press);
  });
  observer.observe(document, { childList: true, subtree: true });
}
