/** One line of a receipt before anyone draws it. */
export type ReceiptLine =
  | { readonly kind: 'text'; readonly text: string; readonly size: 'normal' | 'large' }
  /** Words at the left, an amount or a value at the right. */
  | {
      readonly kind: 'pair';
      readonly left: string;
      readonly right: string;
      readonly size: 'normal' | 'large';
    }
  | { readonly kind: 'rule' }
  | { readonly kind: 'space' };

/** What a receipt says, every amount and time already in the words of its reader. */
export type ReceiptContent = {
  readonly shop: {
    readonly name: string;
    readonly address: string | null;
    readonly organisation: string | null;
  };
  readonly items: readonly { readonly text: string; readonly amount: string }[];
  readonly total: { readonly label: string; readonly amount: string };
  /** Paid with, time, reference and so on. */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly foot: readonly string[];
};

/** Characters of a normal line; a large one has half as many. */
export const RECEIPT_COLUMNS = 36;

/** Lines beyond which a receipt is cut: nobody reads on, and a picture has its bounds. */
const LINES_MAX = 200;

/** Puts a receipt into lines that fit. Pure; the same content gives the same lines. */
export function receiptLines(content: ReceiptContent): readonly ReceiptLine[] {
  const { shop, items, total, facts, foot } = content;
  const lines: ReceiptLine[] = [
    ...text(shop.name, 'large'),
    ...(shop.address === null ? [] : text(shop.address)),
    ...(shop.organisation === null ? [] : text(shop.organisation)),
    { kind: 'rule' },
    ...items.flatMap((item) => pair(item.text, item.amount)),
    { kind: 'rule' },
    ...pair(total.label, total.amount, 'large'),
    { kind: 'space' },
    ...facts.flatMap((fact) => pair(fact.label, fact.value)),
    { kind: 'rule' },
    ...foot.flatMap((line) => text(line)),
  ];
  return lines.slice(0, LINES_MAX);
}

type Size = 'normal' | 'large';

function columns(size: Size): number {
  return size === 'large' ? RECEIPT_COLUMNS / 2 : RECEIPT_COLUMNS;
}

function text(words: string, size: Size = 'normal'): readonly ReceiptLine[] {
  return wrap(words, columns(size)).map((line) => ({ kind: 'text', text: line, size }));
}

/** The value stands beside the last line of its words, or below them when both do not fit. */
function pair(left: string, right: string, size: Size = 'normal'): readonly ReceiptLine[] {
  const width = columns(size);
  const value = right.slice(0, width);
  const room = width - value.length - 1;
  const words = wrap(left, width);
  const last = words.at(-1) ?? '';
  const fits = last.length <= room;
  const before = fits ? words.slice(0, -1) : words;
  return [
    ...before.map((line): ReceiptLine => ({ kind: 'text', text: line, size })),
    { kind: 'pair', left: fits ? last : '', right: value, size },
  ];
}

/** Breaks words between spaces; a word that is longer than a line is cut. */
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
