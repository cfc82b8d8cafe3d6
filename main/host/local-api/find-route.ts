import {
  TILL_API_BASE,
  TILL_ROUTES,
  type TillRouteName,
  tillRouteNames,
} from '../../../shared/till-api/routes.ts';

/** The route of a path and a method. */
export type RouteMatch =
  | {
      readonly kind: 'route';
      readonly name: TillRouteName;
      readonly params: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'other_methods'; readonly allow: string }
  | { readonly kind: 'nothing' };

const PATTERNS = tillRouteNames().map((name) => {
  const { method, path } = TILL_ROUTES[name];
  const pattern = path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)').replace(/\/$/, '/?');
  return { name, method, pattern: new RegExp(`^${TILL_API_BASE}${pattern}$`) };
});

/** Finds a path in the route table; its final slash is optional. */
export function findRoute(method: string, path: string): RouteMatch {
  const fitting = PATTERNS.flatMap((one) => {
    const match = one.pattern.exec(path);
    const params = match === null ? null : decoded(match.groups ?? {});
    return params === null ? [] : [{ ...one, params }];
  });
  if (fitting.length === 0) return { kind: 'nothing' };
  const match = fitting.find((one) => one.method === method);
  if (match !== undefined) return { kind: 'route', name: match.name, params: match.params };
  return { kind: 'other_methods', allow: fitting.map((one) => one.method).join(', ') };
}

function decoded(groups: Readonly<Record<string, string>>): Record<string, string> | null {
  try {
    return Object.fromEntries(
      Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch {
    // No valid address.
    return null;
  }
}
