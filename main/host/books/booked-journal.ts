import type { Journal } from '../../../shared/terminal/engine/journal.ts';
import type { TillBooks } from './till-books.ts';

/** A journal whose records are booked before their writer goes on. What cannot be booked now is booked later. */
export function bookedJournal(journal: Journal, books: Pick<TillBooks, 'follow'> | null): Journal {
  if (books === null) return journal;
  const book = books.follow(journal.records);
  return {
    ...journal,
    async append(record) {
      const written = await journal.append(record);
      if (written.ok) await book(record);
      return written;
    },
  };
}
