import { money } from '../../shared/money/money.ts';
import { applyRecord } from '../../shared/terminal/sale/apply-record.ts';
import type { OpenedRecord, SaleRecord } from '../../shared/terminal/sale/records.ts';
import { openSale, type Run, type Sale, type SaleFacts } from '../../shared/terminal/sale/sale.ts';

/** The start time of the sales of these tests. */
export const BEGAN = Date.UTC(2026, 0, 5, 8);

type Bare<R extends SaleRecord> = R extends SaleRecord ? Omit<R, 'v' | 'at' | 'sale'> : never;

/** The first record of a sale of one krone by a code on the screen. */
export function openedRecord(more: Partial<OpenedRecord> = {}): OpenedRecord {
  const sale = more.sale ?? '1-a';
  return {
    v: 1,
    at: BEGAN,
    sale,
    kind: 'opened',
    number: 1,
    method: { kind: 'qr' },
    body: {
      action: 'sale',
      currency: 'NOK',
      amount: money(1_000),
      allow_credit: false,
      pos_id: 'till1',
      pos_tid: sale,
      customer: null,
      text: null,
      display_message_uri: 'ws:till',
      callback_uri: 'ws:till',
      success_return_uri: '',
      failure_return_uri: '',
      expires_in: 300,
    },
    ...more,
  };
}

export function openedSale(more: Partial<OpenedRecord> = {}): Sale {
  return openSale(openedRecord(more));
}

/** A sale after these records, one each second. */
export function saleAfter(records: readonly Bare<SaleRecord>[], from: Sale = openedSale()): Sale {
  return records.reduce(
    (sale, bare, index) =>
      applyRecord(sale, recordOf(sale.facts.id, bare, BEGAN + (index + 1) * 1_000)),
    from,
  );
}

export function recordOf(sale: string, bare: Bare<SaleRecord>, at: number = BEGAN): SaleRecord {
  return { v: 1, at, sale, ...bare };
}

/** The same sale with some members changed. */
export function but(sale: Sale, facts: Partial<SaleFacts>, run: Partial<Run> = {}): Sale {
  return { ...sale, facts: { ...sale.facts, ...facts }, run: { ...sale.run, ...run } };
}

/** An outcome with this status code and nothing else. */
export function seenCode(code: number, more: { readonly refunded?: boolean } = {}) {
  const expires = BEGAN + 3_600_000;
  const news = { code, expires, additional: money(0), refunded: more.refunded ?? false };
  return { kind: 'seen', ...news } as const;
}
