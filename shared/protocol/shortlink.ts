import { z } from 'zod';
import { callbackUri, line, optional, prose, withDefault } from './basic.ts';
import { LIMITS } from './limits.ts';
import { splitScanPath } from './scan-path.ts';

const serialNumber = line(LIMITS.serialNumberMax).regex(
  /^[A-Za-z0-9-]+$/,
  'may only contain letters, digits and "-"',
);

/** Input of `POST /shortlink/` (D-149). Without an address its scans serve `shortlink_id:` only. */
export const shortlinkInput = z.object({
  callback_uri: optional(callbackUri),
  /** Of a printed sticker that the service has issued. */
  serial_number: optional(serialNumber),
  label: optional(prose(LIMITS.labelMax)),
});

/** Input of `PUT /shortlink/<id>/` (D-152): what is not given stays, an empty text removes. */
export const shortlinkUpdate = z.object({
  callback_uri: optional(callbackUri),
  label: optional(prose(LIMITS.labelMax)),
  is_active: optional(z.boolean()),
});

/** `GET /shortlink/<id>/` (D-151); `shortlink_value` is the text of the QR code. */
export const shortlinkOutput = z.object({
  id: z.string(),
  callback_uri: z.string().nullable(),
  serial_number: z.string().nullable(),
  shortlink_value: z.string(),
  is_active: z.boolean(),
  label: z.string().nullable(),
});

/** The object of `shortlink_scanned`: a token for its customer, and the rest of the scanned code. */
export const scanObject = z.object({ id: z.string(), argstring: z.string() });
export type ScanObject = z.infer<typeof scanObject>;

/** Query of `GET /shortlink/<id>/last_scan/` (D-157, an extension): how many seconds back. */
export const lastScanQuery = z.object({
  ttl: withDefault(
    z
      .string()
      .regex(/^\d{1,6}$/, 'must be a whole number of seconds')
      .transform(Number)
      .pipe(z.number().max(LIMITS.lastScanSecondsMax)),
    LIMITS.lastScanSecondsDefault,
  ),
});

/** The parts of a scanned code's path; null also for text that no event may carry. */
export function parseScanPath(path: string): ScanObject | null {
  const parts = splitScanPath(path);
  if (parts === null) return null;
  const { id, argstring } = parts;
  return scanTarget.safeParse({ shortlink: id, argstring }).success ? parts : null;
}

/** What a phone says that it has scanned: the id or the serial number, and the rest. */
export const scanTarget = z.object({
  shortlink: line(LIMITS.serialNumberMax),
  argstring: withDefault(
    prose(LIMITS.argstringMax).refine((text) => text.isWellFormed(), 'must be whole characters'),
    '',
  ),
});
