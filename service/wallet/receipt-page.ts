import { createHash } from 'node:crypto';
import type { Request, Response, Router } from 'express';
import { directionOf } from '../../shared/catalogue/language.ts';
import { receiptContent } from '../../shared/documents/receipt.ts';
import { clientAddressOf, peerName } from '../../shared/node/http/client-address.ts';
import {
  type MadePage,
  type PlainWords,
  plainPage,
  sendPage,
} from '../../shared/node/http/plain-page.ts';
import { pageHeaders } from '../../shared/node/http/security-headers.ts';
import { html } from '../../shared/node/openapi/markup.ts';
import { LIMITS } from '../../shared/protocol/limits.ts';
import { type Clock, SECOND } from '../../shared/time/clock.ts';
import { RECEIPT_PATH } from '../receipts/address.ts';
import { receiptArticle } from '../receipts/article.ts';
import type { Receipts } from '../receipts/receipts.ts';
import type { ShownReceipt } from '../receipts/shown.ts';
import { createRateBound } from '../sign-in/rate-limit.ts';

/** The colours are those of the screens; paper is black on white whatever the theme is. */
const STYLE = [
  ':root{color-scheme:light dark;--counter:light-dark(#e5e7e4,#101411);--slip:light-dark(#fff,#242926);',
  '--ink:light-dark(#131915,#eff1ee);--ink-2:light-dark(#434a45,#bcbeba);--hair:light-dark(#cbcdc9,#3a3f3b)}',
  '*{box-sizing:border-box;margin:0}',
  'body{min-height:100vh;background:var(--counter);color:var(--ink);font:17px/1.42 system-ui,sans-serif;',
  'font-variant-numeric:tabular-nums lining-nums}',
  'main{width:min(100% - 24px,27rem);margin-inline:auto;padding:24px 0}',
  'article{padding:24px;background:var(--slip);overflow-wrap:break-word}',
  'h1{font-size:1.5rem;line-height:1.2}header p,footer p,.mark{color:var(--ink-2)}.mark{font-weight:700}',
  'dl{padding:12px 0;border-top:1px solid var(--hair)}header{padding-bottom:12px}',
  'dl div{display:flex;justify-content:space-between;gap:16px;padding:2px 0}',
  'dt{min-width:35%;white-space:pre-wrap}dd{text-align:end;min-width:0;overflow-wrap:anywhere}',
  'dd.amount{white-space:nowrap;flex:none}.total{font-size:1.375rem;font-weight:700}',
  'footer{padding-top:12px;border-top:1px solid var(--hair)}',
  '@media print{:root{color-scheme:light;--counter:#fff}main{width:100%;padding:0}article{padding:0}',
  'dl div{break-inside:avoid}}',
].join('');
const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** No copy stays anywhere, and no search engine or other site learns the address. */
const PRIVATE = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' } as const;

/** A receipt as a page without scripts, in the receipt's language. All text is escaped. */
export function receiptPage({ shown }: ShownReceipt): MadePage {
  const { language, number } = shown;
  const content = receiptContent(shown);
  const title = `${content.shop.name} – ${number}`;
  const head = html`<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow"><title>${title}</title>`;
  return {
    headers: {
      ...pageHeaders({ connect: [], style: STYLE_HASH }),
      ...PRIVATE,
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
    },
    body:
      `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head>${head.text}` +
      `<style>${STYLE}</style></head><body><main>${receiptArticle(content).text}</main></body></html>`,
  };
}

/** The same page for a code that nobody has, that was removed, or that is no code. */
const NO_RECEIPT: PlainWords = {
  en: {
    title: 'There is no receipt here',
    text: 'The shop may not have sent it yet: try again in a few minutes. Old receipts are removed.',
  },
  nb: {
    title: 'Her er det ingen kvittering',
    text: 'Kanskje har ikke butikken sendt den ennå: prøv igjen om noen minutter. Gamle kvitteringer blir slettet.',
  },
  de: {
    title: 'Hier ist kein Beleg',
    text: 'Vielleicht hat das Geschäft ihn noch nicht gesendet: Versuchen Sie es in einigen Minuten noch einmal. Alte Belege werden gelöscht.',
  },
  ar: {
    title: 'لا يوجد إيصال هنا',
    text: 'ربما لم يرسله المتجر بعد: حاول مرة أخرى بعد بضع دقائق. تُحذف الإيصالات القديمة.',
  },
};

const TOO_MANY: PlainWords = {
  en: { title: 'Too many receipts', text: 'Wait ten minutes, then open the address again.' },
  nb: { title: 'For mange kvitteringer', text: 'Vent ti minutter, og åpne adressen igjen.' },
  de: {
    title: 'Zu viele Belege',
    text: 'Warten Sie zehn Minuten, und öffnen Sie die Adresse noch einmal.',
  },
  ar: { title: 'عدد كبير جدًّا من الإيصالات', text: 'انتظر عشر دقائق ثم افتح العنوان من جديد.' },
};

/** Serves `/re/<code>`: the receipt of whoever has its code (D-361). */
export function mountReceiptPage(
  router: Router,
  { receipts, clock }: { readonly receipts: Pick<Receipts, 'open'>; readonly clock: Clock },
): void {
  const { receiptPagesMax, receiptPagesWindow, receiptPagesEntries } = LIMITS;
  const bound = createRateBound(clock, receiptPagesMax, receiptPagesWindow, receiptPagesEntries);

  router.get(`${RECEIPT_PATH}:code`, async (request: Request, response: Response) => {
    const accept = request.headers['accept-language'];
    const hidden = ({ headers, body }: MadePage, more: MadePage['headers'] = {}) => {
      return { headers: { ...headers, ...PRIVATE, ...more }, body };
    };
    const wait = bound.take(peerName(clientAddressOf(request)));
    if (wait > 0) {
      const retry = { 'retry-after': String(Math.ceil(wait / SECOND)) };
      sendPage(response, 429, hidden(plainPage(TOO_MANY, accept), retry));
      return;
    }
    const receipt = await receipts.open(String(request.params.code ?? ''));
    if (receipt === null) sendPage(response, 404, hidden(plainPage(NO_RECEIPT, accept)));
    else sendPage(response, 200, receiptPage(receipt));
  });
}
