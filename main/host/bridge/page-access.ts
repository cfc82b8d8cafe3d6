import type { PagePolicy } from '../../../shared/node/http/security-headers.ts';

/** Answers one request of the page to an address of the shop's own. */
export type ShopRoute = (request: Request) => Response | Promise<Response>;

/** What a page of the shop's own may reach besides its till. */
export type PageAccess = {
  /** Origins that its scripts may call or open sockets to: `https://api.shop.example`. */
  readonly connect?: readonly string[];
  /** Origins of its pictures: `https://pictures.shop.example`. */
  readonly images?: readonly string[];
  /**
   * The shop's own addresses on the page's origin: a path that begins and ends with a slash, such as
   * `/shop/`, and what answers all requests below it. Only pages of this till reach them.
   */
  readonly routes?: Readonly<Record<string, ShopRoute>>;
};

const ORIGIN = /^(?:https?|wss?):\/\/(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(?::\d{1,5})?$/i;
const ROUTE = /^\/(?:[\w.~-]+\/)+$/;

/** Paths of the till on the same origin. */
const OWN_PATHS = ['/open/', '/display/', '/bridge/', '/assets/'];

/**
 * Checks what a program wrote. Throws an `Error` that names the value: one with a path or a semicolon
 * would change the meaning of the whole policy, and a route over a path of the till would hide it.
 */
export function checkAccess(access: PageAccess): PageAccess {
  for (const origin of [...(access.connect ?? []), ...(access.images ?? [])]) {
    if (!ORIGIN.test(origin)) {
      throw new Error(
        `access: ${JSON.stringify(origin)} is not an origin. Write it as https://name or https://name:port, without a path.`,
      );
    }
  }
  for (const path of Object.keys(access.routes ?? {})) {
    if (!ROUTE.test(path)) {
      throw new Error(
        `access: the route ${JSON.stringify(path)} must begin and end with a slash, such as "/shop/".`,
      );
    }
    if (OWN_PATHS.some((own) => path.startsWith(own))) {
      throw new Error(`access: the till uses the path ${path} itself. Choose another one.`);
    }
  }
  return access;
}

/** The policy of such a page; `own` lists the sources of the connection to its till. */
export function policyOf(access: PageAccess, own: readonly string[]): PagePolicy {
  const { connect = [], images = [], routes } = access;
  const self = routes === undefined || own.includes("'self'") ? [] : ["'self'"];
  return { connect: [...own, ...self, ...connect], images, media: ["'self'"] };
}

/** The route that answers a path; null if no route does. The longest one goes first. */
export function routeFor({ routes = {} }: PageAccess, pathname: string): ShopRoute | null {
  const [path] = Object.keys(routes)
    .filter((one) => pathname.startsWith(one))
    .sort((a, b) => b.length - a.length);
  return path === undefined ? null : (routes[path] ?? null);
}

/**
 * Runs a route. An error becomes a reply of status 500 that tells the page nothing, and `report` gets
 * its message. The reply has `headers` of every page, so that no route serves a page with other rights.
 */
export async function runRoute(
  route: ShopRoute,
  request: Request,
  headers: Readonly<Record<string, string>>,
  report: (sentence: string) => void,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  try {
    const reply = await route(request);
    const all = new Headers(reply.headers);
    for (const [name, value] of Object.entries(headers)) all.set(name, value);
    if (!all.has('cache-control')) all.set('cache-control', 'no-store');
    return new Response(reply.body, { status: reply.status, headers: all });
  } catch (error) {
    report(`The route ${pathname} failed: ${error instanceof Error ? error.message : error}`);
    const text = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
    return new Response('The shop could not answer.\n', {
      status: 500,
      headers: { ...headers, ...text },
    });
  }
}
