import {
  FIRST_USER_MARK,
  PORTAL_PAGES as PAGES,
  PORTAL_PAGE,
} from '../../../shared/portal/contract.ts';

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

/** The invitation in the page's address, which a browser does not send to any server. */
export type Invitation = { readonly merchant: string; readonly token: string };

/** Reads `#first-user=<merchant>.<token>`; null for any other address. */
export function readInvitation(hash: string): Invitation | null {
  const match = /^([\w.-]{1,64})\.([\w-]{43})$/.exec(
    hash.startsWith(`#${FIRST_USER_MARK}`) ? hash.slice(FIRST_USER_MARK.length + 1) : '',
  );
  return match === null ? null : { merchant: match[1] ?? '', token: match[2] ?? '' };
}
