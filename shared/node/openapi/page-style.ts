/**
 * The style of the page: dark text on white, one yellow button, and a dark theme by the reader's
 * preference.
 */
export const PAGE_STYLE = `:root {
  color-scheme: light dark;
  --paper: light-dark(#fdfcf9, #16191a);
  --counter: light-dark(#efece4, #0e1011);
  --ink: light-dark(#141a16, #eceae4);
  --quiet: light-dark(#4c544f, #b3b8b2);
  --hair: light-dark(#c9c5ba, #3a4041);
  --key: #ffd23f;
}
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
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
  padding: 24px 16px;
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
main { padding: 24px clamp(16px, 4vw, 56px) 80px; max-width: 72rem; }
h2 { font-size: 2rem; line-height: 1.1; margin: 56px 0 8px; }
article { background: var(--paper); padding: 24px; margin: 24px 0; }
article h3 { margin: 0; font-size: 1.15rem; overflow-wrap: anywhere; }
h4 { margin: 24px 0 4px; }
.level { border: 2px solid var(--ink); border-radius: 4px; padding: 0 8px; font-size: 0.8rem; }
table { border-collapse: collapse; width: 100%; margin: 16px 0; table-layout: fixed; }
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
  padding: 16px;
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
  article { padding: 16px; }
}
@media (max-width: 40rem) {
  table { font-size: 0.85rem; }
  th, td { padding-right: 6px; }
}
@media print { nav, .copy { display: none; } body { display: block; background: none; } }
`;
