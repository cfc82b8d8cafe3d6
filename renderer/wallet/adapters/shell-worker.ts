/*
 * Keeps the wallet's shell (its page, scripts, styles and fonts) for when there is no network, so
 * that an installed wallet opens and says so. Nothing of the wallet's API is ever kept, and the
 * page itself comes from the network whenever there is one: what is shown about money is either
 * what the service says now, or nothing.
 */

type Extendable = Event & { waitUntil(work: Promise<unknown>): void };
type Fetching = Extendable & {
  readonly request: Request;
  respondWith(reply: Promise<Response>): void;
};
type Scope = {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', act: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', act: (event: Fetching) => void): void;
};
declare const self: Scope;

const SHELL = 'tillkit-wallet-shell';
const PAGE = '/w/';
const ASSETS = '/wallet/assets/';
/** More files than the wallet has; a page that names more is not ours. */
const FILES_MAX = 40;
/** A network that is there but does not answer counts as none after this, milliseconds. */
const PATIENCE = 4_000;

self.addEventListener('install', (event) => {
  event.waitUntil(keepFresh().then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin) return;
  if (mode === 'navigate' && (pathname === PAGE || pathname === '/w')) {
    event.respondWith(openPage(event));
  } else if (pathname.startsWith(ASSETS)) event.respondWith(openAsset(event.request));
});

/** The page of the network; the kept one where there is none. */
async function openPage(event: Fetching): Promise<Response> {
  try {
    const fresh = await fetch(event.request, { signal: AbortSignal.timeout(PATIENCE) });
    if (fresh.ok) event.waitUntil(keepFresh(fresh.clone()).catch(() => undefined));
    if (fresh.status < 500) return fresh;
  } catch {
    // No network: what is kept is all there is.
  }
  return (await (await caches.open(SHELL)).match(PAGE)) ?? Response.error();
}

/** A file whose name says its content: the kept one is as good as the network's. */
async function openAsset(request: Request): Promise<Response> {
  return (await (await caches.open(SHELL)).match(request.url)) ?? fetch(request);
}

/** Keeps a page with everything that it names, and lets go of what it no longer names. */
async function keepFresh(response: Response | null = null): Promise<void> {
  const cache = await caches.open(SHELL);
  const page = response ?? (await fetch(PAGE, { cache: 'no-store', credentials: 'omit' }));
  if (!page.ok) throw new Error(`the page answered ${page.status}`);
  const wanted = new Set(named(await page.clone().text()));
  // Scripts name parts that are loaded later, styles name fonts.
  for (const address of wanted) {
    if (wanted.size > FILES_MAX) throw new Error('a page of the wallet names fewer files');
    const kept = (await cache.match(address)) ?? (await fetch(address));
    if (!kept.ok) throw new Error(`${address} answered ${kept.status}`);
    const type = kept.headers.get('content-type') ?? '';
    if (/javascript|css/.test(type)) {
      for (const further of named(await kept.clone().text())) wanted.add(further);
    }
    await cache.put(address, kept);
  }
  await cache.put(PAGE, page);
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (pathname !== PAGE && !wanted.has(pathname)) await cache.delete(url);
  }
}

function named(text: string): string[] {
  const names = text.matchAll(/\bassets\/([\w-]+(?:\.[\w-]+)*\.(?:js|css|woff2|svg|png))\b/g);
  return [...names].map(([, name]) => ASSETS + name);
}

export type {};
