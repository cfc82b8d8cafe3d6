import { pageOf, table } from '../../../../shared/node/openapi/markup.ts';
import { PORTAL_HEADER, PORTAL_PATH } from '../../../../shared/portal/contract.ts';
import { PORTAL_ROUTES } from '../../../../shared/portal/routes.ts';
import { ERRORS, type ErrorType } from '../../../../shared/protocol/errors.ts';
import type { Route } from '../../../../shared/protocol/routes.ts';
import { WALLET_HEADER, WALLET_PATH } from '../../../../shared/wallet/contract.ts';
import { WALLET_ROUTES } from '../../../../shared/wallet/routes.ts';

const INTRO = `The wallet and the portal call these addresses of the service. They are no API for other
programs: they change with the pages and are therefore not in the OpenAPI description. This page is for people
who review or operate a service. A session is a cookie; a write needs the header of its page, JSON as its body,
and the page's own origin. A route that is not open also answers \`401\` without a session, and \`409\` if the session
has not the right. Errors have [the form of the merchant API](errors.md).`;

/** `docs/reference/page-apis.md`: the routes of the wallet and of the portal. */
export function pageApisPage(): string {
  return pageOf('The addresses of the wallet and the portal', [
    INTRO,
    '## Wallet',
    `Below \`${WALLET_PATH}\`; a write has the header \`${WALLET_HEADER}\`. \`customer\` is a customer who is
signed in.`,
    routeTable(Object.values<Route<string>>(WALLET_ROUTES)),
    '## Portal',
    `Below \`${PORTAL_PATH}\`; a write has the header \`${PORTAL_HEADER}\`. \`session\` is any session; the other
levels are rights of the session.`,
    routeTable(Object.values<Route<string>>(PORTAL_ROUTES)),
  ]);
}

function routeTable(routes: readonly Route<string>[]): string {
  const rows = routes.map(({ method, path, level, summary, success, errors }) => [
    `\`${method} ${path}\``,
    `\`${level}\``,
    `${summary}.`,
    [...success, ...statusesOf(errors)].map((status) => `\`${status}\``).join(', '),
  ]);
  return table(['Route', 'Level', 'Task', 'Answers'], rows);
}

/** The statuses of errors in ascending order, each once. */
function statusesOf(types: readonly ErrorType[]): readonly number[] {
  return [...new Set(types.map((type) => ERRORS[type]))].sort((a, b) => a - b);
}
