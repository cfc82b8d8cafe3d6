import type { WrittenContent } from './content.ts';

/** One line of a document before anyone draws it. */
export type ReceiptLine =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly size: 'normal' | 'large';
      /** In the middle when left out. */
      readonly align?: 'left';
    }
  /** Words at the left, an amount or a value at the right. */
  | {
      readonly kind: 'pair';
      readonly left: string;
      readonly right: string;
      readonly size: 'normal' | 'large';
    }
  | { readonly kind: 'rule' }
  | { readonly kind: 'space' };

/** Characters of a normal line; a large one has half as many. */
export const RECEIPT_COLUMNS = 36;

/** Lines of goods beyond which a receipt's picture leaves the others out: it has its bounds. */
export const LINES_MAX = 200;
/** The same on a roll, which has room for the longest basket there can be. */
export const PAPER_LINES_MAX = 600;

/**
 * Puts a document into lines of at most `columns` characters. An amount is never broken: one that
 * does not fit in large figures is printed in normal ones. Of more than `most` lines of goods the
 * last are left out and three dots say so; the total and all below it are never cut. Pure.
 */
export function receiptLines(
  content: WrittenContent,
  columns = RECEIPT_COLUMNS,
  most = LINES_MAX,
): readonly ReceiptLine[] {
  const { shop, items, total, facts, foot, mark } = content;
  const { head = [], taxes = [], changes = [], sections = [] } = content;
  const { text, pair } = layOut(columns);
  const goods = items.flatMap((item) => pair(item.label, item.value));
  return [
    ...(mark === undefined ? [] : text(mark, 'large')),
    ...text(shop.name, 'large'),
    ...(shop.address === null ? [] : text(shop.address)),
    ...(shop.organisation === null ? [] : text(shop.organisation)),
    ...head.flatMap((line) => text(line)),
    { kind: 'rule' },
    ...(goods.length > most ? [...goods.slice(0, most - 1), ...text('...')] : goods),
    { kind: 'rule' },
    ...pair(total.label, total.value, 'large'),
    ...taxes.flatMap((tax) => pair(tax.label, tax.value)),
    ...changes.flatMap((change) => pair(change.label, change.value)),
    ...sections.flatMap(({ head, rows, total: sum }): readonly ReceiptLine[] => [
      { kind: 'rule' },
      ...(head === null ? [] : text(head)),
      ...rows.flatMap((row) => pair(row.label, row.value)),
      ...(sum === null ? [] : pair(sum.label, sum.value, 'large')),
    ]),
    { kind: 'space' },
    ...facts.flatMap((fact) => pair(fact.label, fact.value)),
    { kind: 'rule' },
    ...foot.flatMap((line) => text(line)),
  ];
}

type Size = 'normal' | 'large';

function layOut(columns: number) {
  const widthOf = (size: Size) => (size === 'large' ? Math.floor(columns / 2) : columns);

  function text(words: string, size: Size = 'normal'): readonly ReceiptLine[] {
    return wrap(words, widthOf(size)).map((line) => ({ kind: 'text', text: line, size }));
  }

  /** Puts the value on the last line of its label, or below if both do not fit. */
  function pair(left: string, right: string, wish: Size = 'normal'): readonly ReceiptLine[] {
    const size = right.length <= widthOf(wish) ? wish : 'normal';
    const width = widthOf(size);
    const [value = '', ...more] = pieces(right, width);
    // Wrapped lines keep the indent of their text.
    const indent = /^ {0,4}/.exec(left)?.[0] ?? '';
    const words = wrap(left, width - indent.length).map((line) => indent + line);
    const last = words.at(-1) ?? '';
    const fits = last.length <= width - value.length - 1;
    const before = fits ? words.slice(0, -1) : words;
    return [
      ...before.map((line): ReceiptLine => ({ kind: 'text', text: line, size, align: 'left' })),
      { kind: 'pair', left: fits ? last : '', right: value, size },
      ...more.map((rest): ReceiptLine => ({ kind: 'pair', left: '', right: rest, size })),
    ];
  }

  return { text, pair };
}

/** Wraps text at spaces; cuts a word that is longer than a line. */
function wrap(words: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words.split(/\s+/).flatMap((one) => pieces(one, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= width) {
      line = longer;
      continue;
    }
    lines.push(line);
    line = word;
  }
  return [...lines, line];
}

function pieces(word: string, width: number): readonly string[] {
  return word.length <= width ? [word] : (word.match(new RegExp(`.{1,${width}}`, 'gu')) ?? []);
}
