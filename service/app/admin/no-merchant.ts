import { refuse } from '../../../shared/protocol/errors.ts';
import type { Store } from '../../store/store.ts';

/** The refusal for a merchant that does not exist, or null when it does. */
export async function noMerchant(store: Store, merchant: string) {
  if ((await store.merchants.read(merchant)) !== null) return null;
  return refuse('Not Found', `There is no merchant ${merchant}; see list-merchants.`);
}
