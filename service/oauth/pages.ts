import { createHash } from 'node:crypto';
import { directionOf, type Language } from '../../shared/catalogue/language.ts';
import type { Reply } from '../../shared/node/http/reply.ts';
import { pageHeaders } from '../../shared/node/http/security-headers.ts';

/*
 * The style of the pages of the redirect flow, in the colours of the screens
 * (renderer/ui/tokens.css): a counter, a slip of paper and one yellow button. The pages have no
 * scripts, the style sheet is inline, and the content security policy names its hash. Their font is
 * that of the reference, beside the pages.
 */

const LIGHT = `color-scheme:light dark;
--counter:#e5e7e4;--slip:#fff;--slot:#040605;--deck:#171d19;--ring:#171d19;
--ink:#131915;--ink-2:#434a45;--hair:#cbcdc9;--edge:#797d78;--focus:#0068a5;--deck-focus:#f6f7f5;
--signal:#fdd226;--signal-shade:#c89500;--on-signal:#131915;--wrong:#b3261e;`;

const DARK = `
--counter:#101411;--slip:#242926;--slot:#535a55;--deck:#080b09;--ring:#7d827c;
--ink:#eff1ee;--ink-2:#bcbeba;--hair:#3a3f3b;--edge:#7d827c;--focus:#69caff;--deck-focus:#eff1ee;
--signal:#f8cc2f;--signal-shade:#b98a02;--on-signal:#101511;--wrong:#ff9d90;`;

/** Colours first, then the page from its edges to its buttons. */
const SHEET = `
@font-face{font-family:"Atkinson Hyperlegible Next";font-weight:200 800;font-display:swap;
src:url("text.woff2") format("woff2")}
:root{${LIGHT}}
@media(prefers-color-scheme:dark){:root{${DARK}}}
*,::before,::after{box-sizing:border-box}
*{margin:0}
html{-webkit-text-size-adjust:none;text-size-adjust:none}
body{min-height:100vh;min-height:100dvh;background:var(--counter);color:var(--ink);
font:17px/1.42 "Atkinson Hyperlegible Next",system-ui,sans-serif;
font-variant-numeric:tabular-nums lining-nums}
main{display:flex;flex-direction:column;width:min(100vw - 32px,27rem);min-height:100vh;
min-height:100dvh;margin-inline:auto;padding:48px 0 24px}
h1{font-size:1.6875rem;line-height:1.12;letter-spacing:-.012em;overflow-wrap:anywhere;
text-wrap:balance}
h1+p{margin-top:10px}
p{color:var(--ink-2);overflow-wrap:anywhere;text-wrap:pretty}
code{color:var(--ink);font-size:1rem}
form{display:contents}
label{display:block;margin:24px 0 6px;font-size:.9375rem;color:var(--ink-2)}
input{font:inherit;font-size:1.5rem;font-weight:600;color:inherit;width:100%;min-height:56px;
padding:0 16px;border:2px solid var(--edge);border-radius:10px;background:var(--slip);
direction:ltr}
[dir=rtl] input{text-align:right}
button{font:inherit;font-size:1.25rem;line-height:1.15;cursor:pointer;touch-action:manipulation}
:focus-visible{outline:3px solid var(--focus);outline-offset:3px}
.bed{display:flex;margin-top:28px;padding:8px 8px 12px;border-radius:20px;background:var(--deck);
box-shadow:inset 0 0 0 2px var(--ring)}
.bed button{flex:1;min-height:72px;padding:0 20px;border:0;border-radius:14px;font-weight:700;
background:var(--signal);color:var(--on-signal);box-shadow:0 4px 0 var(--signal-shade)}
.bed button:active{transform:translateY(3px);box-shadow:0 1px 0 var(--signal-shade)}
.bed button:focus-visible{outline-color:var(--deck-focus);outline-offset:-7px;
outline-color:var(--on-signal)}
.ghost{width:100%;min-height:64px;margin-top:12px;padding:8px 20px;border:2px solid currentColor;
border-radius:14px;background:none;color:inherit;font-size:1.125rem;font-weight:600}
.foot{margin-top:auto;padding-top:20px}
.slip{position:relative;margin-top:48px;padding:26px 24px 34px;background:var(--slip);
-webkit-mask:linear-gradient(#000 0 0) top/100% calc(100% - 6.5px) no-repeat,
conic-gradient(from -45deg at 50% 100%,#0000,#000 1deg 89deg,#0000 90deg) bottom left/14px 7.5px
repeat-x;mask:linear-gradient(#000 0 0) top/100% calc(100% - 6.5px) no-repeat,
conic-gradient(from -45deg at 50% 100%,#0000,#000 1deg 89deg,#0000 90deg) bottom left/14px 7.5px
repeat-x}
.slot{position:relative}
.slot::before{content:"";position:absolute;z-index:1;inset:42px -12px auto;height:12px;
border-radius:6px;background:var(--slot)}
.slip ul{list-style:none;padding:0}
.slip li{padding:12px 0;overflow-wrap:anywhere}
.slip li+li{border-top:1px solid var(--hair)}
.slip strong{display:block;font-weight:700}
.slip p{color:var(--ink)}
.quiet{margin-top:16px;font-size:.9375rem}
.said{margin-top:24px;padding:14px 18px;background:var(--slip);color:var(--ink);
box-shadow:inset 4px 0 0 var(--ink)}
.wrong{box-shadow:inset 4px 0 0 var(--wrong)}
.or{display:flex;align-items:center;gap:14px;margin:36px 0 18px;font-size:.9375rem}
.or::before,.or::after{content:"";flex:1 0 20px;border-top:2px dashed var(--hair)}
img{display:block;max-width:100%;margin-inline:auto;background:#fff;color:#131915;border-radius:4px;
image-rendering:pixelated}
`;

const PAGE_STYLE = SHEET.replaceAll('\n', ' ');

/** The source by which the page's policy allows the style sheet. */
const PAGE_STYLE_HASH = `'sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}'`;

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
 * A page with forms and without scripts. `sendsTo` is an address that its form may redirect
 * to in addition to the service's own, because browsers apply the page's policy to the redirect
 * after a form too.
 */
export function formPage(page: {
  readonly status: number;
  readonly language: Language;
  readonly title: string;
  /** HTML; its author has escaped all input from outside. */
  readonly body: string;
  readonly sendsTo?: string;
}): Reply {
  const { status, language, title, body, sendsTo } = page;
  // Every reply has the header about the type.
  const { 'x-content-type-options': _type, ...headers } = pageHeaders({
    connect: [],
    style: PAGE_STYLE_HASH,
  });
  const target = sendsTo === undefined ? '' : ` ${sourceOf(sendsTo)}`;
  const policy = (headers['content-security-policy'] ?? '').replace(
    "form-action 'none'",
    `form-action 'self'${target}`,
  );
  const html =
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}">` +
    '<head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${escaped(title)}</title><style>${PAGE_STYLE}</style></head>` +
    `<body><main><h1>${escaped(title)}</h1>${body}</main></body></html>`;
  return {
    status,
    raw: { type: 'text/html; charset=utf-8', bytes: Buffer.from(html) },
    headers: { ...headers, 'content-security-policy': policy },
  };
}

/** An address as a source of the policy: its origin, or its scheme if it has no origin. */
function sourceOf(uri: string): string {
  const url = new URL(uri);
  return url.origin === 'null' ? url.protocol : url.origin;
}
