import { isFinal, type SaleStateKind, type SaleView } from '../../shared/terminal/index.ts';
import type { createOrderAudit } from './audit-orders.ts';
import type { createStatementAudit } from './audit-statements.ts';
import type { createTimeAudit } from './audit-time.ts';
import { type AuditContext, type AuditedSale, type Codes, saleIdOf } from './audited-sale.ts';

type Audits = {
  readonly orders: ReturnType<typeof createOrderAudit>;
  readonly times: ReturnType<typeof createTimeAudit>;
  readonly statements: ReturnType<typeof createStatementAudit>;
};

/** Audits the screen of a till: a final result does not change, and the service has reported it. */
export function createScreenAudit(context: AuditContext, { orders, times, statements }: Audits) {
  const { find, now, saleOf, lifeOf, cannotWrite, heard } = context;
  /** The life of each till whose first screen was seen. */
  const seenLives = new Map<string, number>();

  /** A sale on the first screen of a life began in an earlier life. */
  function noteEarlier(till: string, list: readonly SaleView[]): void {
    const life = lifeOf(till);
    if (seenLives.get(till) === life) return;
    seenLives.set(till, life);
    for (const { id } of list) saleOf(id, till).life ??= life - 1;
  }

  /** `isFirst`: nothing else of the sale was shown in this life of the till. */
  function auditEnd(till: string, sale: AuditedSale, view: SaleView, isFirst: boolean): void {
    const { id, tid } = view;
    const { kind } = view.state;
    // If the till sent no request for the sale to the service, the till alone decides its end.
    if (sale.tids.size === 0 && kind !== 'paid') return;
    // A till that stopped before the end of a refund was written repeats the refund after the restart.
    const isRepeated = isFirst && sale.ended === 'refunded' && kind === 'paid';
    if (sale.ended !== null && !isRepeated && !sameEnd(sale.ended, kind, sale.codes)) {
      find(`sale ${id} ended as ${sale.ended} and then as ${kind}`);
    }
    // After a crash, a till that cannot write its journal does not know which of two codes was paid.
    if (sale.codes === 'one code' || !cannotWrite(till)) sale.ended = kind;
    const code = tid === null ? undefined : heard.get(tid)?.code;
    if (kind === 'paid' && code !== 2000) {
      find(`sale ${id} is shown as paid, but the till was never told so`);
    }
    if (kind !== 'refused' && code === undefined) {
      find(`sale ${id} is shown as ${kind}, but the till was never told of an end`);
    }
  }

  function auditLead(till: string, sale: AuditedSale, view: SaleView): void {
    const { kind } = view.state;
    const before = sale.shown;
    if (before !== kind) times.audit(sale);
    if (before !== null && isEnd(before) && before !== kind && kind !== 'refunded') {
      find(`sale ${view.id} was ${before} and is ${kind} now`);
    }
    sale.shown = kind;
    if (before !== kind) sale.since = now();
    orders.sees(sale, view);
    if (isFinal(view.state) && before !== kind) auditEnd(till, sale, view, before === null);
    statements.audit(sale, view, before !== kind);
  }

  return {
    saw(till: string, list: readonly SaleView[]): void {
      noteEarlier(till, list);
      for (const view of list) {
        // The losing one of two codes has its own line on the screen while its money is not returned.
        if (saleIdOf(view.id) === view.id) auditLead(till, saleOf(view.id, till), view);
      }
    },
  };
}

const ENDS: ReadonlySet<SaleStateKind> = new Set([
  'paid',
  'declined',
  'expired',
  'aborted',
  'released',
  'refunded',
  'refused',
  'failed',
]);
const isEnd = (kind: SaleStateKind) => ENDS.has(kind);

/**
 * `aborted` and `released` count as the same end, because both leave the money with the customer. If
 * neither of two codes was paid, a till may show the end of either.
 */
function sameEnd(one: SaleStateKind, other: SaleStateKind, codes: Codes): boolean {
  if (one === other || other === 'refunded') return true;
  if (codes === 'two codes') return one !== 'paid' && other !== 'paid';
  const back: readonly SaleStateKind[] = ['aborted', 'released'];
  return back.includes(one) && back.includes(other);
}
