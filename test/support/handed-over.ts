import type { BookEntry } from '../../shared/books/entry.ts';
import { handOver } from '../../shared/books/hand-over.ts';
import type { PeriodInput } from '../../shared/protocol/period.ts';
import { sealed } from './random-books.ts';

/** The closed periods of books as a till hands them over, by number from 1. */
export function handedOver(entries: readonly BookEntry[]): readonly PeriodInput[] {
  const made: PeriodInput[] = [];
  let period: BookEntry[] = [];
  for (const entry of entries) {
    period.push(entry);
    if (entry.fact.kind !== 'close') continue;
    const input = handOver(period, { ...entry, fact: entry.fact }, sealed);
    if (input !== null) made.push(input);
    period = [];
  }
  return made;
}
