import { z } from 'zod';
import { line, optional } from './basic.ts';
import { LIMITS } from './limits.ts';
import { EMAIL } from './merchant.ts';
import { MSISDN } from './phone-number.ts';

/** What a header can carry whole: printable ASCII without blanks at the ends. */
const HEADER_SAFE = /^(?:[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)?$/;

/** Id of an API user; it travels in a header and in a path, where `.` and `..` would vanish. */
export const userId = line(LIMITS.userIdMax)
  .regex(HEADER_SAFE, 'may only contain printable ASCII, and no blank at the ends')
  .refine((id) => id !== '.' && id !== '..', 'must not be . or ..');

/** A header loses blanks at the ends of a value, and carries no control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it refuses
const LOST_IN_HEADER = /^\s|\s$|[\u0000-\u001f\u007f-\u009f]/u;

const SECRET_LENGTH = { minLength: LIMITS.secretMin, maxLength: LIMITS.secretMax };

/** Length in characters, as a JSON schema counts them, and not in units of an encoding. */
export function characters(text: string): number {
  return [...text].length;
}

const secret = z
  .string()
  .refine((text) => characters(text) >= LIMITS.secretMin, {
    error: `must be at least ${LIMITS.secretMin} characters`,
    abort: true,
  })
  .refine((text) => characters(text) <= LIMITS.secretMax, {
    error: `must be at most ${LIMITS.secretMax} characters`,
    abort: true,
  })
  .meta(SECRET_LENGTH)
  .refine(
    (text) => !LOST_IN_HEADER.test(text),
    'must not contain control characters, or blanks at the ends',
  );

const netmask = z
  .string()
  .max(LIMITS.netmaskMax, `must be at most ${LIMITS.netmaskMax} characters`)
  .refine(
    (text) => NETMASKS.some((form) => form.safeParse(text).success),
    'must be an IPv4 or IPv6 network such as 192.0.2.0/24',
  );
const NETMASKS = [z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()] as const;

/** An empty text means none; on an update it removes what was there (D-07, D-37, D-71). */
const orNone = <T extends z.ZodType<string>>(schema: T) => {
  const given = z.string().transform((text, context) => {
    if (text === '') return '';
    const read = schema.safeParse(text);
    if (read.success) return read.data;
    for (const { message } of read.error.issues) context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
  return optional(given);
};

/** `PUT /user/<user_id>/`: null leaves a field, empty removes it (D-71). */
export const userUpdate = z.object({
  netmask: orNone(netmask),
  label: orNone(line(LIMITS.userLabelMax)),
  secret: orNone(secret),
  /** PEM, its base64 without the frame, or an OpenSSH line; the rules parse it (D-37). */
  pubkey: orNone(
    z
      .string()
      .max(LIMITS.publicKeyTextMax, `must be at most ${LIMITS.publicKeyTextMax} characters`),
  ),
});
export type UserUpdate = z.output<typeof userUpdate>;

/** `POST /user/`: without an id the service gives one (D-70). There is no secret to remove yet. */
export const userInput = userUpdate.extend({ id: optional(userId), secret: optional(secret) });
export type UserInput = z.output<typeof userInput>;

/** What a reply contains of a user; never the secret. */
export const userOutput = z.object({
  id: z.string(),
  netmask: z.string().nullable(),
  label: z.string().nullable(),
  has_secret: z.boolean(),
  pubkey: z.string().nullable(),
});

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
