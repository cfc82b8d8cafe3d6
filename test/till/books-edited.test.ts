import { expect, it } from 'vitest';
import { hashOf } from '../../main/host/books/book-files.ts';
import type { BookEntry } from '../../shared/books/entry.ts';
import { sealedText } from '../../shared/books/next-entry.ts';
import { goods } from './bills-world.ts';
import { type BooksWorld, booksWorld } from './books-world.ts';

/* Somebody edits the files of a till's books while the till is off. */

async function sell(world: BooksWorld, bill: string): Promise<void> {
  await world.order(bill, goods('Bun', 2_000));
  await world.pay(bill, 2_000);
}

/** A till with a closed period and three cash sales after it. */
async function tillWithSales(): Promise<BooksWorld> {
  const world = await booksWorld();
  await sell(world, 'a');
  await world.close([[2_000, 1]]);
  for (const bill of ['b', 'c', 'd']) await sell(world, bill);
  return world;
}

/** Starts the till again with other lines in the file of the open period. */
async function withLines(
  edit: (entries: readonly BookEntry[]) => readonly BookEntry[],
): Promise<BooksWorld> {
  const world = await tillWithSales();
  const lines = world.disk.texts.get(2)?.trimEnd().split('\n') ?? [];
  const edited = edit(lines.map((line) => JSON.parse(line)));
  world.disk.texts.set(2, edited.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  return world.restart();
}

const cheaper = (entry: BookEntry): BookEntry => {
  if (entry.fact.kind !== 'receipt') throw new Error('no receipt');
  return { ...entry, fact: { ...entry.fact, by: 'somebody else' } };
};
const sealed = (entry: BookEntry): BookEntry => ({ ...entry, hash: hashOf(sealedText(entry)) });

it.each([
  [
    'is changed',
    ([first, ...rest]: readonly BookEntry[]) => (first ? [cheaper(first), ...rest] : []),
  ],
  [
    'is changed with its hash',
    ([first, ...rest]: readonly BookEntry[]) => (first ? [sealed(cheaper(first)), ...rest] : []),
  ],
  [
    'is removed between others',
    ([first, , last]: readonly BookEntry[]) => (first && last ? [first, last] : []),
  ],
  ['is removed before all others', ([, ...rest]: readonly BookEntry[]) => rest],
])('a till says at its start that its books were edited if an entry %s', async (_, edit) => {
  const world = await withLines(edit);
  expect(world.host.view().state).toBe('damaged');
  // It goes on selling. A sale that was taken away is booked again, because the journal has it.
  await sell(world, 'e');
  const sold = world.entries().filter(({ receipt }) => receipt !== null);
  expect(new Set(sold.map(({ fact }) => fact.id)).size).toBe(5);
  expect(new Set(sold.map(({ receipt }) => receipt)).size).toBe(sold.length);
});

it('a till whose books were left as they are says nothing', async () => {
  const world = await withLines((entries) => entries);
  expect(world.host.view().state).toBe('ok');
});
