import { SVC_PROFILE } from './media.ts';

/** The public addresses of the service; known after it listens. No address ends in a slash. */
export type ServiceAddresses = {
  /** The service itself: `https://pay.example`, or `https://pay.example/tillkit` with a path prefix. */
  readonly root: string;
  /** The path prefix of the root, `/tillkit`, or nothing. Cookies and links within pages begin with it. */
  readonly prefix: string;
  /** The API with its base path: `https://pay.example/tillkit/merchant/v1`. */
  readonly base: string;
  /** The path of `base`: replies that name a resource by its path alone begin with it. */
  readonly basePath: string;
  /** The customer's pages, of which codes consist: the root, unless they have a listener of their own. */
  readonly wallet: string;
};

/**
 * All addresses of a service from its root, which is a public origin with or without a path prefix.
 * Every address that the service gives away is one of these and a path after it.
 */
export function serviceAddresses(
  root: string,
  apiPath: string,
  wallet: string = root,
): ServiceAddresses {
  const prefix = prefixOf(root);
  return { root, prefix, base: root + apiPath, basePath: prefix + apiPath, wallet };
}

/** The path prefix of a root: what follows its host, without a last slash. */
export function prefixOf(root: string): string {
  const path = root.indexOf('/', root.indexOf('//') + 2);
  return path < 0 ? '' : root.slice(path).replace(/\/+$/, '');
}

/** The path of a request without the prefix. A path that does not begin with it is unchanged. */
export function withoutPrefix(path: string, prefix: string): string {
  if (prefix === '' || !path.startsWith(prefix)) return path;
  const rest = path.slice(prefix.length);
  if (rest.startsWith('/')) return rest;
  return rest === '' || rest.startsWith('?') ? `/${rest}` : path;
}

/** The root of a service from the address of its API, as a till knows it. */
export function rootOfBase(base: string): string {
  const apiPath = SVC_PROFILE.basePath;
  return base.endsWith(apiPath) ? base.slice(0, -apiPath.length) : new URL(base).origin;
}
