import type { LedgerRecord, ScopeLine } from '../../shared/ledger/lines.ts';
import { scopeRecord } from '../../shared/ledger/records.ts';
import type { Payment } from '../../shared/payment/payment.ts';
import { CODE } from '../../shared/protocol/status-codes.ts';
import type { Store } from '../store/store.ts';
import type { PermissionTerms } from './rules/decide.ts';
import { joinedPermissionOf } from './rules/joined.ts';
import type { Permission } from './rules/permission.ts';

export type ScopeTerms = PermissionTerms & { readonly taxCode: string };

/** The merchant's fee for a permission. */
export async function termsOf(store: Store, merchantId: string): Promise<ScopeTerms> {
  const record = await store.merchants.record(merchantId);
  if (record === null) throw new Error('a permission belongs to a merchant that does not exist');
  const { scopeFee: fee, currencies, taxcode: taxCode } = record.agreement;
  return { fee, currency: currencies[0] ?? 'NOK', taxCode };
}

/** The line of the scope log; a request that was granted or refused is ok there (D-110, D-112). */
export function scopeRecordOf(permission: Permission, terms: ScopeTerms): LedgerRecord {
  return scopeRecord({
    rid: permission.rid,
    at: permission.modified,
    status: statusOf(permission),
    customer: permission.request.customer ?? '',
    currency: permission.currency ?? terms.currency,
    fee: permission.transactionFee,
    taxCode: terms.taxCode,
  });
}

/**
 * The log lines of the permission that came with a payment, for a change of the payment: one when
 * it was requested, and one when it was answered or can no longer be answered (D-117). `before` is
 * null for a new payment.
 */
export function joinedRecords(
  before: Payment | null,
  next: Payment,
  terms: ScopeTerms | null,
): LedgerRecord[] {
  const is = joinedPermissionOf(next);
  const was = before === null ? null : joinedPermissionOf(before);
  if (is === null || terms === null || is.code === was?.code) return [];
  return [scopeRecordOf(is, terms)];
}

function statusOf({ code }: Permission): ScopeLine['status'] {
  switch (code) {
    case CODE.pending:
      return 'pending';
    case CODE.ok:
    case CODE.rejected:
      return 'ok';
    case CODE.notFound:
    case CODE.aborted:
    case CODE.requestExpired:
      return 'fail';
  }
}
