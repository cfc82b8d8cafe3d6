import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { buildPage } from '../../support/build-page.ts';
import { type Served, servedBy } from '../random-content/random-content.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};
const CSP = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'";

/** Builds and serves a page of another product that embeds the payment, under a strict content policy. */
export async function serveExamplePage(
  source:
    | 'test/screens/react/example-page'
    | 'examples/react-till' = 'test/screens/react/example-page',
  reactVersion: 18 | 19 = 19,
): Promise<Served> {
  const folder = await buildPage(source, reactVersion);
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://local');
    const file = pathname === '/' ? 'index.html' : pathname.slice(1);
    const body = await readFile(join(folder, file)).catch(() => null);
    response.statusCode = body === null ? 404 : 200;
    response.setHeader('content-type', TYPES[extname(file)] ?? 'text/plain');
    response.setHeader('content-security-policy', CSP);
    response.end(body);
  });
  const served = await servedBy(server);
  return {
    ...served,
    stop: async () => {
      await served.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
