import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Methods } from './exchange.ts';
import { type TransportDeps, transport } from './transport.ts';

/** What is put on one path, and its place in the order in which the application has its paths. */
type Place = {
  readonly order: number;
  readonly names: readonly string[];
  readonly methods: Methods;
  readonly parts: TransportDeps;
};

/** The paths that begin with the same segments. */
type Branch = {
  readonly fixed: Map<string, Branch>;
  /** A segment of whatever text: a parameter. */
  free: Branch | null;
  place: Place | null;
};

type Found = { readonly place: Place; readonly values: readonly string[] };

/** Nothing to decode, no query, and nothing that a reader of addresses could take for more. */
const PLAIN = /^\/[\w.~/-]*$/;

/**
 * The way past the router for addresses that leave no doubt. The application asks the paths that it
 * has in turn, which costs a request more than finding out who calls; here an address is followed
 * segment by segment. It comes to the same path: of those that match, the one that was put first.
 * Whatever else there is (another method, a query, an encoded character, an address of nothing) goes
 * to the application, which has all of these paths too.
 *
 * Only for paths before which the application has nothing that would take or change the request.
 */
export class FastRouter {
  readonly #root: Branch = leaf();
  #count = 0;

  /** Adds a path as the application writes it, with `:name` for a parameter. */
  add(path: string, methods: Methods, deps: TransportDeps): void {
    const names: string[] = [];
    let branch = this.#root;
    for (const segment of segmentsOf(path)) {
      if (segment.startsWith(':')) {
        names.push(segment.slice(1));
        branch.free ??= leaf();
        branch = branch.free;
      } else {
        const next = branch.fixed.get(segment) ?? leaf();
        branch.fixed.set(segment, next);
        branch = next;
      }
    }
    branch.place ??= { order: this.#count, names, methods, parts: deps };
    this.#count += 1;
  }

  /** Takes the request if its address is one of these; false leaves it to the application. */
  take(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '', method = '' } = request;
    if (!PLAIN.test(url)) return false;
    const found = follow(this.#root, segmentsOf(url), 0, []);
    const serve = found?.place.methods.get(method);
    if (found === null || serve === undefined) return false;
    const { names, parts } = found.place;
    const params: Record<string, string> = {};
    for (const [index, name] of names.entries()) params[name] = found.values[index] ?? '';
    transport(request, response, serve, parts, params).catch(() => response.destroy());
    return true;
  }
}

function leaf(): Branch {
  return { fixed: new Map(), free: null, place: null };
}

/** One slash at the end is as good as none, as for the application. */
function segmentsOf(path: string): readonly string[] {
  return (path.endsWith('/') ? path.slice(1, -1) : path.slice(1)).split('/');
}

/** Of all places that match, the one that was put first. */
function follow(
  branch: Branch,
  segments: readonly string[],
  depth: number,
  values: readonly string[],
): Found | null {
  const segment = segments[depth];
  if (segment === undefined) return branch.place === null ? null : { place: branch.place, values };
  const next = branch.fixed.get(segment);
  const fixed = next === undefined ? null : follow(next, segments, depth + 1, values);
  if (branch.free === null || segment === '') return fixed;
  const free = follow(branch.free, segments, depth + 1, [...values, segment]);
  if (fixed === null || free === null) return fixed ?? free;
  return fixed.place.order < free.place.order ? fixed : free;
}
