import type { SaleStateKind } from '../../shared/terminal/index.ts';
import { type Instant, MINUTE } from '../../shared/time/clock.ts';
import type { AuditContext, AuditedSale } from './audited-sale.ts';

/**
 * Longest time in a state that the till or the customer's deadline ends, once no more faults occur.
 * States that wait for a person are not listed. The till asks a machine for at most ten minutes.
 */
const LONGEST: Readonly<Partial<Record<SaleStateKind, number>>> = {
  creating: MINUTE,
  waiting_scan: 3 * MINUTE,
  waiting_sticker: 3 * MINUTE,
  waiting_approval: 3 * MINUTE,
  capturing: MINUTE,
  aborting: MINUTE,
  releasing: MINUTE,
  unclear: MINUTE,
  vending: 13 * MINUTE,
};

/** Audits how long a sale stays in each state once the network and the disks work again. */
export function createTimeAudit({ find, now }: AuditContext) {
  let faultsEnded: Instant | null = null;
  const started = new Map<string, Instant>();

  function audit(sale: AuditedSale): void {
    const longest = sale.shown === null ? undefined : LONGEST[sale.shown];
    if (faultsEnded === null || longest === undefined) return;
    const since = Math.max(sale.since, faultsEnded, started.get(sale.till) ?? 0);
    const took = now() - since;
    if (took > longest) {
      find(`sale ${sale.id} was ${sale.shown} for ${Math.round(took / 1_000)} s without any fault`);
    }
  }

  return {
    faultsEnded: () => {
      faultsEnded = now();
    },
    began: (till: string) => {
      started.set(till, now());
    },
    /** Call before the state of a sale changes, and at the end. */
    audit,
  };
}
