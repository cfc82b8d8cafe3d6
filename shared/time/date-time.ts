import type { Instant } from './clock.ts';

const PATTERN = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2}):(\d{2})Z?$/;

/** The wire form of a DateTime: UTC, `YYYY-MM-DD hh:mm:ss`, 24 hours (D-59). */
export function formatDateTime(at: Instant): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}

/** Reads a wire DateTime (also with `T` and `Z`, D-59); null when it is not one or not a real date. */
export function parseDateTime(text: string): Instant | null {
  const match = PATTERN.exec(text);
  if (!match) return null;
  const plain = `${match[1]}-${match[2]}-${match[3]} ${match[4]}:${match[5]}:${match[6]}`;
  const at = Date.parse(`${plain.replace(' ', 'T')}Z`);
  // A date such as 31 February rolls over; the round trip shows it.
  return Number.isFinite(at) && formatDateTime(at) === plain ? at : null;
}
