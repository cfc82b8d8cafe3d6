import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BRIDGE_PATH } from '../../shared/bridge/address.ts';
import { systemFetch } from '../host/adapters/machine.ts';
import { type DevTill, startDevTill } from './dev-till.ts';

/** The members of Vite's plugin that this one uses; the types then need no Vite. */
type VitePlugin = {
  readonly name: string;
  readonly apply: 'serve';
  config(): Promise<object>;
  transformIndexHtml(html: string): Promise<string>;
  configureServer(server: { readonly httpServer: ServerEvents | null }): void;
};
type ServerEvents = { once(event: 'close', listener: () => void): unknown };

export type TillkitPluginOptions = {
  /** Data folder of the till; `.tillkit-dev` by default. */
  readonly data?: string;
};

/**
 * `tillkit/vite`: lets a page with `tillkit/react` run under `vite dev`. It starts a till with an
 * embedded demo service and gives each page a token for it, as Tillkit's host does. Every page of the
 * development server controls this till: it is for development only. A build is not changed.
 */
export function tillkit({ data = '.tillkit-dev' }: TillkitPluginOptions = {}): VitePlugin {
  let starting: Promise<DevPages> | null = null;
  const pages = () => {
    starting ??= startDevPages(data);
    return starting;
  };
  return {
    name: 'tillkit',
    apply: 'serve',
    async config() {
      const { till } = await pages();
      console.log(`tillkit: service ${till.environment.BASE}`);
      console.log(`tillkit: wallet ${till.environment.WALLET} (sign in as +${till.customer})`);
      const bridge = { target: till.origin, ws: true, changeOrigin: true, rewriteWsOrigin: true };
      return { server: { proxy: { [BRIDGE_PATH]: bridge } } };
    },
    async transformIndexHtml(html) {
      const { head, view } = await (await pages()).nextPage();
      return html.replace(/<head>/i, (tag) => tag + head).replace(/<\/body>/i, (tag) => view + tag);
    },
    configureServer(server) {
      server.httpServer?.once('close', () => void starting?.then(({ till }) => till.stop()));
    },
  };
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
  mkdirSync(assetsDir, { recursive: true });
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
