import { z } from 'zod';
import { dateTime, line } from './basic.ts';
import { LIMITS } from './limits.ts';

/** What the screen of a till does. `off`: the program was ended in order, so its silence is no fault. */
export const SCREEN_STATES = ['idle', 'in_sale', 'locked', 'error', 'off'] as const;
export type ScreenState = (typeof SCREEN_STATES)[number];

/** The receipt printer. `waiting`: pages wait for it. `failed`: it printed the last page not, or only in part. */
export const PRINTER_STATES = ['none', 'ready', 'waiting', 'failed'] as const;
export type PrinterStatus = (typeof PRINTER_STATES)[number];

/** The fiscal device. `failed`: it does not answer, or it is full. */
export const FISCAL_STATES = ['ready', 'failed'] as const;
export type FiscalStatus = (typeof FISCAL_STATES)[number];

const count = z.int().min(0);

/** What a till says of itself, at each change and every two minutes (D-350). */
export const tillStatus = z.object({
  /** Version of the till program. */
  version: line(LIMITS.tillVersionMax),
  /** Time of day of the till, UTC. */
  clock: dateTime,
  screen: z.enum(SCREEN_STATES),
  printer: z.enum(PRINTER_STATES),
  /** Null if the till cannot find out. */
  disk_free_bytes: count.nullable(),
  journal_bytes: count,
  /** Sales and closed periods whose end the service does not have yet. */
  unsent: count,
  open_bills: count,
  /** Only of a till with a fiscal device. */
  fiscal: z.enum(FISCAL_STATES).optional(),
  /** Number of the Z report that the service does not take. Later ones wait with it. */
  close_waiting: z.int().min(1).optional(),
  /** Receipts that the service has refused and that no person has seen, if there are any (D-401). */
  receipts_refused: z.int().min(1).optional(),
});
export type TillStatus = z.output<typeof tillStatus>;
