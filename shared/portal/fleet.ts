import { z } from 'zod';
import { ATTENTIONS } from '../fleet/attention.ts';
import { callbackUri, optional } from '../protocol/basic.ts';
import { LIMITS } from '../protocol/limits.ts';
import { FISCAL_STATES, PRINTER_STATES, SCREEN_STATES } from '../protocol/till-status.ts';

/* The tills of a shop and what each said last, on the pages of the portal. Instants are milliseconds since 1970 UTC. */

const instant = z.number();

/** A till as it said last. */
export const portalTillStatus = z.object({
  pos_id: z.string(),
  name: z.string(),
  /** When the service heard it last, by the service's clock. */
  last_seen: instant,
  /** Why somebody should look at it, the most urgent first. */
  attention: z.array(z.enum(ATTENTIONS)),
  screen: z.enum(SCREEN_STATES),
  version: z.string(),
  /** The version of the catalogue by which it sells; 0: a file of its own; null: it has not said anything. */
  catalogue: z.int().nullable(),
  printer: z.enum(PRINTER_STATES),
  disk_free_bytes: z.int().nullable(),
  journal_bytes: z.int(),
  unsent: z.int(),
  open_bills: z.int(),
  /** Only of a till with a fiscal device. */
  fiscal: z.enum(FISCAL_STATES).optional(),
  /** Number of the Z report that the service does not take. */
  close_waiting: z.int().optional(),
  /** Receipts that the service has refused and that nobody at the till has seen. */
  receipts_refused: z.int().optional(),
  /** The till's clock less the service's when the report arrived, milliseconds. */
  clock_ahead: z.int(),
});
export type PortalTillStatus = z.infer<typeof portalTillStatus>;

/** `GET /till-status`: those that need somebody first, then by id. `q` is a part of the name or the id. */
export const portalTillStatusQuery = z.object({
  q: optional(z.string().max(LIMITS.portalSearchMax)),
  only: optional(z.literal('attention')),
  after: optional(z.string().max(LIMITS.posTextMax + 2)),
});
export const portalTillStatuses = z.object({
  items: z.array(portalTillStatus),
  next: z.string().nullable(),
  /** All tills of the shop that have said something, and those that need somebody. */
  all: z.int(),
  attention: z.int(),
  /** The newest version of the shop's catalogue; 0 without one. */
  catalogue: z.int(),
});
export type PortalTillStatuses = z.infer<typeof portalTillStatuses>;

/** `GET` and `POST /till-alert`: after how many minutes a silent till is an alert, and who is told by callback. */
export const portalTillAlert = z.object({
  silent_minutes: z.int().min(LIMITS.tillSilentMinutesMin).max(LIMITS.tillSilentMinutesMax),
  callback_uri: optional(callbackUri.refine((uri) => uri !== '', 'must not be empty')),
});
export type PortalTillAlert = z.infer<typeof portalTillAlert>;
