/*
 * Keeps the wallet's page, scripts, styles and fonts for times without network, so that an
 * installed wallet opens and says that it is offline. It never caches the wallet's API. With a
 * network the page itself comes from the network, so that amounts are never out of date.
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
/** The path prefix of the service's public origin: the worker's own path without what follows it. */
const PREFIX = self.location.pathname.replace(/\/wallet\/[^/]*$/, '');
const PAGE = `${PREFIX}/w/`;
const ASSETS = `${PREFIX}/wallet/assets/`;
/** Upper bound for the number of files of the wallet's page. */
const FILES_MAX = 40;
/** A network that does not answer within this time counts as missing, in milliseconds. */
const PATIENCE = 4_000;

self.addEventListener('install', (event) => {
  event.waitUntil(keepFresh().then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin) return;
  if (mode === 'navigate' && (pathname === PAGE || `${pathname}/` === PAGE)) {
    event.respondWith(openPage(event));
  } else if (pathname.startsWith(ASSETS)) event.respondWith(openAsset(event.request));
});

/** The page from the network; the cached one without a network. */
async function openPage(event: Fetching): Promise<Response> {
  try {
    const fresh = await fetch(event.request, { signal: AbortSignal.timeout(PATIENCE) });
    if (fresh.ok) event.waitUntil(keepFresh(fresh.clone()).catch(() => undefined));
    if (fresh.status < 500) return fresh;
  } catch {
    // Without a network the cached page is used.
  }
  return (await (await caches.open(SHELL)).match(PAGE)) ?? Response.error();
}

/** The file name contains a content hash, so a cached file is always current. */
async function openAsset(request: Request): Promise<Response> {
  return (await (await caches.open(SHELL)).match(request.url)) ?? fetch(request);
}

/** Caches a page with all files that it names, and deletes the others. */
async function keepFresh(response: Response | null = null): Promise<void> {
  const cache = await caches.open(SHELL);
  const page = response ?? (await fetch(PAGE, { cache: 'no-store', credentials: 'omit' }));
  if (!page.ok) throw new Error(`the page answered ${page.status}`);
  const wanted = new Set(named(await page.clone().text()));
  // Scripts name chunks that are loaded later, and styles name fonts.
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
  const files = text.matchAll(/\bassets\/([\w-]+(?:\.[\w-]+)*\.(?:js|css|woff2|svg|png))\b/g);
  // Scripts and styles name files beside themselves.
  const beside = text.matchAll(/["'`(]\.\/([\w-]+(?:\.[\w-]+)*\.(?:js|css|woff2))["'`)]/g);
  return [...files, ...beside].map(([, name]) => ASSETS + name);
}

export type {};
