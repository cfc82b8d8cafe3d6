import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import {
  directionOf,
  type EveryLanguage,
  isolated,
  type Language,
  languageOfHeader,
} from '../../catalogue/language.ts';
import { pageHeaders } from './security-headers.ts';

const STYLE = [
  'body{margin:0;min-height:100vh;display:grid;place-items:center;background:#f3f1ec;color:#1c1b19;',
  'font:18px/1.5 system-ui,sans-serif}',
  'main{max-width:26rem;padding:2rem}h1{font-size:1.5rem;line-height:1.25}',
  '@media(prefers-color-scheme:dark){body{background:#1a1917;color:#f0eee9}}',
].join('');
const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** A few sentences in every language, for a case without a page. */
export type PlainWords = Readonly<
  Record<Language, { readonly title: string; readonly text: string }>
>;

/**
 * A page without scripts, in the language that the browser asks for with `Accept-Language`. The text is
 * the product's own: it contains nothing of the request.
 */
export function plainPage(words: PlainWords, accept: string | undefined): MadePage {
  const language = languageOfHeader(accept);
  const { title, text } = words[language];
  return {
    headers: {
      ...pageHeaders({ connect: [], style: STYLE_HASH }),
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'cache-control': 'no-store',
    },
    body:
      `<!doctype html><html lang="${language}" dir="${directionOf(language)}">` +
      '<head><meta charset="utf-8">' +
      '<meta name="viewport" content="width=device-width, initial-scale=1">' +
      `<title>${title}</title><style>${STYLE}</style></head>` +
      `<body><main><h1>${title}</h1><p>${text}</p></main></body></html>`,
  };
}

/** Answers a request with such a page. */
export function sendPlainPage(
  { headers: asked }: Pick<Request, 'headers'>,
  response: Response,
  status: number,
  words: PlainWords,
): void {
  sendPage(response, status, plainPage(words, asked['accept-language']));
}

/** A page that is made for one request. */
export type MadePage = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Answers a request with a page. */
export function sendPage(response: Response, status: number, { headers, body }: MadePage): void {
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
  de: {
    title: 'Dieser Code ist nicht in Gebrauch',
    text: 'Er ist gerade mit keiner Kasse verbunden. Fragen Sie das Personal, wie Sie bezahlen können.',
  },
  ar: {
    title: 'هذا الرمز غير مستخدم',
    text: 'إنه غير مرتبط بأي صندوق حاليًّا. اسأل الموظفين كيف يمكنك الدفع.',
  },
};

/** The command is isolated, so that its signs keep their order in a text from right to left. */
const BUILD: EveryLanguage = {
  en: 'Run “npm run build”, then start again.',
  nb: 'Kjør «npm run build», og start på nytt.',
  de: 'Führen Sie „npm run build“ aus, und starten Sie neu.',
  ar: `نفّذ الأمر ${isolated('npm run build')} ثم ابدأ من جديد.`,
};

/** Shown in place of pages that a clone of the repository has not built yet. */
export const PAGES_NOT_BUILT: Readonly<Record<'wallet' | 'portal', PlainWords>> = {
  wallet: {
    en: { title: 'The wallet pages are not built', text: BUILD.en },
    nb: { title: 'Lommeboksidene er ikke bygget', text: BUILD.nb },
    de: { title: 'Die Seiten der Wallet sind nicht gebaut', text: BUILD.de },
    ar: { title: 'لم تُبنَ صفحات المحفظة بعد', text: BUILD.ar },
  },
  portal: {
    en: { title: 'The pages of the merchant portal are not built', text: BUILD.en },
    nb: { title: 'Sidene til butikkportalen er ikke bygget', text: BUILD.nb },
    de: { title: 'Die Seiten des Händlerportals sind nicht gebaut', text: BUILD.de },
    ar: { title: 'لم تُبنَ صفحات بوابة التاجر بعد', text: BUILD.ar },
  },
};
