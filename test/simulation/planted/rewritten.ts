import { createHash } from 'node:crypto';
import type { PlacedLine } from '../../../main/host/books/verify-books.ts';
import { NO_BOOKS, reduceBooks, reportOf } from '../../../shared/books/books.ts';
import type { BookEntry, BookFact } from '../../../shared/books/entry.ts';
import { BOOKS_KEY } from '../../support/books.ts';
import type { AlterFacts } from '../till.ts';

/**
 * The books that a till with a bug would have written: other facts in a chain that is whole, with the reports that they add
 * up to. So only somebody who compares them with something else sees the bug.
 */
export function rewritten(lines: readonly PlacedLine[], alter: AlterFacts): readonly PlacedLine[] {
  const written: PlacedLine[] = [];
  const before: BookFact[] = [];
  let [books, previous, receipts] = [NO_BOOKS, '0'.repeat(64), 0];
  for (const line of lines) {
    const entry: BookEntry = JSON.parse(line.text);
    const altered = alter(entry.fact, before);
    before.push(entry.fact);
    if (altered === null) continue;
    const report = altered.kind === 'close' ? reportOf(books, altered.at) : null;
    const fact = altered.kind === 'close' && report !== null ? { ...altered, report } : altered;
    if (entry.receipt !== null) receipts += 1;
    const core = {
      v: 1 as const,
      entry: written.length + 1,
      receipt: entry.receipt === null ? null : receipts,
      day: entry.day,
      fact,
      previous,
    };
    const hash = createHash('sha256').update(JSON.stringify(core)).digest('hex');
    const signature = fact.kind === 'close' ? BOOKS_KEY.sign(hash) : null;
    const made: BookEntry = { ...core, hash, signature };
    books = reduceBooks(books, made);
    previous = hash;
    written.push({ ...line, text: JSON.stringify(made) });
  }
  return written;
}
