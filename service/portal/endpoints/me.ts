import type { PortalMe } from '../../../shared/portal/contract.ts';
import { answer } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import { agreementOf } from '../days.ts';
import type { PortalEndpoint } from '../endpoint.ts';
import type { PortalServices } from '../portal-services.ts';
import type { MerchantSession } from '../session.ts';

/** `GET /portal/v1/me`. */
export const me: PortalEndpoint<'me'> = async ({ services, exchange, headers }) => {
  const session = await services.sessions.read(exchange, headers);
  return answer(await meOf(services, session));
};

export async function meOf(
  services: Pick<PortalServices, 'deps' | 'demo' | 'deliverCode'>,
  who: Pick<MerchantSession, 'merchantId' | 'name' | 'rights' | 'merchants'> | null,
): Promise<PortalMe> {
  const demo = services.demo !== null;
  const email = services.deliverCode !== null;
  if (who === null) return { user: null, demo, email };
  const { store } = services.deps;
  const [merchant, agreed] = await Promise.all([
    store.merchants.read(who.merchantId),
    agreementOf(store, who.merchantId),
  ]);
  return {
    user: {
      merchant_id: who.merchantId,
      merchant: merchant?.name ?? who.merchantId,
      user_id: who.name,
      rights: [...who.rights],
      time_zone: agreed.timeZone,
      currency: agreed.currency,
      merchants: who.merchants.map(({ merchantId: id, name }) => ({ id, name })),
    },
    demo,
    email,
  };
}

/** `GET /portal/v1/pos`: the points of sale, by their ids. */
export const tills: PortalEndpoint<'tills'> = async (call) => {
  const { pos } = call.services.deps.store;
  const { merchantId } = call.session;
  const ids = await pos.list(merchantId, null, LIMITS.portalListMax);
  const stored = await Promise.all(ids.map((id) => pos.read(merchantId, id)));
  const items = stored.flatMap((one) =>
    one === null ? [] : [{ id: one.id, name: one.name, type: one.type }],
  );
  return answer({ items });
};
