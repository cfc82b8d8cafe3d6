import type { Browser, Page } from 'playwright-core';
import type { BridgeAnswer, BridgeCommand, Snapshot } from '../../../shared/bridge/contract.ts';
import type { TerminalView } from '../../../shared/terminal/state.ts';
import { NOW, SETTINGS } from './sales.ts';

export type CashierPage = {
  readonly page: Page;
  /** Errors of the page's own; a test expects none. */
  readonly errors: readonly string[];
  show(view: TerminalView, settings?: Partial<Snapshot['settings']>): Promise<void>;
  link(up: boolean): Promise<void>;
  /** What the next commands are answered with; the default accepts everything. */
  answerWith(answer: BridgeAnswer): Promise<void>;
  commands(): Promise<readonly BridgeCommand[]>;
};

export type CashierPageOptions = {
  readonly width?: number;
  readonly height?: number;
  readonly language?: 'en' | 'nb';
  readonly theme?: 'light' | 'dark';
  readonly pixelRatio?: number;
};

/** A host's side of the bridge inside the page, worked by the test. */
type Script = {
  snapshots: ((snapshot: Snapshot) => void)[];
  links: ((up: boolean) => void)[];
  commands: BridgeCommand[];
  answer: BridgeAnswer;
};
declare global {
  interface Window {
    script: Script;
  }
}

/** Opens the built cashier in its own context, at a standing clock, over a scripted bridge. */
export async function openCashier(
  browser: Browser,
  origin: string,
  options: CashierPageOptions = {},
): Promise<CashierPage> {
  const { width = 1280, height = 800, language = 'en', theme = 'light' } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: options.pixelRatio ?? 1,
    timezoneId: 'Europe/Oslo',
    reducedMotion: 'reduce',
    colorScheme: theme,
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.clock.setFixedTime(NOW);
  await page.addInitScript(scriptBridge);
  await page.goto(origin);
  await page.waitForFunction(() => window.script.snapshots.length > 0);
  return {
    page,
    errors,
    show: async (view, settings = {}) => {
      const snapshot = { settings: { ...SETTINGS, language, ...settings }, view };
      await page.evaluate((given) => {
        for (const listener of window.script.snapshots) listener(given);
      }, snapshot);
      await page.evaluate(() => document.fonts.ready.then(() => true));
    },
    link: (up) =>
      page.evaluate((given) => {
        for (const listener of window.script.links) listener(given);
      }, up),
    answerWith: (answer) =>
      page.evaluate((given) => {
        window.script.answer = given;
      }, answer),
    commands: () => page.evaluate(() => window.script.commands),
  };
}

function scriptBridge(): void {
  const script: Script = {
    snapshots: [],
    links: [],
    commands: [],
    answer: { ok: true, value: { id: 'sale-187' } },
  };
  const bridge = {
    subscribe: (listener: (snapshot: Snapshot) => void) => {
      script.snapshots.push(listener);
      return () => {};
    },
    onLink: (listener: (up: boolean) => void) => {
      script.links.push(listener);
      return () => {};
    },
    call: async (command: BridgeCommand) => {
      script.commands.push(command);
      return script.answer;
    },
  };
  Object.assign(window, { script, tillkit: bridge });
}
