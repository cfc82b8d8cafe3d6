import type { LedgerRecord, ScopeLine } from '../../shared/ledger/lines.ts';
import { scopeRecord } from '../../shared/ledger/records.ts';
import type { PermissionTerms } from '../../shared/permission/decide.ts';
import type { Permission } from '../../shared/permission/permission.ts';
import { CODE } from '../../shared/protocol/status-codes.ts';
import type { Store } from '../store/store.ts';

export type ScopeTerms = PermissionTerms & { readonly taxCode: string };

/** What the merchant has agreed to pay for a permission. */
export async function termsOf(store: Store, merchantId: string): Promise<ScopeTerms> {
  const record = await store.merchants.record(merchantId);
  if (record === null) throw new Error('a permission belongs to a merchant that does not exist');
  const { scopeFee: fee, currencies, taxcode: taxCode } = record.agreement;
  return { fee, currency: currencies[0] ?? 'NOK', taxCode };
}

/** The line of the scope log; a request that was answered either way is ok there (D-110, D-112). */
export function scopeRecordOf(permission: Permission, terms: ScopeTerms): LedgerRecord {
  return scopeRecord({
    rid: permission.rid,
    at: permission.modified,
    status: statusOf(permission),
    customer: permission.request.customer,
    currency: permission.currency ?? terms.currency,
    fee: permission.transactionFee,
    taxCode: terms.taxCode,
  });
}

function statusOf({ code }: Permission): ScopeLine['status'] {
  switch (code) {
    case CODE.pending:
      return 'pending';
    case CODE.ok:
    case CODE.rejected:
      return 'ok';
    case CODE.notFound:
    case CODE.requestExpired:
      return 'fail';
  }
}
