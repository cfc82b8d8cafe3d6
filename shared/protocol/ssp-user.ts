import { z } from 'zod';
import { line, optional } from './basic.ts';
import { LIMITS } from './limits.ts';
import { EMAIL, MSISDN } from './merchant.ts';

const part = line(LIMITS.personNameMax);

/** A person's name (D-38): the middle one may be left out. */
export const personName = z.object({
  given_name: part,
  family_name: part,
  middle_name: optional(part),
});

/** `POST /merchant_ssp_user/` (specification, Merchant self-service user). */
export const sspUserInput = z.object({
  email: line(LIMITS.sspEmailMax).regex(EMAIL, 'must be an e-mail address'),
  phone: optional(
    z.string().regex(MSISDN, 'must be digits with the country code, without + or leading zeros'),
  ),
  name: optional(personName),
});

export const sspUserOutput = z.object({
  id: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  name: z
    .object({
      given_name: z.string(),
      family_name: z.string(),
      middle_name: z.string().nullable(),
    })
    .nullable(),
  legal_entities: z.array(z.string()),
  bankid: z.string().nullable(),
});
export type SspUserOutput = z.infer<typeof sspUserOutput>;
