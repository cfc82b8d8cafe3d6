import { z } from 'zod';
import { line, optional } from '../protocol/basic.ts';
import { LIMITS } from '../protocol/limits.ts';
import { EMAIL } from '../protocol/merchant.ts';
import { MSISDN } from '../protocol/phone-number.ts';

/**
 * What a customer lets shops know when they ask, as the customer keeps it: `GET /profile`, and
 * `PUT /profile` to change all of it. Every member that is null is not known.
 */
export const walletProfile = z.object({
  name: z.string(),
  /** A number to be called at, where it is another than the one that signs in. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** Whether the address was verified. A changed address is not. */
  email_verified: z.boolean(),
  address: z
    .object({
      /** The customer's label for it, such as "Home". */
      name: z.string().nullable(),
      street_address: z.string().nullable(),
      postal_code: z.string().nullable(),
      locality: z.string().nullable(),
      country: z.string().nullable(),
    })
    .nullable(),
});
export type WalletProfile = z.infer<typeof walletProfile>;

const part = (max: number) => optional(line(max));

/** Body of `PUT /profile`; answers `walletProfile`. */
export const walletProfileInput = z.object({
  name: line(LIMITS.personNameMax),
  phone: optional(
    z.string().regex(MSISDN, 'must be digits with the country code, without + or leading zeros'),
  ),
  email: optional(line(LIMITS.sspEmailMax).regex(EMAIL, 'must be an e-mail address')),
  address: optional(
    z.object({
      name: part(LIMITS.addressNameMax),
      street_address: part(LIMITS.addressLineMax),
      postal_code: part(LIMITS.postalCodeMax),
      locality: part(LIMITS.addressLineMax),
      country: optional(z.string().regex(/^[A-Z]{2}$/, 'must be a country code such as NO')),
    }),
  ),
});
export type WalletProfileInput = z.output<typeof walletProfileInput>;
