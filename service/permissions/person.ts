import type { Store } from '../store/store.ts';
import type { Person } from './rules/user-info.ts';

/** A customer with everything the service knows, or null if the customer is gone. */
export async function personOf(
  store: Pick<Store, 'customers' | 'profiles'>,
  id: string,
): Promise<Person | null> {
  const customer = await store.customers.byId(id);
  return customer === null ? null : { ...customer, profile: await store.profiles.read(id) };
}
