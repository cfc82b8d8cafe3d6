import type { CodePageName } from './code-pages.ts';

/** Characters of a normal line: 32 on a roll of 58 mm, 42 or 48 on one of 80 mm. */
export const COLUMNS = [32, 42, 48] as const;
export type Columns = (typeof COLUMNS)[number];

/** What a receipt printer is like, as far as the bytes for it depend on that. */
export type PrinterForm = {
  readonly columns: Columns;
  readonly codePage: CodePageName;
  /** Its maker's own number of that page, where it is not the usual one. */
  readonly codePageNumber?: number;
  readonly cut: 'partial' | 'full' | 'none';
  /** Whether the cash drawer at the printer is opened with an original receipt. */
  readonly drawer: 'opened' | 'left_shut';
};
