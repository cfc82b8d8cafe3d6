import { z } from 'zod';
import { line, optional, prose, withDefault } from './basic.ts';
import { LIMITS } from './limits.ts';
import { MSISDN } from './phone-number.ts';

/** The specification's form of an e-mail address (Resources, Merchant self-service user). */
export const EMAIL = /^.+@[^.].*.[a-z]{2,10}$/;
const email = z.string().max(LIMITS.sspEmailMax).regex(EMAIL, 'must be an e-mail address');
const webAddress = z
  .string()
  .max(100)
  .regex(/^https?:\/\/[^\s/]+(?:\/\S*)?$/, 'must be an http or https address');
const orEmpty = <T extends z.ZodType<string>>(schema: T) =>
  withDefault(z.union([z.literal(''), schema]), '');
const short = optional(line(LIMITS.merchantNameMax));

/** How a merchant presents itself (D-40). */
export const merchantProfile = z.object({
  first_address_line: orEmpty(line(100)),
  second_address_line: orEmpty(line(100)),
  postal_code: optional(z.string().regex(/^[0-9]{4,5}$/, 'must be 4 or 5 digits')),
  country: short,
  description: optional(prose(LIMITS.textMax)),
  phone_number: orEmpty(z.string().regex(MSISDN, 'must be a phone number with country code')),
  email: orEmpty(email),
  url: orEmpty(webAddress),
  twitter: short,
  facebook: short,
  hours: optional(prose(LIMITS.textMax)),
  settlement_receivers: withDefault(z.array(email).max(20), []),
  settlement_email_xls: withDefault(z.boolean(), false),
});

const businessDocuments = z
  .array(z.object({ gs_object_name: line(500), description: short }))
  .max(LIMITS.documentsMax);

/** What the operator keeps of a merchant, beside its name and its agreement. */
export const merchantDetails = z.object({
  legalEntity: short,
  organizationId: optional(line(LIMITS.lookupIdMax)),
  jurisdiction: withDefault(line(10), 'NO'),
  /** Merchant category code of the card schemes. */
  mcc: optional(z.int().min(0).max(9_999)),
  features: withDefault(z.array(line(100)).max(LIMITS.featuresMax), []),
  profile: optional(merchantProfile),
  application: optional(
    z.object({
      status: z.enum(['pending', 'approved', 'rejected']),
      comment: optional(prose(LIMITS.textMax)),
    }),
  ),
  businessDocuments: withDefault(businessDocuments, []),
  integrationType: short,
  approved: withDefault(z.boolean(), true),
});
export type MerchantDetails = z.output<typeof merchantDetails>;

export const NO_DETAILS: MerchantDetails = merchantDetails.parse({});

/** The address of a shop in one line; null if its profile has none. */
export function addressIn(profile: MerchantDetails['profile']): string | null {
  if (profile === null) return null;
  const { first_address_line: first, second_address_line: second, postal_code: code } = profile;
  const line = [first, second, code ?? ''].filter((part) => part !== '').join(', ');
  return line === '' ? null : line;
}

/** `PUT /merchant/<id>/`: a member that is null or left out stays as it is (D-69). */
export const merchantUpdateInput = z.object({
  profile: optional(merchantProfile),
  business_documents: optional(businessDocuments),
  auto_release_after_auth_expire: optional(z.boolean()),
});
export type MerchantUpdateInput = z.output<typeof merchantUpdateInput>;

const text = z.string().nullable();

/** `GET /merchant/<id>/` (specification, Merchant; D-69). */
export const merchantOutput = z.object({
  id: z.string(),
  legal_entity: text,
  business_name: text,
  organization_id: text,
  jurisdiction: text,
  mcc: z.number().int().nullable(),
  integrator: text,
  settlement_account: text,
  /** Seconds (D-86). */
  auth_duration: z.number().int(),
  auto_release_after_auth_expire: z.boolean(),
  features: z.array(z.string()),
  profile: merchantProfile.extend({ logo_url: text }),
  application: z.object({ status: z.string(), comment: text }).nullable(),
  business_documents: z.array(z.object({ gs_object_name: z.string(), description: text })),
  per_payment_amount_limit: z.number().int().nullable(),
  integration_type: text,
  approved: z.boolean(),
  /** Currencies of payments that are accepted; other services leave it out (D-230). */
  currencies: z.array(z.string()).optional(),
});
export type MerchantOutput = z.output<typeof merchantOutput>;

/** `GET /merchant_lookup/<lookup_id>/`: what an integrator may learn of any merchant (D-67). */
export const merchantLookupOutput = z.object({
  id: z.string(),
  business_name: text,
  organization_id: text,
  jurisdiction: text,
  approved: z.boolean(),
});
