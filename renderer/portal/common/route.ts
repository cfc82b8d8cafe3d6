import { PORTAL_PAGES as PAGES, PORTAL_PAGE } from '../../../shared/portal/contract.ts';

export type PageName = (typeof PAGES)[number];

/** Where in the portal an address leads: a page, and what is open on its slip. */
export type Route = { readonly page: PageName; readonly id: string | null };

/** Reads `/m/<page>/<id>`; anything else is the payments. */
export function routeOf(path: string): Route {
  const [page, id = ''] = path.replace(/^\/m\/?/, '').split('/', 2);
  const name = PAGES.find((one) => one === page) ?? 'payments';
  try {
    return { page: name, id: id === '' ? null : decodeURIComponent(id) };
  } catch {
    // A broken percent sequence names nothing.
    return { page: name, id: null };
  }
}

/** The address of a route. */
export function pathOf({ page, id }: Route): string {
  return `${PORTAL_PAGE}${page}/${id === null ? '' : encodeURIComponent(id)}`;
}
