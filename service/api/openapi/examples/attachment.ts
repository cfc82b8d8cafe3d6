import type { z } from 'zod';
import type { uploaded } from '../../../../shared/protocol/attachment.ts';
import type { VendorProfile } from '../../../../shared/protocol/media.ts';

/** One part of the example upload: the text sent under a name, with its media type. */
export type ExamplePart = { readonly type: string; readonly text: string };

const RECEIPT = {
  cashier: 'Marte',
  register: 'Kasse 1',
  store: { name: 'Kaffebaren Løkka', address: 'Thorvald Meyers gate 40', postal_code: '0555' },
  items: [{ item_name: 'Flat white', quantity: '1', item_gross_total: '52.00' }],
  currency: 'NOK',
  gross: '52.00',
  net: '41.60',
};

/** Size of that receipt, bytes. */
const SIZE = 260;

type AttachmentExample = {
  readonly params: { readonly token: string };
  readonly parts: Readonly<Record<string, ExamplePart>>;
  readonly status: 201;
  readonly reply: z.output<typeof uploaded>;
};

/** An upload of one receipt. The tests send it to a real service. */
export function attachmentExample({ mediaVendor }: VendorProfile): AttachmentExample {
  const type = `application/vnd.${mediaVendor}.receipt.v1+json`;
  const text = JSON.stringify(RECEIPT);
  const kept = { id: 'Yw3nQ8s_Kd5v2Rm7Xb0ZcA', content_type: type, size: SIZE };
  return {
    params: { token: 'p2ybyw4tq73n.1sLk9' },
    parts: { receipt: { type, text } },
    status: 201,
    reply: { attachments: [kept] },
  };
}
