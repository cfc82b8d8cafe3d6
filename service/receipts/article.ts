import { type Html, html, NO_HTML } from '../../shared/node/openapi/markup.ts';
import type { ReceiptContent } from '../../shared/terminal/receipts/layout.ts';

type Pair = {
  readonly label: string;
  readonly value: string;
  readonly kind?: 'amount' | 'amount total';
};

const pairs = (rows: readonly Pair[]): Html =>
  rows.length === 0
    ? NO_HTML
    : html`<dl>${rows.map(({ label, value, kind = '' }) =>
        kind === 'amount total'
          ? html`<div class="total"><dt><bdi>${label}</bdi></dt><dd class="amount"><bdi>${value}</bdi></dd></div>`
          : html`<div><dt><bdi>${label}</bdi></dt><dd class="${kind}"><bdi>${value}</bdi></dd></div>`,
      )}</dl>`;

const lines = (texts: readonly (string | null)[]): readonly Html[] =>
  texts.flatMap((text) => (text === null ? [] : [html`<p>${text}</p>`]));

/** The parts of a receipt as HTML without a frame: of the page, and of an e-mail. */
export function receiptArticle(content: ReceiptContent): Html {
  const { shop, head = [], items, total, taxes = [], facts, foot, mark } = content;
  return html`<article>${mark === undefined ? NO_HTML : html`<p class="mark">${mark}</p>`}<header><h1>${
    shop.name
  }</h1>${lines([shop.address, shop.organisation, ...head])}</header>${pairs(
    items.map(({ text, amount }) => ({ label: text, value: amount, kind: 'amount' })),
  )}${pairs([
    { label: total.label, value: total.amount, kind: 'amount total' },
    ...taxes.map(({ label, value }): Pair => ({ label, value, kind: 'amount' })),
  ])}${pairs(facts)}<footer>${lines(foot)}</footer></article>`;
}
