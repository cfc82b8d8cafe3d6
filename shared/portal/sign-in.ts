import { z } from 'zod';
import { line } from '../protocol/basic.ts';
import { LIMITS } from '../protocol/limits.ts';
import { EMAIL } from '../protocol/merchant.ts';

/**
 * What a session of the portal may do. A right that begins with the name of a page shows that page;
 * the others permit changes there. The service checks them for each route; the pages only hide what
 * the service would refuse.
 */
export const PORTAL_RIGHTS = [
  'payments',
  'refund',
  'settlements',
  'days',
  /** Putting a closed period aside that stands in the way of a till's own (D-459). */
  'days_aside',
  /** Pairing tills is part of it: the API requires a signature for the list as well. */
  'tills',
  'users',
  'users_change',
  'codes',
  'codes_change',
  'callbacks',
  'callbacks_resend',
  'catalogue',
  'catalogue_change',
  /** The rules of the shop: limits of discounts, tips, cash, other tenders, hours, texts of receipts (D-375). */
  'catalogue_rules',
  /** What persons did in the portal (D-460). */
  'acts',
] as const;
export type PortalRight = (typeof PORTAL_RIGHTS)[number];

/** Roles of self-service users. The first one is that of a user whom a program created (D-76). */
export const PORTAL_ROLES = ['bookkeeper', 'catalogue_editor', 'manager', 'admin'] as const;
export type PortalRole = (typeof PORTAL_ROLES)[number];

const SHOP: readonly PortalRight[] = [
  'payments',
  'settlements',
  'days',
  'codes',
  'callbacks',
  'catalogue',
];
const SHOP_CHANGES: readonly PortalRight[] = ['codes_change', 'callbacks_resend'];

/** The rights of each role, and of API users: `key` holds a key of its own, `secret` has none. */
export const RIGHTS_OF: Readonly<Record<PortalRole | 'key' | 'secret', readonly PortalRight[]>> = {
  bookkeeper: ['payments', 'settlements', 'days', 'catalogue'],
  catalogue_editor: ['catalogue', 'catalogue_change'],
  manager: [...SHOP, ...SHOP_CHANGES, 'refund', 'tills', 'catalogue_change', 'catalogue_rules'],
  admin: PORTAL_RIGHTS,
  key: PORTAL_RIGHTS,
  secret: [...SHOP, ...SHOP_CHANGES, 'users'],
};

/** An e-mail address as people type it, in lower case: the service compares it without regard to case. */
const email = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(line(LIMITS.sspEmailMax).regex(EMAIL, 'must be an e-mail address'));

/** `POST /email-code`: sends a one-time code. The answer (204) is the same for every address. */
export const portalEmailCodeInput = z.object({ email });

/**
 * `POST /email-session`: the code of the e-mail. Its answer is a ticket for the second factor, which is
 * valid for a few minutes. `enrol` has the key for an authenticator app when the person has none yet.
 */
export const portalEmailSessionInput = z.object({ email, code: z.string().regex(/^\d{6}$/) });
export const portalTicket = z.object({
  ticket: z.string(),
  /** Base32 for typing, and the `otpauth:` address for a QR code. */
  enrol: z.object({ secret: z.string(), uri: z.string() }).nullable(),
});
export type PortalTicket = z.infer<typeof portalTicket>;

/** `POST /second-factor`: a code of the app, or a recovery code in any case and spacing. */
export const portalSecondFactorInput = z.object({
  ticket: z.string().max(LIMITS.uriMax),
  code: z.string().max(LIMITS.pairingCodeTextMax),
});

/** The choice of a shop: `POST /merchant` opens another one of the same person. */
export const portalMerchantInput = z.object({ merchant_id: line(LIMITS.referenceMax) });

/** Shops that a person may open, by their names. */
export const portalMerchants = z.array(z.object({ id: z.string(), name: z.string() }));

/** `GET /me`. `demo`: one press opens the demo shop. `email`: the service can send codes by e-mail. */
export const portalMe = z.object({
  user: z
    .object({
      merchant_id: z.string(),
      merchant: z.string(),
      /** Id of the API user, or the e-mail address of a self-service user. */
      user_id: z.string(),
      rights: z.array(z.enum(PORTAL_RIGHTS)),
      time_zone: z.string(),
      currency: z.string(),
      /** Shops that a self-service user may open; empty for an API user. */
      merchants: portalMerchants,
    })
    .nullable(),
  demo: z.boolean(),
  email: z.boolean(),
});
export type PortalMe = z.infer<typeof portalMe>;

/** The answer of `POST /second-factor`; recovery codes stand in it once, after the enrolment. */
export const portalEntered = z.object({ me: portalMe, recovery_codes: z.array(z.string()) });
export type PortalEntered = z.infer<typeof portalEntered>;
