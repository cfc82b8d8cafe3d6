import { tillRefuse } from '../../../shared/device/till-api/errors.ts';
import {
  TILL_API_BASE,
  TILL_ROUTES,
  type TillRouteName,
  tillRouteNames,
} from '../../../shared/device/till-api/routes.ts';
import { SECOND } from '../../../shared/time/clock.ts';
import { act, captureSale, done, NO_SALE } from './act.ts';
import { listBills, readBill } from './bills.ts';
import { giveCommand } from './command.ts';
import type { TillHandlers } from './handler.ts';
import { askQuestion, cancelQuestion, readQuestion } from './questions.ts';
import { readRefundable } from './refundable.ts';
import { startRefund } from './start-refund.ts';
import { startSale } from './start-sale.ts';

/** The route of a path and a method. */
export type RouteMatch =
  | {
      readonly kind: 'route';
      readonly name: TillRouteName;
      readonly params: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'other_methods'; readonly allow: string }
  | { readonly kind: 'nothing' }
  /** The target is no address. */
  | { readonly kind: 'no_address' };

const PATTERNS = tillRouteNames().map((name) => {
  const { method, path } = TILL_ROUTES[name];
  const pattern = path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)').replace(/\/$/, '/?');
  return { name, method, pattern: new RegExp(`^${TILL_API_BASE}${pattern}$`) };
});

/** Finds a request's target in the route table; its final slash is optional. */
export function findRoute(method: string, target: string): RouteMatch {
  const path = URL.parse(target, 'http://till.invalid')?.pathname ?? null;
  if (path === null) return { kind: 'no_address' };
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

/** The handlers of all routes. All but `startSale` are a few calls of the terminal. */
export const TILL_HANDLERS: TillHandlers = {
  status: async ({ deps }) => done(200, deps.changes.status()),
  saleStart: startSale,
  saleList: async ({ deps: { changes }, query: { reference, open } }) => {
    const candidates = reference === null ? changes.sales() : [changes.named(reference)];
    const sales = candidates
      .filter((sale) => sale !== null)
      .filter((sale) => open === null || sale.state.final !== (open === 'true'));
    return done(200, { sales });
  },
  saleRead: async ({ deps: { changes, longPoll }, params: { id }, query, exchange }) => {
    if (changes.sale(id) === null) return tillRefuse('not_found', NO_SALE);
    const wait = (query.wait ?? 0) * SECOND;
    const version = () => changes.sale(id)?.version;
    if ((await longPoll.forChange(version, query.since, wait, exchange.gone())) === 'full') {
      return tillRefuse('too_many_waiting');
    }
    const sale = changes.sale(id);
    return sale === null ? tillRefuse('not_found', NO_SALE) : done(200, sale);
  },
  saleCancel: async (call) => act(call.deps, call.params.id, 'cancel'),
  saleCapture: captureSale,
  saleRelease: async (call) => act(call.deps, call.params.id, 'release'),
  saleRenew: async (call) => act(call.deps, call.params.id, 'renew'),
  saleAskAgain: async (call) => act(call.deps, call.params.id, 'ask_again'),
  saleSettle: async (call) => act(call.deps, call.params.id, 'settle'),
  saleBringToFront: async (call) => act(call.deps, call.params.id, 'bring_to_front'),
  saleSetAside: async (call) => act(call.deps, call.params.id, 'set_aside'),
  saleDismiss: async (call) => act(call.deps, call.params.id, 'dismiss'),
  command: giveCommand,
  billList: listBills,
  billRead: readBill,
  questionAsk: askQuestion,
  questionRead: readQuestion,
  questionCancel: cancelQuestion,
  unclaimedList: async ({ deps }) => done(200, { unclaimed: deps.changes.lists().unclaimed }),
  unclaimedClaim: async ({ deps, params: { tid } }) => {
    const known = deps.changes.lists().unclaimed.some((result) => result.tid === tid);
    const claimed = known ? await deps.terminal.act(tid, 'dismiss') : null;
    if (claimed?.ok) return done(204, null);
    return claimed?.refusal.type === 'Service Unavailable'
      ? tillRefuse('journal_full', claimed.refusal.description)
      : tillRefuse('not_found', 'There is no such unmatched payment.');
  },
  refundStart: startRefund,
  refundList: async ({ deps }) => done(200, { refunds: deps.changes.lists().refunds }),
  refundable: readRefundable,
  codeList: async ({ deps }) => {
    const { codes, scans } = deps.changes.lists();
    return done(200, { codes, scans });
  },
};
