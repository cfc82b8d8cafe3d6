import type { Response } from 'express';
import { type Language, supported } from '../../shared/catalogue/language.ts';
import { pageHeaders } from '../../shared/node/http/security-headers.ts';
import { PAGE_STYLE, PAGE_STYLE_HASH } from './page-style.ts';

/** The language of a page: the first of the browser's list that the product has, else English. */
export function languageOf(accept: string | undefined): Language {
  for (const entry of (accept ?? '').slice(0, ACCEPT_MAX).split(',')) {
    const language = supported(entry.split(';')[0]?.trim() ?? '');
    if (language !== null) return language;
  }
  return 'en';
}

/** Characters of `Accept-Language` that are read. */
const ACCEPT_MAX = 256;

/** Escapes text for a page. */
export function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '');
}

/**
 * Sends a page with forms and without scripts. `sendsTo` is an address that its form may redirect
 * to in addition to the service's own, because browsers apply the page's policy to the redirect
 * after a form too.
 */
export function sendFormPage(
  response: Response,
  page: {
    readonly status: number;
    readonly language: Language;
    readonly title: string;
    /** HTML; its author has escaped all input from outside. */
    readonly body: string;
    readonly sendsTo?: string;
  },
): void {
  const { status, language, title, body, sendsTo } = page;
  const headers = pageHeaders(["'none'"], PAGE_STYLE_HASH);
  const target = sendsTo === undefined ? '' : ` ${sourceOf(sendsTo)}`;
  const policy = (headers['content-security-policy'] ?? '').replace(
    "form-action 'none'",
    `form-action 'self'${target}`,
  );
  response
    .status(status)
    .set({ ...headers, 'content-security-policy': policy })
    .set({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .send(
      `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">` +
        '<head><meta charset="utf-8">' +
        '<meta name="viewport" content="width=device-width, initial-scale=1">' +
        `<title>${escaped(title)}</title><style>${PAGE_STYLE}</style></head>` +
        `<body><main><h1>${escaped(title)}</h1>${body}</main></body></html>`,
    );
}

/** An address as a source of the policy: its origin, or its scheme if it has no origin. */
function sourceOf(uri: string): string {
  const url = new URL(uri);
  return url.origin === 'null' ? url.protocol : url.origin;
}
