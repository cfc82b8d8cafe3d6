import { qrPng } from '../../../shared/node/qr-png.ts';
import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { ExtraName } from '../../../shared/protocol/media.ts';
import { ticketUpdate as ticketInput } from '../../../shared/protocol/ticket.ts';
import { keyCreate, keyList } from './api-keys.ts';
import { balance } from './balance.ts';
import { callerOf, chat, type Extra, paymentSend, type Refused, reportList } from './extra.ts';
import { ledgerList, ledgerRead, reportClose, reportRead } from './ledger.ts';
import { permissionWithoutPos, salesWithoutDate } from './open-input.ts';

/** `PUT /payment_request/<tid>/ticket/`: the codes that the customer finds with the receipt (V-14). */
const ticketUpdate: Extra = {
  kind: 'served',
  place: 'api',
  route: {
    name: 'ticketUpdate',
    method: 'PUT',
    path: '/payment_request/:tid/ticket/',
    level: 'SECRET',
    summary: 'Set the electronic tickets of a payment',
    body: ticketInput,
    success: [204],
    errors: ['validation_error', 'Not Found'],
  },
  async run(call) {
    const { merchantId } = callerOf(call);
    const { store, clock, payments } = call.deps;
    const payment = await payments.read(merchantId, call.params.tid ?? '');
    if (payment === null) return refuse('Not Found', 'There is no payment request of this id.');
    const tickets = ticketInput.parse(call.body).tickets ?? [];
    await store.tickets.put(merchantId, payment.tid, { at: clock.now(), tickets });
    return answer({ status: 204 });
  },
};

const PATH = /^\/shortlink\/v1\/qr_image\/[^/?]+\/?([^?]*)/;

/** Whole pixels per module. */
const QR_SCALE = 6;

/**
 * `GET /shortlink/v1/qr_image/<shortlink_id>/<argstring>`: the QR code of a shortlink as an image,
 * for a page's `<img>`, which sends no credentials. Its content is public: it is printed at the
 * till.
 */
const qrImage: Extra = {
  kind: 'served',
  place: 'root',
  route: {
    name: 'qrImage',
    method: 'GET',
    path: '/shortlink/v1/qr_image/:shortlink_id{/*argstring}',
    level: 'OPEN',
    summary: 'Draw the QR code of a shortlink',
    produces: 'image/png',
    success: [200],
    errors: ['Not Found'],
  },
  async run({ deps, params, target }) {
    const link = await deps.store.shortlinks.forCustomer(params.shortlink_id ?? '');
    // As the client sent it, percent-encoding included.
    const argstring = PATH.exec(target)?.[1] ?? '';
    if (link === null || argstring.length > LIMITS.argstringMax) {
      return refuse(
        'Not Found',
        'There is no shortlink of this id, or what follows it is too long.',
      );
    }
    const text = `${deps.addresses().wallet}/s/${link.id}/${argstring}`;
    const bytes = qrPng(text, QR_SCALE);
    return answer({ status: 200, bytes, headers: { 'cache-control': 'public, max-age=300' } });
  },
};

/** The extra endpoints that a profile can enable: one for each name. */
export const EXTRA_TABLE: Readonly<Record<ExtraName, Extra | Refused>> = {
  keyList,
  keyCreate,
  salesWithoutDate,
  permissionWithoutPos,
  balance,
  ledgerList,
  ledgerRead,
  reportRead,
  reportClose,
  reportList,
  ticketUpdate,
  qrImage,
  paymentSend,
  chat,
};
