import { z } from 'zod';
import { withoutTurns } from '../../shared/protocol/basic.ts';
import { readBoundedJson } from '../../shared/protocol/bounded-json.ts';

/** The reply of a scan's receiver for the customer who scanned (D-139). */
const scanAnswer = z.object({
  text: z.string().overwrite(withoutTurns).max(1_000).nullish(),
  uri: z.string().max(2_000).nullish(),
  next: z.unknown().optional(),
});

export type ScanAnswer = {
  readonly text: string | null;
  readonly uri: string | null;
  /** A JSON action, for apps that support it. */
  readonly next: unknown;
};

/** Reads the reply to a scan; null when it is not a JSON object, which is not an error (D-139). */
export function readScanAnswer(
  contentType: string | undefined,
  bytes: Uint8Array,
): ScanAnswer | null {
  // Receivers often omit the type; a body with another type is not a reply.
  const other = contentType !== undefined && !/[/+]json\b|^text\/plain\b/i.test(contentType);
  if (other || bytes.length === 0) return null;
  return parseScanAnswer(Buffer.from(bytes).toString());
}

/** Reads the reply from the text in the delivery log. */
export function parseScanAnswer(text: string): ScanAnswer | null {
  const json = readBoundedJson(text);
  if (!json.ok) return null;
  const read = scanAnswer.safeParse(json.value);
  if (!read.success) return null;
  const { text: words, uri, next } = read.data;
  return { text: words ?? null, uri: uri ?? null, next: next ?? null };
}
