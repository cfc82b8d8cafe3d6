import type { MerchantUpdateInput } from '../../shared/protocol/merchant.ts';
import type { MerchantRecord } from '../store/store.ts';

/** The record with the members that were given; the rest stays (D-69, D-100). */
export function changedMerchant(
  record: MerchantRecord,
  input: MerchantUpdateInput,
): MerchantRecord {
  const { details, terms } = record;
  const autoRelease = input.auto_release_after_auth_expire ?? terms.autoRelease ?? true;
  return {
    ...record,
    terms: { ...terms, autoRelease },
    details: {
      ...details,
      profile: input.profile ?? details.profile,
      businessDocuments: input.business_documents ?? details.businessDocuments,
    },
  };
}
