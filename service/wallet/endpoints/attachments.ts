import type { z } from 'zod';
import { attachmentKind } from '../../../shared/protocol/attachment.ts';
import { answer, refuse } from '../../../shared/protocol/errors.ts';
import type { ReceiptPageLink } from '../../../shared/protocol/receipt-page.ts';
import { parseDateTime } from '../../../shared/time/date-time.ts';
import type { WalletAttachment, walletTickets } from '../../../shared/wallet/contract.ts';
import type { StoredTickets } from '../../store/ledger-store.ts';
import type { Attachment } from '../../store/payment-store.ts';
import type { WalletDeps } from '../deps.ts';
import type { WalletCall, WalletEndpoint } from '../endpoint.ts';
import { NO_SUCH_REQUEST, tidOf } from './requests.ts';

/** `GET /wallet/v1/requests/<tid>/attachments`: the merchant's attachments, in order, and the pages of receipts. */
export const attachmentList: WalletEndpoint<'attachmentList'> = async (call) => {
  const { deps } = call.services;
  const payment = await ownPayment(call);
  if (payment === null) return NO_SUCH_REQUEST;
  const { merchantId, tid } = payment;
  const attachments = await deps.store.attachments.ofPayment(merchantId, tid);
  const views = await Promise.all(attachments.map((one) => viewOf(deps, one)));
  const tickets = await deps.store.tickets.ofPayment(merchantId, tid);
  const items = views.filter((view) => view !== null);
  const pages = (await deps.receipts.ofPayment(merchantId, tid)).map(pageView);
  return answer({ items: [...items, ...(tickets === null ? [] : ticketView(tickets)), ...pages] });
};

/** The page of a receipt: its address opens the same rows as the code on paper. */
function pageView({ kind, number, address }: ReceiptPageLink): WalletAttachment {
  const content: ReceiptPageLink = { kind, number, address };
  return { id: number, kind: 'receipt_page', size: 0, created: 0, content };
}

/** Electronic tickets: name and code of each; an empty list if all were removed. */
function ticketView({ at: created, tickets }: StoredTickets): WalletAttachment[] {
  if (tickets.length === 0) return [];
  const content: z.infer<typeof walletTickets> = {
    tickets: tickets.map(({ caption, date_expires: until, code }) => ({
      caption,
      expires: until === null ? null : parseDateTime(until),
      code: code.data,
    })),
  };
  return [{ id: 'tickets', kind: 'tickets', size: 0, created, content }];
}

/** `GET /wallet/v1/requests/<tid>/attachments/<id>`: the bytes of a picture. */
export const attachmentImage: WalletEndpoint<'attachmentImage'> = async (call) => {
  const { deps } = call.services;
  const payment = await ownPayment(call);
  if (payment === null) return NO_SUCH_REQUEST;
  const { merchantId, tid } = payment;
  const id = call.params.id;
  const all = await deps.store.attachments.ofPayment(merchantId, tid);
  const image = all.find((one) => one.id === id && one.contentType === 'image/png');
  const body = image && (await deps.store.attachments.body(merchantId, tid, id));
  if (!body) return refuse('Not Found', 'There is no such picture.');
  return answer({
    status: 200,
    raw: { type: 'image/png', bytes: Buffer.from(body) },
    headers: {
      'cache-control': 'private, max-age=3600',
      'content-security-policy': "default-src 'none'",
    },
  });
};

/** The payment of the path, if it belongs to this customer. */
async function ownPayment(call: WalletCall<'attachmentList'>) {
  const { deps } = call.services;
  const { id } = call.session.customer;
  const tid = tidOf(call.params);
  const payment = tid === null ? null : await deps.payments.customerSide.read(id, tid);
  return payment?.customerId === id ? payment : null;
}

async function viewOf(
  deps: Pick<WalletDeps, 'store' | 'vendor'>,
  attachment: Attachment,
): Promise<WalletAttachment | null> {
  const { id, merchantId, tid, size, at: created } = attachment;
  const kind = attachmentKind(attachment.contentType, deps.vendor);
  if (kind === null) return null;
  if (kind === 'image') return { id, kind, size, created, content: null };
  const body = await deps.store.attachments.body(merchantId, tid, id);
  if (body === null) return null;
  // Checked when it was uploaded.
  const content: unknown = JSON.parse(Buffer.from(body).toString());
  return { id, kind, size, created, content };
}
