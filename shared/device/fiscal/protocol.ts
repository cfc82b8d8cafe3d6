import { z } from 'zod';

/*
 * The messages between a till and a fiscal device (docs/guides/fiscal-device.md): one JSON object on each line, an
 * answer for each request. A transaction has an id of the till, so a repeat after a lost answer does nothing twice.
 */

/** Bytes of a line without its end. */
export const FISCAL_LINE_MAX = 16_384;

/** What is signed. Amounts in minor units. */
export type FiscalReceipt = {
  readonly kind: 'receipt' | 'refund';
  /** The till's gapless number. */
  readonly number: number;
  readonly at: string;
  readonly currency: string;
  /** What moved, with tip and rounding. */
  readonly total: number;
  readonly method: 'phone' | 'cash' | 'other';
  readonly vat: readonly {
    readonly rate: string | null;
    readonly total: number;
    readonly vat: number;
  }[];
};

export type FiscalOrder =
  | { readonly do: 'start'; readonly transaction: string }
  | { readonly do: 'finish'; readonly transaction: string; readonly receipt: FiscalReceipt }
  | { readonly do: 'cancel'; readonly transaction: string }
  /** Asks for the serial number and the open transactions of this till. */
  | { readonly do: 'status' };

/** `till` is the id of the till at the device. */
export type FiscalRequest = { readonly till: string } & FiscalOrder;

const number = z.int().nonnegative();
const text = z.string().max(4_000);

/** The answers: `unknown` means that the device has no such transaction. */
export const fiscalAnswer = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    number: number.optional(),
    signature: text.min(1).optional(),
    time: z.string().max(64).optional(),
    device: z.string().min(1).max(64).optional(),
    open: z.array(z.string().max(128)).max(1_000).optional(),
  }),
  z.object({ ok: z.literal(false), why: z.enum(['full', 'unknown', 'refused']) }),
]);
export type FiscalAnswer = z.infer<typeof fiscalAnswer>;

export const fiscalLine = (request: FiscalRequest) => `${JSON.stringify(request)}\n`;

/** Reads the line of a device; null for anything else. */
export function readFiscalAnswer(line: string): FiscalAnswer | null {
  try {
    return fiscalAnswer.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
