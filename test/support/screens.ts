import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { buildScreens } from '../../main/build/screens.ts';
import { packageRoot } from '../../main/host/adapters/machine.ts';
import { placedPage } from '../../shared/node/http/static-assets.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** The address of each screen's files, the same as in the product's hosts. */
const SERVED = {
  cashier: '/',
  'customer-display': '/',
  kiosk: '/',
  wallet: '/wallet/',
  portal: '/m/',
} as const;

/** As strict as the hosts of the real pages: nothing inline, nothing from other origins. */
const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; " +
  "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

export type Screens = {
  readonly origin: string;
  /** Folder of the built files. */
  readonly dir: string;
  stop(): Promise<void>;
};

/**
 * Serves one screen as the product builds it, on a free port of loopback. The first caller builds the
 * screens for all later callers until a source changes. `page` may change the HTML before it is sent, and
 * `server` gets the server for requests that are not for files.
 */
export async function serveScreen(
  name: keyof typeof SERVED,
  more: { page?: (html: string) => string; server?: (server: Server) => void } = {},
): Promise<Screens> {
  await buildScreens();
  const dir = join(packageRoot(), 'dist/screens', name);
  const served = SERVED[name];
  const reads = new Set<Promise<Buffer>>();
  // Each request reads again: a file that could not be read once may exist the next time.
  const read = async (file: string) => {
    const reading = readFile(join(dir, file));
    reads.add(reading);
    try {
      return await reading;
    } finally {
      reads.delete(reading);
    }
  };
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://local').pathname;
    const asset = path.startsWith(served) ? path.slice(served.length) : '';
    const file = extname(asset) === '' ? 'index.html' : normalize(asset);
    try {
      const body = await read(file);
      response.setHeader('content-security-policy', CSP);
      // The names of these files change with their content, so a page that is loaded again has them
      // compiled already.
      if (asset.startsWith('assets/')) response.setHeader('cache-control', 'max-age=31536000');
      response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
      if (file !== 'index.html') return response.end(body);
      const page = served === '/' ? String(body) : placedPage(String(body), '', served);
      response.end(more.page ? more.page(page) : page);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  more.server?.(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    dir,
    stop: async () => {
      server.closeAllConnections();
      // A page that was closed does not wait for its requests; the file is open until it is read.
      await Promise.allSettled(reads);
      await new Promise((done) => server.close(done));
    },
  };
}
