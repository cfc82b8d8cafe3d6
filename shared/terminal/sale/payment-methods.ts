import { z } from 'zod';
import { line, reference } from '../../protocol/basic.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { schemaOf } from '../../protocol/schema-of.ts';
import type { PaymentMethod, Sticker } from './state.ts';

/** A scan token that identifies a customer (D-64). */
export const SCAN_TOKEN = /^token:[A-Za-z0-9_-]{1,90}$/;

const sticker = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('serial'),
    serial: line(LIMITS.serialNumberMax).regex(
      /^[A-Za-z0-9-]+$/,
      'may only contain letters, digits and "-"',
    ),
  }),
  z.strictObject({ kind: z.literal('shortlink'), id: reference }),
]);

/** Every payment method, as screens, cash registers and the journal write it. */
export const paymentMethod = schemaOf<PaymentMethod>()(
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('qr') }),
    z.strictObject({
      kind: z.literal('phone'),
      msisdn: z
        .string()
        .regex(/^[1-9]\d{7,14}$/, 'must be a country code and a number, 8 to 15 digits'),
    }),
    z.strictObject({
      kind: z.literal('scan_token'),
      token: z.string().regex(SCAN_TOKEN, 'must be "token:" and what follows it'),
    }),
    z.strictObject({ kind: z.literal('sticker'), sticker }),
    z.strictObject({ kind: z.literal('qr_and_sticker'), sticker }),
    z.strictObject({
      kind: z.literal('device_code'),
      code: reference.nullish().transform((code) => code ?? null),
    }),
  ]),
);

/** The customer that the request names; null if a scan or a claim identifies the customer later. */
export function customerOf(method: PaymentMethod): string | null {
  switch (method.kind) {
    case 'qr':
    case 'qr_and_sticker':
    case 'device_code':
      return null;
    case 'phone':
      return `msisdn:${method.msisdn}`;
    case 'scan_token':
      return method.token;
    case 'sticker':
      return stickerCustomer(method.sticker);
  }
}

/** A sticker as a PersonIdentifier (specification, static QR). */
export function stickerCustomer(one: Sticker): string {
  return one.kind === 'serial' ? `shortlink_sn:${one.serial}` : `shortlink_id:${one.id}`;
}

/** The sticker of a payment method, or null. */
export function stickerOf(method: PaymentMethod): Sticker | null {
  return method.kind === 'sticker' || method.kind === 'qr_and_sticker' ? method.sticker : null;
}

/**
 * True if two identifiers may mean the same sticker. Only two different identifiers of the same kind
 * are certainly two stickers.
 */
export function mayBeSame(one: Sticker, other: Sticker): boolean {
  if (one.kind === 'serial' && other.kind === 'serial') return one.serial === other.serial;
  if (one.kind === 'shortlink' && other.kind === 'shortlink') return one.id === other.id;
  return true;
}
