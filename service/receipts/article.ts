import type { WrittenContent } from '../../shared/documents/content.ts';
import { type Html, html, NO_HTML } from '../../shared/node/openapi/markup.ts';

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
  texts.flatMap((text) => (text === null ? [] : [html`<p><bdi>${text}</bdi></p>`]));

/** The parts of a receipt as HTML without a frame: of the page, and of an e-mail. */
export function receiptArticle(content: WrittenContent): Html {
  const { shop, head = [], items, total, taxes = [], facts, foot, mark } = content;
  return html`<article>${mark === undefined ? NO_HTML : html`<p class="mark">${mark}</p>`}<header><h1><bdi>${
    shop.name
  }</bdi></h1>${lines([shop.address, shop.organisation, ...head])}</header>${pairs(
    items.map((row): Pair => ({ ...row, kind: 'amount' })),
  )}${pairs([
    { ...total, kind: 'amount total' },
    ...taxes.map((row): Pair => ({ ...row, kind: 'amount' })),
  ])}${pairs(facts)}<footer>${lines(foot)}</footer></article>`;
}
