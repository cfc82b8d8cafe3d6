import type { PrintNotice } from '../../../shared/device/bridge/maintenance.ts';
import type { PrintFault } from '../../../shared/device/printing/faults.ts';
import type { Ids } from '../../../shared/ids/ids.ts';
import { createListeners } from '../../../shared/objects/listeners.ts';
import { LOST_MAX, type LostReceipt } from './queue.ts';

/** What the printing must tell the cashier at once (D-475, D-477). */
export interface PrintNotices {
  /** Undefined while there is nothing to tell. */
  view(): readonly PrintNotice[] | undefined;
  /** The receipts that have no paper, oldest first, for the file. */
  lost(): readonly LostReceipt[];
  subscribe(listener: () => void): () => void;
  /** The drawer was opened, or why it was not. Only the last opening counts. */
  drawer(why: PrintFault | null): void;
  /** A receipt has no paper. */
  lose(receipt: Omit<LostReceipt, 'id'>): void;
  /** A receipt is printed after all. */
  found(receipt: Omit<LostReceipt, 'id'>): void;
  /** A person has seen a notice: of the receipts, those that it named. */
  seen(id: string): void;
}

/** Keeps the notices, beginning with the receipts of the last run. */
export function createPrintNotices(ids: Ids, kept: readonly LostReceipt[]): PrintNotices {
  const listeners = createListeners();
  const tell = listeners.tell;
  let shut: PrintNotice | null = null;
  let lost = kept;

  function all(): readonly PrintNotice[] {
    const last = lost.at(-1);
    const of = (which: 'sale' | 'receipt') => lost.flatMap((one) => one[which] ?? []);
    return [
      ...(shut === null ? [] : [shut]),
      ...(last === undefined
        ? []
        : [{ id: last.id, kind: 'no_paper', sales: of('sale'), receipts: of('receipt') } as const]),
    ];
  }

  return {
    view() {
      const notices = all();
      return notices.length === 0 ? undefined : notices;
    },
    lost: () => lost,
    subscribe: listeners.subscribe,
    drawer(why) {
      if (shut === null && why === null) return;
      shut = why === null ? null : { id: ids.short(), kind: 'drawer', why };
      tell();
    },
    lose(receipt) {
      lost = [...lost, { id: ids.short(), ...receipt }].slice(-LOST_MAX);
      tell();
    },
    found({ sale, receipt }) {
      const left = lost.filter((one) => one.sale !== sale || one.receipt !== receipt);
      if (left.length === lost.length) return;
      lost = left;
      tell();
    },
    seen(id) {
      if (shut?.id === id) shut = null;
      lost = lost.slice(lost.findIndex((one) => one.id === id) + 1);
      tell();
    },
  };
}
