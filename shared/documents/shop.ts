import type { DocumentContent } from './content.ts';
import type { DocumentWords } from './words.ts';

/** What a document's head says of the shop, as its reader can see it. */
export type DocumentShop = {
  readonly name: string;
  readonly address: string | null;
  readonly organisationNumber: string | null;
};

/** The head of a document; the number of the organisation has its word. */
export function organisationOf(
  { name, address, organisationNumber }: DocumentShop,
  words: Pick<DocumentWords, 'organisation'>,
): DocumentContent['shop'] {
  const organisation =
    organisationNumber === null ? null : `${words.organisation} ${organisationNumber}`;
  return { name, address, organisation };
}

/** The label of a row that adds up several: `Cash x 3`. */
export const counted = (label: string, count: number) => `${label} x ${count}`;
