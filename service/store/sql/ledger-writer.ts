import type { LedgerRecord } from '../../../shared/ledger/lines.ts';

export type Line<K> = Extract<LedgerRecord, { readonly kind: K }>['line'];

export function lineColumns(line: Line<'transaction'>) {
  const { money } = line;
  return [
    line.tid,
    line.subId,
    line.at,
    line.action,
    line.type,
    line.customer,
    line.currency,
    line.amount,
    line.additionalAmount,
    money?.gross ?? null,
    money?.fee ?? null,
    money?.interchange ?? null,
    money?.vat ?? null,
    money?.taxCode ?? null,
    money?.net ?? null,
  ];
}

export function scopeColumns(line: Line<'scope'>) {
  const { rid, at, status, customer, currency, fee, vat, taxCode } = line;
  return [rid, at, status, customer, currency, fee, vat, taxCode];
}
