import { SHOP_QUOTAS } from '../../../shared/limits/shop-quotas.ts';
import { ROOM_KINDS, type RoomKind } from '../../../shared/portal/room.ts';
import { answer } from '../../../shared/protocol/errors.ts';
import { DAY } from '../../../shared/time/clock.ts';
import type { PortalEndpoint, SignedCall } from '../endpoint.ts';

/** `GET /portal/v1/room`: what the shop has used of its quotas (D-547). */
export const room: PortalEndpoint<'room'> = async (call) => {
  const items = await Promise.all(
    ROOM_KINDS.map(async (kind) => ({ kind, ...(await used(call, kind)) })),
  );
  return answer({ items });
};

async function used({ services, session: { merchantId } }: SignedCall, kind: RoomKind) {
  const { store, catalogues, budgets, clock } = services.deps;
  switch (kind) {
    case 'pictures':
      return catalogues.pictureRoom(merchantId);
    case 'periods': {
      const now = clock.now();
      const { count, bytes } = await store.periods.received(merchantId, now - DAY, now);
      const { periodsADay, periodBytesADay } = SHOP_QUOTAS;
      return { count, count_max: periodsADay, bytes, bytes_max: periodBytesADay };
    }
    default: {
      const { count, bytes } = budgets.spent(kind, merchantId);
      const most = SHOP_QUOTAS.aDay[kind];
      return {
        count: Math.ceil(count),
        count_max: most.count,
        bytes: Math.ceil(bytes),
        bytes_max: most.bytes,
      };
    }
  }
}
