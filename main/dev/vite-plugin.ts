import { mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { BRIDGE_PATH } from '../../shared/device/bridge/address.ts';
import { pageHeaders } from '../../shared/node/http/security-headers.ts';
import { systemFetch, systemIds, thisMachine } from '../host/adapters/machine.ts';
import { checkAccess, type PageAccess, policyOf, routeFor } from '../host/bridge/page-access.ts';
import { isFromPage, serveRoute } from '../host/bridge/serve-route.ts';
import { type DevTill, startDevTill } from './dev-till.ts';

/** The members of Vite's plugin that this one uses; the types then need no Vite. */
type VitePlugin = {
  readonly name: string;
  apply(config: object, env: ViteCommand): boolean;
  config(): object;
  configureServer(server: ViteServer): Promise<void>;
  transformIndexHtml(html: string): Promise<string>;
  closeBundle(this: HookContext): Promise<void>;
};
type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => unknown;
type ViteServer = { readonly middlewares: { use(middleware: Middleware): unknown } };
type ViteCommand = {
  readonly command: 'build' | 'serve';
  readonly mode: string;
  readonly isPreview?: boolean;
};
/** Vite 5 has no environments. */
type HookContext = { readonly environment?: { readonly name: string } };
type ProxyTarget = { target: string };

export type TillkitPluginOptions = {
  /** Data folder of the till; `.tillkit-dev` by default. */
  readonly data?: string;
  /** What the page may reach besides its till: the same value as for `startScreenHost`. */
  readonly access?: PageAccess;
};

/**
 * `tillkit/vite`: lets a page with `tillkit/react` run under `vite dev`. It starts a till with an
 * embedded demo service and gives each page a token for it, as Tillkit's host does. Every page of the
 * development server controls this till: it is for development only. The page has the content policy
 * that it has at Tillkit's host. A build, `vite preview` and Vitest get no till. Throws for an
 * `access` that is not valid.
 */
export function tillkit({
  data = '.tillkit-dev',
  access = {},
}: TillkitPluginOptions = {}): VitePlugin {
  checkAccess(access);
  let pages: DevPages | null = null;
  // Vite puts it on the scripts and style elements that it adds to a page.
  const nonce = systemIds.token();
  return {
    name: 'tillkit',
    apply: (_config, { command, mode, isPreview }) =>
      command === 'serve' && isPreview !== true && !runsInVitest(mode),
    config() {
      const configure = (_proxy: object, options: ProxyTarget) => {
        options.target = pages?.till.origin ?? options.target;
      };
      // Vite calls `configure` after `configureServer`, which knows the till's port.
      const bridge = { target: 'http://127.0.0.1', ws: true, changeOrigin: true, configure };
      const proxy = { [BRIDGE_PATH]: { ...bridge, rewriteWsOrigin: true } };
      return { server: { proxy }, html: { cspNonce: nonce } };
    },
    async configureServer({ middlewares }) {
      middlewares.use(serveShop(access, nonce));
      pages = await takeTill(data);
      const { environment, customer } = pages.till;
      console.log(`tillkit: service ${environment.BASE}`);
      console.log(`tillkit: wallet ${environment.WALLET} (sign in as +${customer})`);
    },
    async transformIndexHtml(html) {
      if (pages === null) return html;
      const { head, view } = await pages.nextPage();
      return html.replace(/<head>/i, (tag) => tag + head).replace(/<\/body>/i, (tag) => view + tag);
    },
    async closeBundle() {
      // Vite calls this hook once for each environment of a server that it closes.
      if ((this.environment?.name ?? 'client') === 'client') await leaveTill(data);
    },
  };
}

/** Gives the page its policy, and answers the routes of the shop. */
function serveShop(access: PageAccess, nonce: string): Middleware {
  const source = `'nonce-${nonce}'`;
  const report = (sentence: string) => console.error(sentence);
  return (request, response, next) => {
    const { host = '' } = request.headers;
    // Vite's own socket has the same host as the page.
    const policy = policyOf(access, ["'self'", `ws://${host}`, `wss://${host}`]);
    const headers = pageHeaders({ ...policy, script: source, style: source });
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const path = URL.parse(request.url ?? '/', 'http://host.invalid')?.pathname ?? '';
    const route = routeFor(access, path);
    const origins = [`http://${host}`, `https://${host}`];
    if (route === null) next();
    else if (isFromPage(request, (origin = '') => origins.includes(origin))) {
      void serveRoute(route, request, response, { origin: `http://${host}`, port: null, report });
    } else response.writeHead(403).end('Only the till’s page may ask.\n');
  };
}

/** Vitest runs a separate Vite server, beside which `vite dev` can have the till of the folder. */
function runsInVitest(mode: string): boolean {
  return mode === 'test' && Boolean(thisMachine.env.VITEST);
}

/** A till and the number of development servers that use it. Its changes follow one another. */
type SharedTill = { servers: number; pages: Promise<DevPages | null> };

/** The tills of this process by their data folders. */
const tills = new Map<string, SharedTill>();

/**
 * Takes the till of a data folder, or starts it. A server that restarts creates its successor before
 * it closes: the successor gets the same till, and open pages stay connected to their sales.
 */
async function takeTill(data: string): Promise<DevPages> {
  const folder = resolve(data);
  const till = tills.get(folder) ?? { servers: 0, pages: Promise.resolve(null) };
  tills.set(folder, till);
  till.servers += 1;
  const pages = till.pages.catch(() => null).then((open) => open ?? startDevPages(folder));
  till.pages = pages;
  try {
    return await pages;
  } catch (error) {
    till.servers -= 1;
    throw error;
  }
}

/** Leaves the till of a data folder; the last server stops it. */
async function leaveTill(data: string): Promise<void> {
  const till = tills.get(resolve(data));
  if (till === undefined || till.servers === 0) return;
  till.servers -= 1;
  till.pages = till.pages.then(async (open) => {
    if (till.servers > 0) return open;
    await open?.till.stop();
    return null;
  });
  await till.pages;
}

type DevPages = {
  readonly till: DevTill;
  /** The token and the first view for one page. */
  readonly nextPage: () => Promise<{ readonly head: string; readonly view: string }>;
};

const EMPTY_PAGE = '<!doctype html><html lang="en"><head></head><body></body></html>';

/** Starts a till with an empty page, and opens a session with it as a browser does. */
async function startDevPages(data: string): Promise<DevPages> {
  const assetsDir = join(data, 'dev-page');
  // This also creates the data folder, which holds keys and sales.
  mkdirSync(assetsDir, { recursive: true, mode: 0o700 });
  writeFileSync(join(assetsDir, 'index.html'), EMPTY_PAGE);
  const till = await startDevTill({ data, assetsDir });
  const opened = await systemFetch(till.launchAddress(), { redirect: 'manual' });
  const cookie = (opened.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
  return {
    till,
    async nextPage() {
      const page = await (await systemFetch(till.origin, { headers: { cookie } })).text();
      const [, head = ''] = /<head>([\s\S]*)<\/head>/.exec(page) ?? [];
      const [, view = ''] = /<body>([\s\S]*)<\/body>/.exec(page) ?? [];
      return { head, view };
    },
  };
}
