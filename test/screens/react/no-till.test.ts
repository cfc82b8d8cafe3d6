import { readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closePages, openBrowser } from '../../support/browser.ts';
import { buildPage } from '../../support/build-page.ts';

let built: string;
let server: Server;
let origin: string;
beforeAll(async () => {
  built = await buildPage('examples/react-till');
  server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '');
    try {
      const types: Record<string, string> = {
        '.html': 'text/html',
        '.js': 'text/javascript',
        '.css': 'text/css',
      };
      const body = readFileSync(join(built, path));
      response
        .writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' })
        .end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterAll(async () => {
  await closePages();
  await new Promise((resolve) => server.close(resolve));
  rmSync(built, { recursive: true, force: true });
});

it('the embedded payment reports that no till is connected if no till serves the page', async () => {
  const browser = await openBrowser();
  const page = await browser.newPage();
  await page.goto(origin);
  await page.getByText('No connection to the till').waitFor();
  expect(await page.getByRole('alert').count()).toBe(1);
});
