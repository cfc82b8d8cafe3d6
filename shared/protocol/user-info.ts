import { z } from 'zod';
import { line, optional, prose } from './basic.ts';

const text = optional(line(200));

/** An address as the customer has saved it; `name` is the customer's label for it (D-120). */
export const shippingAddress = z.object({
  name: text,
  street_address: text,
  locality: text,
  postal_code: text,
  country: text,
  /** The whole address; it has line breaks. */
  formatted: optional(prose(500)),
});

/** How a national id number was verified. */
export const idProof = z.object({ source: z.string(), verified_at: z.string() });

/** `GET /oauth2/v1/scope/personal_id/no/id` and `.../bankid` (D-132). */
export const personalId = z.object({
  id_number: z.string(),
  jurisdiction: z.string(),
  proofs: z.array(idProof),
});
export type PersonalId = z.infer<typeof personalId>;

/** `user_info` of a permission outcome: what was granted, and nothing else (D-119). */
export const userInfo = z.object({
  phone_number: z.string().optional(),
  phone_number_verified: z.boolean().optional(),
  name: z.string().optional(),
  email: z.string().optional(),
  address: shippingAddress.omit({ name: true }).optional(),
  shipping_address: shippingAddress.optional(),
  fodselsnummer: personalId.optional(),
  bankid: personalId.optional(),
});
export type UserInfo = z.infer<typeof userInfo>;

/** `GET /oauth2/v1/userinfo`: claims of OpenID Connect by granted scope (D-131). */
export const userClaims = z.object({
  sub: z.string(),
  name: z.string().optional(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  phone_number: z.string().optional(),
  phone_number_verified: z.boolean().optional(),
  address: shippingAddress.omit({ name: true }).optional(),
});
export type UserClaims = z.infer<typeof userClaims>;

/** The claims about a person that an id token has, by granted scope (D-468). */
export type IdClaims = Pick<UserClaims, 'name' | 'email' | 'email_verified'>;

/** What the service knows of a customer beside the number and the name. */
export const customerProfile = z.object({
  /** To be called at; null or left out for the number that signs in. */
  phone: z.string().nullable().optional(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  address: shippingAddress.nullable(),
  nationalId: z
    .object({
      number: z.string(),
      jurisdiction: z.literal('no'),
      proofs: z.array(z.object({ source: z.string(), verifiedAt: z.number() })),
    })
    .nullable(),
});
export type CustomerProfile = z.infer<typeof customerProfile>;
