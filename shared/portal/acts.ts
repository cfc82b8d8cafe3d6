import { z } from 'zod';

/* What persons did in the portal (D-460). Instants are milliseconds since 1970 UTC, amounts minor units. */

/** What a person can do, by the name of its route. A test compares it with the routes. */
export const ACT_KINDS = [
  'refund',
  'periodAside',
  'tillForget',
  'tillAlertChange',
  'pairingCreate',
  'pairingRevoke',
  'userCreate',
  'secretRenew',
  'keyPut',
  'keyRemove',
  'userRemove',
  'appCreate',
  'appChange',
  'appSecret',
  'appRemove',
  'codeCreate',
  'codeChange',
  'codeRemove',
  'callbackResend',
  'catalogueChange',
  'catalogueImport',
] as const;
export type ActKind = (typeof ACT_KINDS)[number];

const act = z.object({
  id: z.string(),
  at: z.number(),
  person: z.string(),
  kind: z.enum(ACT_KINDS),
  subject: z.string(),
  amount: z.number().int().nullable(),
  currency: z.string().nullable(),
  reason: z.string().nullable(),
  /** Of a code: whether it can be used after the act. */
  active: z.boolean().nullable(),
});
export type PortalAct = z.output<typeof act>;

/** `GET /acts`: newest first, a page at a time. */
export const portalActs = z.object({ items: z.array(act), next: z.string().nullable() });
