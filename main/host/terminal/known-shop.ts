import { join } from 'node:path';
import { z } from 'zod';
import type { TillSettings } from '../../../shared/device/bridge/contract.ts';
import { addressIn, type MerchantOutput } from '../../../shared/protocol/merchant.ts';
import { keepIn } from '../adapters/kept-value.ts';
import type { SmallFiles } from '../adapters/small-files.ts';

type Shop = TillSettings['shop'];

/** The file with the shop as its service said it last, in the till's data directory. */
const SHOP_FILE = 'shop.json';

const kept = z.strictObject({
  /** A folder whose till sells for another shop now does not name the earlier one. */
  merchant_id: z.string(),
  shop: z.strictObject({
    name: z.string().min(1),
    address: z.string().nullable(),
    organisationNumber: z.string().nullable(),
  }),
});

/** The members of the shop's record at the service that its till shows. */
type ShopRecord = Pick<MerchantOutput, 'business_name' | 'legal_entity' | 'organization_id'> & {
  readonly profile: Parameters<typeof addressIn>[0];
};

/** The shop of a till whose configuration does not name it. */
export type KnownShop = {
  /** As its service said it last, also in an earlier run; its id if the service never answered. */
  readonly shop: () => Shop;
  /** The service has said how it knows the shop. */
  readonly heard: (record: ShopRecord) => void;
};

/** Keeps the name of the shop with the till's settings, because a till can start without its service (D-551). */
export function openKnownShop(directory: string, merchantId: string, files: SmallFiles): KnownShop {
  const file = keepIn(files, join(directory, SHOP_FILE), kept);
  return {
    shop() {
      const last = file.read();
      if (last?.merchant_id === merchantId) return last.shop;
      return { name: merchantId, address: null, organisationNumber: null };
    },
    heard({ business_name, legal_entity, profile, organization_id: organisationNumber }) {
      const name = business_name || legal_entity || merchantId;
      const now = {
        merchant_id: merchantId,
        shop: { name, address: addressIn(profile), organisationNumber },
      };
      if (JSON.stringify(file.read()) !== JSON.stringify(now)) file.write(now, { flush: true });
    },
  };
}
