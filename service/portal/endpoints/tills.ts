import type { PortalTills } from '../../../shared/portal/contract.ts';
import { type Answer, answer } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { SignedCall } from '../endpoint.ts';

/** `GET /portal/v1/pos`: the points of sale, by their ids. */
export async function tills(call: SignedCall): Promise<Answer<PortalTills>> {
  const { pos } = call.services.deps.store;
  const { merchantId } = call.session;
  const ids = await pos.list(merchantId, null, LIMITS.portalListMax);
  const stored = await Promise.all(ids.map((id) => pos.read(merchantId, id)));
  const items = stored.flatMap((one) =>
    one === null ? [] : [{ id: one.id, name: one.name, type: one.type }],
  );
  return answer({ items });
}
