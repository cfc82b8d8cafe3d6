import QRCode from 'qrcode';
import { answer, refuse } from '../../../shared/protocol/errors.ts';
import { LIMITS } from '../../../shared/protocol/limits.ts';
import type { Extra } from './extra.ts';

const PATH = /^\/shortlink\/v1\/qr_image\/[^/?]+\/?([^?]*)/;

/**
 * `GET /shortlink/v1/qr_image/<shortlink_id>/<argstring>`: the QR code of a shortlink as an image,
 * for a page's `<img>`, which sends no credentials. Its content is public: it is printed at the
 * till.
 */
export const qrImage: Extra = {
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
  async run({ deps: context, params, target }) {
    const link = await context.store.shortlinks.forCustomer(params.shortlink_id ?? '');
    // As the client sent it, percent-encoding included.
    const argstring = PATH.exec(target)?.[1] ?? '';
    if (link === null || argstring.length > LIMITS.argstringMax) {
      return refuse(
        'Not Found',
        'There is no shortlink of this id, or what follows it is too long.',
      );
    }
    const text = `${context.addresses().wallet}/s/${link.id}/${argstring}`;
    const bytes = await QRCode.toBuffer(text, { type: 'png', margin: 4, scale: 6 });
    return answer({ status: 200, bytes, headers: { 'cache-control': 'public, max-age=300' } });
  },
};
