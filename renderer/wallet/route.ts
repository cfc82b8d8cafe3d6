/** Where in the wallet the address leads. */
export type Route = { readonly kind: 'request'; readonly tid: string } | { readonly kind: 'list' };

/** Reads `/p/<tid>/`; everything else is the wallet itself. */
export function routeOf(path: string): Route {
  const match = /^\/p\/([A-Za-z0-9_.-]{1,64})\/?$/.exec(path);
  return match?.[1] === undefined ? { kind: 'list' } : { kind: 'request', tid: match[1] };
}

/** The address of a route. */
export function pathOf(route: Route): string {
  return route.kind === 'request' ? `/p/${route.tid}/` : '/w/';
}
