import { type Answer, refuse } from '../../shared/protocol/errors.ts';
import type { MerchantUpdateInput } from '../../shared/protocol/merchant.ts';
import type { MerchantRecord, Store } from '../store/store.ts';
import type { Caller } from './request-credentials.ts';

/**
 * The merchant of this id if the caller may see it: its own, or, for an integrator, any that names
 * this integrator (D-05, D-69). Null for every other id, known or unknown.
 */
export async function visibleMerchant(
  store: Pick<Store, 'merchants'>,
  caller: Caller,
  merchantId: string,
): Promise<MerchantRecord | null> {
  switch (caller.kind) {
    case 'user':
      return merchantId === caller.merchantId ? store.merchants.record(merchantId) : null;
    case 'integrator': {
      const record = await store.merchants.record(merchantId);
      return record?.integratorId === caller.userId ? record : null;
    }
  }
}

/** The refusal of a record whose organisation number or lookup id another merchant has (D-67). */
export const LOOKUP_TAKEN = refuse(
  'Conflict',
  'Another merchant has this organisation or lookup id.',
);

/**
 * Changes a stored merchant. If somebody else changes it at the same time, `change` is called again
 * with the new record, so that no change is lost.
 */
export async function changeMerchant(
  store: Pick<Store, 'merchants'>,
  merchantId: string,
  change: (record: MerchantRecord) => Answer<MerchantRecord>,
): Promise<Answer<MerchantRecord>> {
  for (;;) {
    const record = await store.merchants.record(merchantId);
    if (record === null) return refuse('Not Found', `There is no merchant ${merchantId}.`);
    const changed = change(record);
    if (!changed.ok) return changed;
    const done = await store.merchants.putRecord(changed.value, record);
    if (done === 'taken') return LOOKUP_TAKEN;
    if (done === 'written') return changed;
  }
}

/** The record with the given members changed; the others stay (D-69, D-100). */
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
