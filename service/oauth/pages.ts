import type { Response } from 'express';
import { pageHeaders } from '../../shared/node/http/security-headers.ts';
import { PAGE_STYLE, PAGE_STYLE_HASH } from './page-style.ts';

/** Which language a page is written in; the browser says it. */
export type Language = 'en' | 'nb';

export function languageOf(accept: string | undefined): Language {
  return /^\s*(?:nb|nn|no)\b/i.test(accept ?? '') ? 'nb' : 'en';
}

/** Text as it may stand in a page. */
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
 * Sends a page of forms without scripts. `sendsTo` is the address its form may lead to besides our
 * own: browsers apply the page's policy to the redirect that follows a form too.
 */
export function sendFormPage(
  response: Response,
  page: {
    readonly status: number;
    readonly language: Language;
    readonly title: string;
    /** HTML; everything from outside in it is escaped by its maker. */
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
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
        '<meta name="viewport" content="width=device-width, initial-scale=1">' +
        `<title>${escaped(title)}</title><style>${PAGE_STYLE}</style></head>` +
        `<body><main><h1>${escaped(title)}</h1>${body}</main></body></html>`,
    );
}

/** An address as a source of the policy: its origin, or its scheme where it has none. */
function sourceOf(uri: string): string {
  const url = new URL(uri);
  return url.origin === 'null' ? url.protocol : url.origin;
}
