import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { pageHeaders } from '../portal/security-headers.ts';

const STYLE = [
  'body{margin:0;min-height:100vh;display:grid;place-items:center;background:#f3f1ec;color:#1c1b19;',
  'font:18px/1.5 system-ui,sans-serif}main{width:min(26rem,100vw - 3rem);padding:2rem 0}',
  'h1{font-size:1.5rem;line-height:1.25}label{display:block;margin:1rem 0 .25rem}',
  'input:not([type=checkbox]){font:inherit;width:100%;box-sizing:border-box;padding:.75rem;',
  'min-height:3rem;border:2px solid #1c1b19;border-radius:.25rem;background:#fff;color:#1c1b19}',
  'button{font:inherit;font-weight:600;width:100%;min-height:3.5rem;margin-top:1rem;cursor:pointer;',
  'border:2px solid #1c1b19;border-radius:.25rem;background:#1c1b19;color:#fff}',
  'button.quiet{background:transparent;color:inherit}li{margin:.25rem 0}',
  '.wrong{border-left:.5rem solid #a3241c;padding-left:1rem}img{background:#fff;width:15rem}',
  '@media(prefers-color-scheme:dark){body{background:#1a1917;color:#f0eee9}',
  'button{background:#f0eee9;color:#1a1917}button.quiet{border-color:#f0eee9}}',
].join('');
const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

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
  const headers = pageHeaders(["'none'"], STYLE_HASH);
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
        `<title>${escaped(title)}</title><style>${STYLE}</style></head>` +
        `<body><main><h1>${escaped(title)}</h1>${body}</main></body></html>`,
    );
}

/** An address as a source of the policy: its origin, or its scheme where it has none. */
function sourceOf(uri: string): string {
  const url = new URL(uri);
  return url.origin === 'null' ? url.protocol : url.origin;
}
