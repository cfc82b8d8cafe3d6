import type { Browser, Page } from 'playwright-core';
import type { KioskCommand } from '../../../shared/kiosk/commands.ts';
import type { KioskView } from '../../../shared/kiosk/contract.ts';
import { leavePage, runBefore, takePage } from '../../support/reused-page.ts';
import { settled } from '../../support/settled.ts';
import { NOW } from './views.ts';

export type KioskPage = {
  readonly page: Page;
  /** Errors of the page's own; a test expects none. */
  readonly errors: readonly string[];
  show(view: KioskView): Promise<void>;
  link(up: boolean): Promise<void>;
  commands(): Promise<readonly KioskCommand[]>;
  /** Everything that was read aloud. */
  spoken(): Promise<readonly string[]>;
  close(): Promise<void>;
};

export const SIZES = {
  portrait: { width: 1080, height: 1920 },
  landscape: { width: 1920, height: 1080 },
  small: { width: 800, height: 1280 },
  wide: { width: 1280, height: 800 },
  desk: { width: 1024, height: 768 },
} as const;

/** Opens the built kiosk with a scripted host and a stopped clock. */
export async function openKiosk(
  browser: Browser,
  origin: string,
  first: KioskView,
  size: keyof typeof SIZES = 'portrait',
  /** The device's time zone. */
  timezoneId = 'Europe/Oslo',
): Promise<KioskPage> {
  const page = await takePage(browser, {
    viewport: SIZES[size],
    timezoneId,
    reducedMotion: 'reduce',
  });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.clock.setFixedTime(NOW);
  await runBefore(page, installHost, first);
  await page.goto(origin);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const read = (name: string) => page.evaluate((key) => Reflect.get(window, key), name);
  return {
    page,
    errors,
    show: async (next) => {
      await page.evaluate((given) => {
        for (const listener of Reflect.get(window, 'listeners')) listener(given);
      }, next);
      await settled(page);
    },
    link: (up) =>
      page.evaluate((given) => {
        for (const listener of Reflect.get(window, 'links')) listener(given);
      }, up),
    commands: () => read('said'),
    spoken: () => read('spoken'),
    close: () => leavePage(page),
  };
}

/** Runs in the page: the scripted host and the scripted voice. */
function installHost(given: KioskView): void {
  const listeners: ((view: unknown) => void)[] = [];
  const links: ((up: boolean) => void)[] = [];
  const said: unknown[] = [];
  const spoken: string[] = [];
  Object.assign(window, { listeners, links, said, spoken, hushes: 0 });
  Object.defineProperty(window, 'speechSynthesis', {
    value: {
      speak: ({ text, onend }: SpeechSynthesisUtterance) => {
        spoken.push(text);
        queueMicrotask(() => Reflect.apply(onend ?? (() => undefined), null, []));
      },
      cancel: () => Reflect.set(window, 'hushes', Reflect.get(window, 'hushes') + 1),
      // The kiosk must not use a voice that runs on a server.
      getVoices: () =>
        ['en-GB', 'nb-NO', 'de-DE', 'ar'].flatMap((lang) => [
          { lang, localService: false },
          { lang, localService: true },
        ]),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    },
  });
  Object.defineProperty(window, 'SpeechSynthesisUtterance', {
    value: class {
      text: string;
      constructor(text: string) {
        this.text = text;
      }
    },
  });
  Reflect.set(window, 'tillkitKiosk', {
    subscribe(listener: (view: unknown) => void) {
      listeners.push(listener);
      listener(given);
      return () => undefined;
    },
    onLink(listener: (up: boolean) => void) {
      links.push(listener);
      return () => undefined;
    },
    call: async (command: unknown) => {
      said.push(command);
      return { ok: true, value: null };
    },
  });
}
