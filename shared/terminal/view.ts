import { present } from '../objects/present.ts';
import type { Instant } from '../time/clock.ts';
import { unclaimedStatement } from './codes/unclaimed.ts';
import type { PermissionFacts } from './permissions/permission.ts';
import type { RefundFacts } from './refunds/refund.ts';
import { visibleSales } from './sale/pair.ts';
import { totalOf } from './sale/parts.ts';
import { actionsOf } from './sale/permit.ts';
import type { UnclaimedRecord } from './sale/records.ts';
import { renewalOf } from './sale/renewal.ts';
import { isOver, isUnmatched, type Sale } from './sale/sale.ts';
import { stateOf } from './sale/sale-state.ts';
import { saleStatement } from './sale/sale-statement.ts';
import type { TerminalSettings } from './sale/settings.ts';
import type { PermissionView, RefundView, SaleView, UnclaimedView } from './sale/state.ts';

/** The view of one sale, under its id of the view. `serviceNow` is the service's time. */
export function saleView(
  sale: Sale,
  settings: TerminalSettings,
  serviceNow: Instant,
  id: string = sale.facts.id,
): SaleView {
  const { facts } = sale;
  return {
    id,
    number: facts.number,
    tid: facts.created?.tid ?? null,
    amount: facts.body.amount,
    additionalAmount: facts.additional,
    mode: facts.mode,
    money: saleStatement(facts),
    renewal: renewalOf(sale, settings, serviceNow),
    currency: facts.body.currency,
    text: facts.body.text,
    ...present({ lines: facts.body.line_items }),
    method: facts.method,
    ...present({
      label: facts.label,
      bill: facts.bill,
      reference: facts.register?.reference,
    }),
    state: stateOf(sale),
    actions: actionsOf(sale, settings),
    log: sale.log,
    started: facts.started,
    aside: facts.aside,
  };
}

/**
 * Open sales, then those ended sales that the engine still has (`endedShown`); the newest first in both
 * groups. The time of day can be set back, so it selects none of them: a sale that has just been paid is
 * always in the view.
 */
export function salesView(
  sales: Iterable<Sale>,
  settings: TerminalSettings,
  serviceNow: Instant,
): SaleView[] {
  const byId = new Map([...sales].map((sale) => [sale.facts.id, sale]));
  const all = visibleSales([...byId.values()], (id) => byId.get(id) ?? null);
  const byNumber = all.toSorted((a, b) => b.sale.facts.number - a.sale.facts.number);
  const open = byNumber.filter(({ sale }) => !isOver(sale.facts));
  const ended = byNumber.filter(({ sale }) => isOver(sale.facts));
  const byEnd = ended.sort((a, b) => (b.sale.facts.ended ?? 0) - (a.sale.facts.ended ?? 0));
  return [...open, ...byEnd].map(({ sale, id }) => saleView(sale, settings, serviceNow, id));
}

/** Number of refunds in the view. The journal has more. */
const REFUNDS_SHOWN = 50;

/** Newest first. */
export function refundsView(refunds: readonly RefundFacts[]): RefundView[] {
  return refunds.slice(-REFUNDS_SHOWN).map(refundView).reverse();
}

function refundView(facts: RefundFacts): RefundView {
  const { id, tid, part, currency, text, approver, at, end, lines, goods } = facts;
  const sentence = end === null || end.sentence === '' ? null : end.sentence;
  const state = end?.how ?? 'under_way';
  const amount = totalOf(part);
  const more = present({
    reason: end?.reason,
    lines,
    goods,
  });
  return { id, tid, amount, currency, text, approver, at, state, sentence, ...more };
}

/** Newest first. Without the granted data. */
export function permissionsView(permissions: readonly PermissionFacts[]): PermissionView[] {
  return permissions.slice(-REFUNDS_SHOWN).map(permissionView).reverse();
}

function permissionView({ id, rid, body, at, end }: PermissionFacts): PermissionView {
  const { scope, text } = body;
  const sentence = end === null || end.sentence === '' ? null : end.sentence;
  const state = end?.how ?? (rid === null ? 'asking' : 'waiting');
  return { id, rid, scope, text, at, state, sentence };
}

/** Payments of requests that lost their pair (`isUnmatched`). */
export function unmatchedView(sales: readonly Sale[]): UnclaimedView[] {
  return sales.flatMap(({ facts }): UnclaimedView[] => {
    const { created, seen, body } = facts;
    if (!isUnmatched(facts) || created === null || seen === null) return [];
    const { currency, pos_tid: posTid } = body;
    const money = saleStatement(facts);
    return [{ tid: created.tid, posTid, money, currency, code: seen.code, at: seen.at }];
  });
}

export function unclaimedView(record: UnclaimedRecord): UnclaimedView {
  const { tid, outcome, at } = record;
  const { posTid = null, currency = null, code = null } = outcome ?? {};
  return { tid, posTid, money: unclaimedStatement(record), currency, code, at };
}
