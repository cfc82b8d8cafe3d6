import { PORTAL_PAGES as PAGES, PORTAL_PAGE } from '../../../shared/portal/contract.ts';

export type PageName = (typeof PAGES)[number];

/** The page of an address, and the id of the item that is open on its slip. */
export type Route = { readonly page: PageName; readonly id: string | null };

/** Parses `/m/<page>/<id>`. Any other path is the payments page. */
export function routeOf(path: string): Route {
  const [page, id = ''] = path.replace(/^\/m\/?/, '').split('/', 2);
  const name = PAGES.find((one) => one === page) ?? 'payments';
  try {
    return { page: name, id: id === '' ? null : decodeURIComponent(id) };
  } catch {
    // A broken percent sequence is no id.
    return { page: name, id: null };
  }
}

/** The address of a route. */
export function pathOf({ page, id }: Route): string {
  return `${PORTAL_PAGE}${page}/${id === null ? '' : encodeURIComponent(id)}`;
}
