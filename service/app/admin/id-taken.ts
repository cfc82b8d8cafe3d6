import { type Refusal, refuse } from '../../../shared/protocol/errors.ts';
import type { Store } from '../../store/store.ts';

type Taken = { readonly ok: false; readonly refusal: Refusal };

/**
 * Refuses an id for a new merchant, integrator or application that any of them has already; null
 * when nobody has it. They are told apart by their id in places where nothing else is known: a
 * merchant is its own OAuth client (D-128), and tokens and records name one or the other.
 */
export async function idTaken(store: Store, id: string): Promise<Taken | null> {
  const [merchant, integrator, client, known] = await Promise.all([
    store.merchants.read(id),
    store.integrators.read(id),
    store.oauth.client(id),
    store.merchants.byLookupId(id),
  ]);
  if (merchant !== null) return taken(`There is a merchant ${id} already`);
  if (integrator !== null) return taken(`There is an integrator ${id} already`);
  if (client !== null) return taken(`There is an application ${id} already`);
  // It would find one merchant by what is another's own id.
  if (known !== null) return taken(`Merchant ${known} is looked up as ${id}`);
  return null;
}

function taken(sentence: string): Taken {
  return refuse('Conflict', `${sentence}; choose another id.`);
}
