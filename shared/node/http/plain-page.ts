import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { pageHeaders } from './security-headers.ts';

const STYLE = [
  'body{margin:0;min-height:100vh;display:grid;place-items:center;background:#f3f1ec;color:#1c1b19;',
  'font:18px/1.5 system-ui,sans-serif}',
  'main{max-width:26rem;padding:2rem}h1{font-size:1.5rem;line-height:1.25}p+h1{margin-top:2.5rem}',
  '@media(prefers-color-scheme:dark){body{background:#1a1917;color:#f0eee9}}',
].join('');
const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** A few sentences in both languages, for a case without a page. */
export type PlainWords = {
  readonly en: { readonly title: string; readonly text: string };
  readonly nb: { readonly title: string; readonly text: string };
};

/** A page without scripts. The text is the product's own: it contains nothing of the request. */
export function plainPage(words: PlainWords): {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
} {
  const part = (lang: 'en' | 'nb') =>
    `<section lang="${lang}"><h1>${words[lang].title}</h1><p>${words[lang].text}</p></section>`;
  return {
    headers: {
      ...pageHeaders({ connect: [], style: STYLE_HASH }),
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    },
    body:
      '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
      '<meta name="viewport" content="width=device-width, initial-scale=1">' +
      `<title>${words.en.title}</title><style>${STYLE}</style></head>` +
      `<body><main>${part('en')}${part('nb')}</main></body></html>`,
  };
}

/** Sends such a page. */
export function sendPlainPage(response: Response, status: number, words: PlainWords): void {
  const { headers, body } = plainPage(words);
  response.status(status).set(headers).send(body);
}

export const CODE_NOT_IN_USE: PlainWords = {
  en: {
    title: 'This code is not in use',
    text: 'It is not connected to a till right now. Ask the staff how to pay.',
  },
  nb: {
    title: 'Denne koden er ikke i bruk',
    text: 'Den er ikke koblet til en kasse akkurat nå. Spør de ansatte hvordan du kan betale.',
  },
};

const BUILD = {
  en: 'Run “npm run build”, then start again.',
  nb: 'Kjør «npm run build», og start på nytt.',
};

/** Shown in place of pages that a clone of the repository has not built yet. */
export const PAGES_NOT_BUILT: Readonly<Record<'wallet' | 'portal', PlainWords>> = {
  wallet: {
    en: { title: 'The wallet pages are not built', text: BUILD.en },
    nb: { title: 'Lommeboksidene er ikke bygget', text: BUILD.nb },
  },
  portal: {
    en: { title: 'The pages of the merchant portal are not built', text: BUILD.en },
    nb: { title: 'Sidene til butikkportalen er ikke bygget', text: BUILD.nb },
  },
};
