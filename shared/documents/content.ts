import type { Format } from '../format/format.ts';
import type { MoneyInteger } from '../money/money.ts';

/*
 * What a document says, before anyone draws it. A receipt and a report are made once, and paper, picture, page, e-mail,
 * till and portal only place the rows (D-520).
 */

/** An amount in minor units of its currency. */
export type Money = { readonly amount: MoneyInteger; readonly currency: string };

/** What stands at the end of a row: money, or a text such as a number, a name or a time. Empty if there is nothing. */
export type Figure = Money | string;

/** A row of a document. Leading spaces of the label say that it belongs to the row above. */
export type Row<F = Figure> = { readonly label: string; readonly value: F };

/** Rows under a head, and their sum if they have one. */
export type Section<F = Figure> = {
  readonly head: string | null;
  readonly rows: readonly Row<F>[];
  readonly total: Row<F> | null;
};

/** The content of a receipt or a report, with all words and texts in the reader's language. */
export type DocumentContent<F = Figure> = {
  /** Stands above everything: a copy, a refund, the name of a report. */
  readonly mark?: string;
  readonly shop: {
    readonly name: string;
    readonly address: string | null;
    readonly organisation: string | null;
  };
  /** Texts below the shop. */
  readonly head?: readonly string[];
  readonly items: readonly Row<F>[];
  readonly total: Row<F>;
  /** The tax in the total, one row for each rate. */
  readonly taxes?: readonly Row<F>[];
  /** What has happened to the money since: refunded. */
  readonly changes?: readonly Row<F>[];
  /** Further rows below the total. */
  readonly sections?: readonly Section<F>[];
  /** Paid with, time, reference and so on. */
  readonly facts: readonly Row<F>[];
  readonly foot: readonly string[];
};

/** A document whose figures are texts too. */
export type WrittenContent = DocumentContent<string>;

/** The same document with other texts and other figures. */
export function mapContent<F, G>(
  content: DocumentContent<F>,
  say: (text: string) => string,
  figure: (value: F) => G,
): DocumentContent<G> {
  const { shop, head, items, total, taxes, changes, sections, facts, foot, mark } = content;
  const sayOr = (text: string | null) => (text === null ? null : say(text));
  const row = ({ label, value }: Row<F>): Row<G> => ({ label: say(label), value: figure(value) });
  return {
    ...(mark === undefined ? {} : { mark: say(mark) }),
    shop: {
      name: say(shop.name),
      address: sayOr(shop.address),
      organisation: sayOr(shop.organisation),
    },
    ...(head === undefined ? {} : { head: head.map(say) }),
    items: items.map(row),
    total: row(total),
    ...(taxes === undefined ? {} : { taxes: taxes.map(row) }),
    ...(changes === undefined ? {} : { changes: changes.map(row) }),
    ...(sections === undefined
      ? {}
      : {
          sections: sections.map((one) => ({
            head: sayOr(one.head),
            rows: one.rows.map(row),
            total: one.total === null ? null : row(one.total),
          })),
        }),
    facts: facts.map(row),
    foot: foot.map(say),
  };
}

/** The document with every amount as its reader writes it. */
export function written(
  content: DocumentContent,
  { amount }: Pick<Format, 'amount'>,
): WrittenContent {
  return mapContent(
    content,
    (text) => text,
    (value) => (typeof value === 'string' ? value : amount(value.amount, value.currency)),
  );
}
