import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { screenConfig } from '../../main/build/screen-config.ts';

const ROOT = fileURLToPath(new URL('../../renderer/', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** Where each screen's files are asked for, as the product's build says it. */
const BASES = {
  cashier: { built: './', served: '/' },
  'customer-display': { built: './', served: '/' },
  kiosk: { built: './', served: '/' },
  wallet: { built: '/wallet/', served: '/wallet/' },
  portal: { built: '/m/', served: '/m/' },
} as const;

/** As strict as the hosts of the real pages: nothing inline, nothing from elsewhere. */
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
 * Builds one screen as the product does, and serves it on a free port of loopback. `page` may
 * change the HTML as it goes out, and `server` gets the server for more than files.
 */
export async function serveScreen(
  name: keyof typeof BASES,
  more: { page?: (html: string) => string; server?: (server: Server) => void } = {},
): Promise<Screens> {
  const dir = await mkdtemp(join(tmpdir(), `tillkit-${name}-`));
  // The test runner names its own environment, under which React's development build is taken.
  process.env.NODE_ENV = 'production';
  const base = BASES[name].built;
  await build(screenConfig({ root: join(ROOT, name), outDir: dir, base, plugins: [react()] }));
  const { served } = BASES[name];
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://local').pathname;
    const asset = path.startsWith(served) ? path.slice(served.length) : '';
    const file = extname(asset) === '' ? 'index.html' : normalize(asset);
    try {
      const body = await readFile(join(dir, file));
      response.setHeader('content-security-policy', CSP);
      response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
      response.end(file === 'index.html' && more.page ? more.page(String(body)) : body);
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
      await new Promise((done) => server.close(done));
      await rm(dir, { recursive: true, force: true });
    },
  };
}
