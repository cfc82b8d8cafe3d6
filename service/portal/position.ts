import type { Instant } from '../../shared/time/clock.ts';

/** A position in a list sorted by time, as encoded in `after` and `next`. */
export type Position = { readonly created: Instant; readonly id: string };

export function writePosition({ created, id }: Position): string {
  return `${created}.${id}`;
}

/** Null for an invalid position: the list then begins at its start. */
export function readPosition(text: string | null): Position | null {
  const match = /^(\d{1,15})\.([\w-]{1,64})$/.exec(text ?? '');
  return match === null ? null : { created: Number(match[1]), id: match[2] ?? '' };
}
