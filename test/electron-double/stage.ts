import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, CDPSession, Page, Route } from 'playwright-core';
import { ipcMain, sessionOf } from './electron.ts';
import { FROM_MAIN, PAGE_SCRIPT, PRELOAD_WORLD, preloadScript, TO_MAIN } from './preload-world.ts';
import { BrowserWindow } from './windows.ts';

/*
 * Gives each window of the double a page of a real Chromium, with its built preload in a world of
 * its own and IPC carried through. A browser knows no scheme of ours, so `app://cashier/` is
 * `https://cashier.till.test/` in it: origins differ from the real ones, paths do not.
 */
const DOMAIN = 'till.test';

export type Stage = {
  /** The page of a window, once it has one that shows something. */
  page(window: BrowserWindow | undefined): Promise<Page>;
  /** Presses a key as a person does: main gets the event first and may prevent it. */
  press(window: BrowserWindow | undefined, key: string): Promise<'kept' | 'passed'>;
  /** Addresses that pages asked for and were refused. */
  readonly refused: readonly string[];
  close(): Promise<void>;
};

type Shown = {
  readonly context: BrowserContext;
  readonly page: Page;
  /** `gone`: its process has ended, and a new page has to take its place. */
  state: 'loading' | 'loaded' | 'gone';
};

/** Attaches pages to all windows that are opened from now on. */
export function openStage(browser: Browser): Stage {
  const shown = new Map<BrowserWindow, Shown>();
  const refused: string[] = [];
  const closing = new Map<BrowserContext, Promise<void>>();
  /** The same promise for every caller: a second `close` of a context does not wait for the first. */
  const closed = ({ context }: Shown): Promise<void> => {
    const end = closing.get(context) ?? context.close().catch(() => undefined);
    closing.set(context, end);
    return end;
  };
  const waiting: (() => void)[] = [];
  BrowserWindow.onLoad = async (window, url) => {
    const before = shown.get(window);
    const usable = before !== undefined && before.state !== 'gone';
    if (before !== undefined && !usable) await closed(before);
    const now = usable ? before : await openPage(browser, window, refused);
    shown.set(window, now);
    window.once('closed', () => void closed(now));
    now.state = 'loading';
    await now.page.goto(toWeb(url));
    now.state = 'loaded';
    window.webContents.emit('did-finish-load');
    window.emit('ready-to-show');
    for (const run of waiting.splice(0)) run();
  };
  return {
    refused,
    async page(window) {
      if (!window) throw new Error('there is no such window');
      for (;;) {
        const found = shown.get(window);
        if (found?.state === 'loaded' && !found.page.isClosed()) return found.page;
        await new Promise<void>((run) => waiting.push(run));
      }
    },
    async press(window, key) {
      if (!window) throw new Error('there is no such window');
      if (window.webContents.prevents('before-input-event', inputOf(key))) return 'kept';
      const found = shown.get(window);
      await found?.page.keyboard.press(key);
      return 'passed';
    },
    async close() {
      BrowserWindow.onLoad = null;
      await Promise.all([...shown.values()].map(closed));
    },
  };
}

async function openPage(
  browser: Browser,
  window: BrowserWindow,
  refused: string[],
): Promise<Shown> {
  const { width, height } = window.bounds;
  const context = await browser.newContext({
    viewport: { width, height },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const found: Shown = { context, page, state: 'loading' };
  await context.route('**/*', (route) => serve(route, window, page, refused));
  page.on('crash', () => {
    found.state = 'gone';
    window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
  });
  page.on('popup', (popup) => {
    const answer = window.webContents.windowOpenHandler?.({ url: popup.url() });
    if (answer?.action === 'deny') {
      refused.push(`window ${popup.url()}`);
      void popup.close();
    }
  });
  await carryIpc(await context.newCDPSession(page), window, page);
  return found;
}

/** Serves the app's own scheme by main's handler; everything else main may only refuse. */
async function serve(
  route: Route,
  window: BrowserWindow,
  page: Page,
  refused: string[],
): Promise<void> {
  const request = route.request();
  const url = toApp(request.url());
  const leaves = request.isNavigationRequest() && !window.loaded.includes(url);
  if (leaves && window.webContents.prevents('will-navigate', url)) {
    refused.push(`navigation ${url}`);
    return route.abort('aborted');
  }
  let cancelled = false;
  const { beforeRequest, protocol } = sessionOf(window);
  beforeRequest?.({ url }, (answer) => {
    cancelled = typeof answer === 'object' && JSON.stringify(answer) === '{"cancel":true}';
  });
  const handler = protocol.handlers.get('app');
  if (cancelled || !handler || page.isClosed()) {
    refused.push(`request ${url}`);
    return route.abort('blockedbyclient');
  }
  const reply = await handler(new Request(url, { method: request.method() }));
  await route.fulfill({
    status: reply.status,
    headers: Object.fromEntries(reply.headers),
    body: Buffer.from(await reply.arrayBuffer()),
  });
}

type Message = {
  readonly kind: 'send' | 'invoke';
  readonly id?: number;
  readonly channel: string;
  readonly values: readonly unknown[];
};

async function carryIpc(cdp: CDPSession, window: BrowserWindow, page: Page): Promise<void> {
  const { webContents } = window;
  let world: number | null = null;
  const toPage = (message: unknown) => {
    if (world === null) return;
    const expression = `${FROM_MAIN}(${JSON.stringify(message)})`;
    cdp.send('Runtime.evaluate', { expression, contextId: world }).catch(() => undefined);
  };
  webContents.deliver = (channel, values) => toPage({ kind: 'send', channel, values });
  cdp.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.name === PRELOAD_WORLD) world = context.id;
  });
  cdp.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
    if (executionContextId === world) world = null;
  });
  cdp.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name !== TO_MAIN) return;
    const message: Message = JSON.parse(payload);
    const url = toApp(page.url());
    // The same object while the page is the same: main compares the frame with the main frame.
    if (webContents.mainFrame.url !== url) webContents.mainFrame = { url };
    const event = { sender: webContents, senderFrame: webContents.mainFrame };
    if (message.kind === 'send') {
      ipcMain.emit(message.channel, event, ...message.values);
      return;
    }
    const { id } = message;
    ipcMain.play(event, message.channel, ...message.values).then(
      (value) => toPage({ kind: 'answer', id, ok: true, value }),
      (error) => toPage({ kind: 'answer', id, ok: false, value: String(error) }),
    );
  });
  await cdp.send('Page.enable');
  await cdp.send('Runtime.enable');
  await cdp.send('Runtime.addBinding', { name: TO_MAIN, executionContextName: PRELOAD_WORLD });
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: PAGE_SCRIPT });
  const source = preloadScript(readFileSync(preloadOf(window), 'utf8'));
  const world_ = { source, worldName: PRELOAD_WORLD };
  await cdp.send('Page.addScriptToEvaluateOnNewDocument', world_);
}

function preloadOf({ options }: BrowserWindow): string {
  const preferences = options.webPreferences;
  if (typeof preferences !== 'object' || preferences === null) throw new Error('no preferences');
  return 'preload' in preferences ? String(preferences.preload) : '';
}

function toWeb(url: string): string {
  const { host, pathname } = new URL(url);
  return `https://${host}.${DOMAIN}${pathname}`;
}

function toApp(address: string): string {
  const url = new URL(address);
  if (!url.host.endsWith(`.${DOMAIN}`)) return address;
  return `app://${url.host.slice(0, -DOMAIN.length - 1)}${url.pathname}`;
}

/** A key in the form that main is told of it. */
function inputOf(name: string) {
  const parts = name.split('+');
  const has = (modifier: string) => parts.slice(0, -1).includes(modifier);
  const [control, meta, alt, shift] = ['Control', 'Meta', 'Alt', 'Shift'].map(has);
  return { type: 'keyDown', key: parts.at(-1) ?? '', control, meta, alt, shift };
}
