import { type Amount, type Rate, sum } from './exact.ts';
import { shownAmount, shownRate } from './shown-amount.ts';

/*
 * A receipt as its customer has it: the text and the HTML of the e-mail, and the rows on paper. The reader takes the rows
 * from what is written, with the English words.
 */

/** The rows of a receipt from above: what it says at the left, and the amount at the right. */
export type Row = { readonly label: string; readonly value: string };

export type ShownReceipt = {
  /** The sum of all rows above the total. */
  readonly items: Amount;
  readonly total: Amount;
  readonly taxes: ReadonlyMap<Rate, Amount>;
  readonly tip: Amount;
  readonly rounding: Amount;
  readonly received: Amount | null;
  readonly change: Amount | null;
  readonly number: string;
};

/** The text of an e-mail: a row has two spaces before its amount. */
export function rowsOfText(text: string): readonly Row[] {
  return text.split('\n').map((line) => {
    const at = line.lastIndexOf('  ');
    return at < 0
      ? { label: line, value: '' }
      : { label: line.slice(0, at), value: line.slice(at + 2) };
  });
}

/** The rows of its HTML: terms with their descriptions, and paragraphs. */
export function rowsOfHtml(html: string): readonly Row[] {
  const plain = (text: string) =>
    text
      .replace(/<[^>]*>/g, '')
      .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
  const found = html.matchAll(/<dt>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>|<p[^>]*>(.*?)<\/p>/gs);
  return [...found].map(([, label, value, paragraph]) =>
    paragraph === undefined
      ? { label: plain(label ?? ''), value: plain(value ?? '') }
      : { label: plain(paragraph), value: '' },
  );
}

/** What the rows say. */
export function readRows(rows: readonly Row[], decimals: number): ShownReceipt {
  const at = rows.findIndex(({ label }) => label === 'Total');
  const total = rows[at];
  if (total === undefined) throw new Error('a receipt without a total');
  const money = (value: string) => shownAmount(value, decimals);
  const above = rows.slice(0, at).filter(({ value }) => value !== '');
  const below = rows.slice(at + 1);
  const named = (name: string, among = rows) => among.find(({ label }) => label === name)?.value;
  const amountOf = (name: string) => {
    const value = named(name, above);
    return value === undefined ? 0n : money(value);
  };
  const or = (value: string | undefined) => (value === undefined ? null : money(value));
  const foot = rows.find(
    ({ label, value }) => value === '' && /^(?:Receipt|Refund|Deposit payout) \S+$/.test(label),
  );
  return {
    items: sum(above.map(({ value }) => money(value))),
    total: money(total.value),
    taxes: new Map(
      below.flatMap(({ label, value }) =>
        label.startsWith('incl. VAT ') ? [[shownRate(label), money(value)] as const] : [],
      ),
    ),
    tip: amountOf('Tip') + amountOf('Extra amount'),
    rounding: amountOf('Cash rounding'),
    received: or(named('Cash received', below)),
    change: or(named('Change', below)),
    number: foot?.label.split(' ').at(-1) ?? '',
  };
}
