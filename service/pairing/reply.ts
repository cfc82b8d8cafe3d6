import { DEFAULT_AGREEMENT } from '../../shared/protocol/agreement.ts';
import { addressIn } from '../../shared/protocol/merchant.ts';
import type { PairingReply } from '../../shared/protocol/pairing.ts';
import type { ServiceAddresses } from '../../shared/protocol/service-addresses.ts';
import type { Paired, StoredPairing } from '../store/pairing-store.ts';
import type { Store } from '../store/store.ts';

type ReplyDeps = {
  readonly store: Pick<Store, 'merchants' | 'pos'>;
  readonly addresses: () => ServiceAddresses;
};

/** All settings of a paired till; `secret` is null for a till that signs. */
export async function replyOf(
  { store, addresses }: ReplyDeps,
  pairing: StoredPairing & { readonly paired: Paired },
  secret: string | null,
): Promise<PairingReply> {
  const { merchantId, posId, name, rights, paired } = pairing;
  const [record, pos] = await Promise.all([
    store.merchants.record(merchantId),
    store.pos.read(merchantId, posId),
  ]);
  const { currencies, timeZone } = record?.agreement ?? DEFAULT_AGREEMENT;
  return {
    merchant_id: merchantId,
    user_id: paired.userId,
    secret,
    rights,
    pos_id: posId,
    pos_name: pos?.name ?? name,
    shortlink_id: paired.shortlinkId,
    shortlink_url: addresses().wallet,
    shop: {
      name: record?.name || merchantId,
      address: addressIn(record?.details.profile ?? null),
      organisation_number: record?.details.organizationId ?? null,
    },
    currency: currencies[0] ?? 'NOK',
    time_zone: timeZone,
  };
}
