import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtWallet } from '../folders.ts';

/** The fonts of the pages, by their names below `/docs/`: those of the screens, from their build. */
const PAGE_FONTS = {
  'text.woff2': /^atkinson-hyperlegible-next-latin-wght-normal-[\w-]+\.woff2$/,
  'mono.woff2': /^atkinson-hyperlegible-mono-latin-wght-normal-[\w-]+\.woff2$/,
} as const;
export type PageFont = keyof typeof PAGE_FONTS;
export const PAGE_FONT_NAMES = Object.keys(PAGE_FONTS) as readonly PageFont[];

const read = new Map<PageFont, Buffer>();

/** The bytes of a font; null if the screens are not built, and then the reader's own font shows. */
export function pageFont(name: PageFont): Buffer | null {
  const known = read.get(name);
  if (known !== undefined) return known;
  const folder = join(builtWallet(), 'assets');
  try {
    const file = readdirSync(folder).find((one) => PAGE_FONTS[name].test(one));
    if (file === undefined) return null;
    const bytes = readFileSync(join(folder, file));
    read.set(name, bytes);
    return bytes;
  } catch {
    return null;
  }
}

/**
 * The style of the page: dark text on white, one yellow button, and a dark theme by the reader's
 * preference.
 */
export const PAGE_STYLE = `@font-face {
  font-family: "Atkinson Hyperlegible Next";
  font-weight: 200 800;
  font-display: swap;
  src: url("text.woff2") format("woff2");
}
@font-face {
  font-family: "Atkinson Hyperlegible Mono";
  font-weight: 200 800;
  font-display: swap;
  src: url("mono.woff2") format("woff2");
}
:root {
  color-scheme: light dark;
  --paper: light-dark(#fdfcf9, #16191a);
  --counter: light-dark(#efece4, #0e1011);
  --ink: light-dark(#141a16, #eceae4);
  --quiet: light-dark(#4c544f, #b3b8b2);
  --hair: light-dark(#c9c5ba, #3a4041);
  --key: #ffd23f;
  --margin: 16px;
}
* { box-sizing: border-box; }
html { scroll-padding-top: var(--margin); }
body {
  margin: 0;
  display: grid;
  grid-template-columns: minmax(240px, 22rem) minmax(0, 1fr);
  background: var(--counter);
  color: var(--ink);
  font: 1rem/1.5 "Atkinson Hyperlegible Next", system-ui, sans-serif;
}
code, pre { font-family: "Atkinson Hyperlegible Mono", ui-monospace, monospace; font-size: 0.93em; }
a { color: inherit; }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 8px; top: 8px; background: var(--key); color: #141a16; padding: 8px 16px; }
nav {
  position: sticky;
  top: 0;
  height: 100vh;
  overflow: auto;
  padding: var(--margin);
  border-right: 2px dashed var(--hair);
}
nav h1 { font-size: 1.25rem; line-height: 1.15; margin: 0 0 16px; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav ul ul { margin: 0 0 12px; }
nav li a { display: block; padding: 4px 0; text-decoration: none; overflow-wrap: anywhere; }
nav li a:hover { text-decoration: underline; }
nav > ul > li > a { font-weight: 620; }
nav li li a { font-size: 0.85rem; color: var(--quiet); }
label { display: block; font-weight: 620; }
input {
  width: 100%;
  min-height: 48px;
  margin: 4px 0 16px;
  padding: 0 12px;
  border: 2px solid var(--ink);
  border-radius: 10px;
  background: var(--paper);
  color: inherit;
  font: inherit;
}
main { padding: var(--margin) var(--margin) 80px; max-width: 72rem; }
h2 { font-size: 2rem; line-height: 1.1; margin: 56px 0 8px; }
article { background: var(--paper); padding: var(--margin); margin: var(--margin) 0; }
article h3 { margin: 0; font-size: 1.15rem; overflow-wrap: anywhere; }
h4 { margin: var(--margin) 0 4px; }
.level { border: 2px solid var(--ink); border-radius: 4px; padding: 0 8px; font-size: 0.8rem; }
table { border-collapse: collapse; width: 100%; margin: var(--margin) 0; table-layout: fixed; }
thead th:first-child { width: 30%; }
thead th:nth-child(2) { width: 32%; }
small { display: block; color: var(--quiet); }
caption { text-align: left; font-weight: 620; }
th, td {
  text-align: left;
  vertical-align: top;
  padding: 6px 12px 6px 0;
  border-top: 2px dashed var(--hair);
  font-weight: 420;
  overflow-wrap: anywhere;
}
td code { overflow-wrap: anywhere; }
thead th { color: var(--quiet); font-size: 0.85rem; border: 0; }
pre {
  background: var(--counter);
  padding: var(--margin);
  margin: 8px 0;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}
summary { min-height: 32px; cursor: pointer; }
.status { margin: 4px 0; color: var(--quiet); }
.copy {
  min-height: 48px;
  padding: 0 24px;
  border: 0;
  border-radius: 14px;
  background: var(--key);
  color: #141a16;
  font: inherit;
  font-weight: 620;
}
#said { position: fixed; bottom: 16px; right: 16px; margin: 0; }
#said:not(:empty) { background: var(--ink); color: var(--paper); padding: 8px 16px; }
@media (max-width: 60rem) {
  body { display: block; }
  nav { position: static; height: auto; border: 0; }
}
@media (max-width: 40rem) {
  table { font-size: 0.85rem; }
  th, td { padding-right: 6px; }
}
@media print { nav, .copy { display: none; } body { display: block; background: none; } }
`;
