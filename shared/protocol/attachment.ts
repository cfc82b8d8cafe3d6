import { z } from 'zod';
import { optional, prose } from './basic.ts';
import { LIMITS } from './limits.ts';
import type { VendorNames } from './media.ts';

const text = optional(prose(LIMITS.lineTextMax));

/** A list of what was bought, all as text for the customer to read (D-165). */
export const itemList = z.object({
  store_name: text,
  organization_number: text,
  items: z
    .array(
      z.object({
        item_name: text,
        quantity: text,
        measurement_unit: text,
        item_gross_total: text,
        tax_percent: text,
        item_id: text,
      }),
    )
    .max(LIMITS.attachmentItemsMax),
});

const store = z.object({
  store_id: text,
  name: text,
  address: text,
  postal_code: text,
  postal_place: text,
  country: text,
  phone_number: text,
  organization_number: text,
  chain_name: text,
  longitude: text,
  latitude: text,
});

const receiptItem = z.object({
  item_name: text,
  item_group: text,
  quantity: text,
  measurement_unit: text,
  item_net_price: text,
  item_gross_price: text,
  item_net_total: text,
  item_gross_total: text,
  discount: text,
  taxes: text,
  tax_percent: text,
  commodity_code: text,
  ean: text,
  serial_number: text,
});

/** A receipt (D-166). */
export const receipt = z.object({
  cashier: text,
  register: text,
  store: optional(store),
  items: z.array(receiptItem).max(LIMITS.attachmentItemsMax),
  payments: optional(
    z
      .array(z.object({ payment_type: text, amount: text, currency: text }))
      .max(LIMITS.attachmentItemsMax),
  ),
  currency: text,
  gross: text,
  discount: text,
  net: text,
});

/** What an attachment can be (D-161). */
export type AttachmentKind = 'image' | 'itemlist' | 'receipt';

/** The kind of a part's media type with the vendor's name, or null for any other. */
export function attachmentKind(
  type: string,
  { mediaVendor }: Pick<VendorNames, 'mediaVendor'>,
): AttachmentKind | null {
  switch (type) {
    case 'image/png':
      return 'image';
    case `application/vnd.${mediaVendor}.itemlist.v1+json`:
      return 'itemlist';
    case `application/vnd.${mediaVendor}.receipt.v1+json`:
      return 'receipt';
    default:
      return null;
  }
}

/** The answer to an upload (D-164). */
export const uploaded = z.object({
  attachments: z.array(
    z.object({ id: z.string(), content_type: z.string(), size: z.number().int() }),
  ),
});
export type Uploaded = z.infer<typeof uploaded>;
