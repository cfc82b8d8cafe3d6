import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type PagePolicy, pageHeaders, WASM } from './security-headers.ts';

/** One file of a built screen, as it is served. */
export type Asset = {
  readonly body: Buffer;
  readonly type: string;
  /** `Cache-Control`: hashed names never change, pages are never cached. */
  readonly cache: string;
  /** A worker that runs WebAssembly and loads its files; its policy allows both. */
  readonly wasm?: true;
};

/** A built screen by path below its root, such as `assets/main-1a2b.js`. */
export type Assets = ReadonlyMap<string, Asset>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.txt': 'text/plain; charset=utf-8',
};
const HASHED = /-[A-Za-z0-9_-]{8}\.[a-z0-9]+$/;

/** The worker that speaks, as the build names it. */
const WASM_WORKER = /^assets\/voice-worker-[\w-]+\.js$/;

/** The headers of a file of a screen. A worker that runs WebAssembly may connect to its own host only. */
export function assetHeaders({ wasm }: Asset, policy: PagePolicy) {
  return pageHeaders(wasm === true ? { script: WASM } : policy);
}

/**
 * Reads a built screen into memory. Requests are looked up only in this map, so no request path can
 * leave the folder. Files of unknown types are left out; a missing folder gives an empty map.
 */
export function readAssets(folder: string): Assets {
  const assets = new Map<string, Asset>();
  if (existsSync(folder)) collect(folder, '', assets);
  return assets;
}

/**
 * The same assets with the addresses of the page made absolute, because the service shows the page at
 * several paths: `folder` is the path of the files, `prefix` the path prefix of the public origin, which
 * the page's scripts also read.
 */
export function placePage(assets: Assets, prefix: string, folder: string): Assets {
  const page = assets.get('index.html');
  if (page === undefined) return assets;
  const html = placedPage(page.body.toString(), prefix, folder);
  return new Map(assets).set('index.html', { ...page, body: Buffer.from(html) });
}

/** A page with the addresses of its own files made absolute. */
export function placedPage(html: string, prefix: string, folder: string): string {
  const placed = html.replaceAll('="./', `="${prefix}${folder}`);
  return prefix === '' ? placed : placed.replace('<html', `<html data-prefix="${prefix}"`);
}

function collect(folder: string, prefix: string, into: Map<string, Asset>): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const name = prefix + entry.name;
    if (entry.isDirectory()) {
      collect(join(folder, entry.name), `${name}/`, into);
      continue;
    }
    // A link could lead out of the folder; the build makes none.
    const type = entry.isFile() ? TYPES[extname(entry.name)] : undefined;
    if (type === undefined) continue;
    const body = readFileSync(join(folder, entry.name));
    const wasm = WASM_WORKER.test(name) ? ({ wasm: true } as const) : {};
    into.set(name, { body, type, cache: cacheOf(name), ...wasm });
  }
}

function cacheOf(name: string): string {
  if (name.endsWith('.html')) return 'no-store';
  return HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/** The asset of a URL path (percent-encoded, leading slash), or null. */
export function findAsset(assets: Assets, urlPath: string): Asset | null {
  try {
    return assets.get(decodeURIComponent(urlPath).replace(/^\/+/, '')) ?? null;
  } catch {
    // A path with a broken percent sequence has no asset.
    return null;
  }
}

/** The members of Express's response that send a file; declarations then need no types of Express. */
type AssetResponse = {
  status(code: number): AssetResponse;
  set(headers: Readonly<Record<string, string>>): AssetResponse;
  send(body: Buffer): unknown;
};

/** Sends a file of a built screen with the headers of every page; `camera` for one that scans codes. */
export function sendAsset(response: AssetResponse, asset: Asset, camera = false): void {
  response
    .status(200)
    .set(pageHeaders({ camera }))
    .set({ 'content-type': asset.type, 'cache-control': asset.cache })
    .send(asset.body);
}
