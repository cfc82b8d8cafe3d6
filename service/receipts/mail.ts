import { createHash } from 'node:crypto';
import { directionOf } from '../../shared/catalogue/language.ts';
import type { WrittenContent } from '../../shared/documents/content.ts';
import { receiptContent } from '../../shared/documents/receipt.ts';
import { DOCUMENT_WORDS } from '../../shared/documents/words.ts';
import { html } from '../../shared/node/openapi/markup.ts';
import type { DueEmail } from '../store/receipt-store.ts';
import { receiptArticle } from './article.ts';
import type { ShownReceipt } from './shown.ts';

/** One e-mail to one customer. Its only link is that of the receipt's own page (D-447). */
export type Mail = {
  /** A repeat has the same id, by which a mail server can recognise it. */
  readonly id: string;
  readonly to: string;
  /** Name of the sender. */
  readonly sender: string;
  readonly language: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/**
 * What became of one attempt. `refused`: the mail server does not take this e-mail, and never will. `failed`: it does not
 * take this e-mail now, and another attempt may succeed. `down`: it takes no e-mail at all, or did not answer before it
 * had this one. `unknown`: it has the whole e-mail and has not said whether it takes it. The problem never has the
 * address.
 */
export type MailResult =
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused' | 'failed' | 'down' | 'unknown'; readonly problem: string };

/** What one attempt says to the transport, and hears from it. */
export type MailAttempt = {
  /** Ends the connection, whatever was sent. */
  readonly cut: AbortSignal;
  /** Called before the end of the e-mail is sent: from now on the result may be unknown. */
  readonly handed: () => void;
};

/** The way to a mail server. `send` does not reject. */
export interface MailTransport {
  send(mail: Mail, attempt: MailAttempt): Promise<MailResult>;
}

/** The e-mail of a receipt: the rows of its page, as text and as HTML, in the receipt's language (D-362). Pure. */
export function receiptMail(
  { shown }: ShownReceipt,
  { hash, id, address: to }: Pick<DueEmail, 'hash' | 'id' | 'address'>,
  address: string,
): Mail {
  const { language, kind, number } = shown;
  const content = receiptContent(shown);
  const words = DOCUMENT_WORDS[language];
  const sender = content.shop.name;
  const name = kind === 'sale' ? words.receipt : words[kind];
  const subject = `${name} ${number} – ${sender}`;
  return {
    id: createHash('sha256').update(`${hash}/${id}`).digest('hex').slice(0, 32),
    to,
    sender,
    language,
    subject,
    text: textOf(content, address),
    html:
      `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">` +
      html`<title>${subject}</title>`.text +
      `<style>${STYLE}</style></head><body>${receiptArticle(content).text}` +
      `${html`<p><a href="${address}">${address}</a></p>`.text}</body></html>`,
  };
}

/** For a reader of e-mails: each row stays readable where the style is removed. */
const STYLE = [
  'body{max-width:27rem;margin:0 auto;padding:16px;font:16px/1.4 system-ui,sans-serif}',
  'h1{font-size:1.4rem;margin:0}p{margin:0}dl{margin:12px 0}dl div{display:flex;justify-content:space-between}',
  'dd{margin:0 16px;text-align:end}.total,.mark{font-weight:700}a{overflow-wrap:anywhere}',
].join('');

function textOf(content: WrittenContent, address: string): string {
  const { mark, shop, head = [], items, total, taxes = [], facts, foot } = content;
  const row = ({ label, value }: WrittenContent['total']) => `${label}  ${value}`;
  const blocks: readonly (readonly (string | null | undefined)[])[] = [
    [mark, shop.name, shop.address, shop.organisation, ...head],
    items.map(row),
    [row(total), ...taxes.map(row)],
    facts.map(row),
    foot,
    [address],
  ];
  const texts = blocks.map((block) => block.filter((line) => line != null).join('\n'));
  return `${texts.filter(Boolean).join('\n\n')}\n`;
}
