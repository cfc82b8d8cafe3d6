import type { z } from 'zod';
import type { uploaded } from '../attachment.ts';
import type { VendorProfile } from '../media.ts';
import type { PAYMENT_ROUTES } from '../routes/payment.ts';
import type { ExamplesOf } from './example.ts';

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

export const PAYMENT_EXAMPLES: ExamplesOf<keyof typeof PAYMENT_ROUTES> = {
  paymentCreate: {
    body: {
      action: 'sale',
      currency: 'NOK',
      amount: 12_500,
      allow_credit: false,
      pos_id: 'kasse-1',
      pos_tid: '2026-11-20.0042',
      customer: '4798765432',
      text: 'Two cortados and a cinnamon bun',
      callback_uri: 'ws:kasse-1',
      expires_in: 300,
    },
    status: 201,
    reply: { id: 'p3f8k2m9x0qa', uri: null },
  },
  paymentList: {
    query: { created_from: '2026-11-20 00:00:00', status: 'ok,auth', page_size: '50' },
    status: 200,
    reply: {
      items: [
        {
          tid: 'p3f8k2m9x0qa',
          created: '2026-11-20 08:24:57',
          modified: '2026-11-20 08:25:31',
          total: 12_500,
          total_captured: 12_500,
          total_refund: 0,
          currency: 'NOK',
          status: 'ok',
          status_code: 2000,
          message: 'Two cortados and a cinnamon bun',
          link: '/merchant/v1/payment_request/p3f8k2m9x0qa/',
        },
      ],
      cursor: null,
    },
  },
  paymentRead: {
    params: { tid: 'p3f8k2m9x0qa' },
    status: 200,
    reply: {
      id: 'p3f8k2m9x0qa',
      uri: null,
      display_message_uri: null,
      callback_uri: 'ws:kasse-1',
      line_items: [],
      customer: '4798765432',
      max_scan_age: 60,
      currency: 'NOK',
      amount: 12_500,
      additional_amount: 0,
      additional_edit: false,
      pos_id: 'kasse-1',
      pos_tid: '2026-11-20.0042',
      text: 'Two cortados and a cinnamon bun',
      success_return_uri: null,
      failure_return_uri: null,
      cid: null,
      links: [],
      date_expires: '2026-11-20 08:29:57',
      required_scope: null,
      allow_credit: false,
    },
  },
  paymentUpdate: {
    params: { tid: 'p3f8k2m9x0qa' },
    body: {
      action: 'capture',
      amount: 8_000,
      additional_amount: 0,
      currency: 'NOK',
      capture_id: 'first-delivery',
    },
    status: 204,
  },
  paymentOutcome: {
    params: { tid: 'p3f8k2m9x0qa' },
    query: { wait: '25', since: '1003' },
    status: 200,
    reply: {
      tid: 'p3f8k2m9x0qa',
      pos_id: 'kasse-1',
      pos_tid: '2026-11-20.0042',
      currency: 'NOK',
      amount: 12_500,
      additional_amount: 0,
      auth_amount: 4_500,
      auth_additional_amount: 0,
      captures: [{ id: 'first-delivery', amount: 8_000, additional_amount: 0 }],
      refunds: [],
      status: 'auth',
      status_code: 3008,
      customer: '4798765432',
      date_modified: '2026-11-20 08:26:02',
      date_expires: '2026-11-23 08:25:31',
      credit: false,
      interchange_fee: 0,
      transaction_fee: 125,
      attachment_uri: 'https://pay.example/attachment/Zm9yIGRvY3VtZW50YXRpb24/',
      permissions: null,
    },
  },
};
