import type { Assets } from '../../../shared/node/http/static-assets.ts';

/*
 * The page of a window whose screen fails repeatedly: no script, held in memory, in both languages
 * because the language is unknown here.
 */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Tillkit</title>
<link rel="stylesheet" href="../fallback.css">
</head>
<body>
<main>
<section lang="en">
<h1>This screen cannot be shown</h1>
<p>No payment is lost: the till keeps every sale and goes on asking about it.</p>
<ol>
<li>Wait. The screen is tried again by itself every ten minutes.</li>
<li>Close the till and start it again. Open sales come back.</li>
<li>If it comes again, restart the machine and call the person responsible for the till.</li>
</ol>
<p>Do not charge a customer twice. Look at the sale first.</p>
</section>
<section lang="nb">
<h1>Skjermbildet kan ikke vises</h1>
<p>Ingen betaling er tapt: kassen tar vare på hvert salg og spør videre om det.</p>
<ol>
<li>Vent. Skjermbildet prøves på nytt av seg selv hvert tiende minutt.</li>
<li>Lukk kassen og start den igjen. Åpne salg kommer tilbake.</li>
<li>Skjer det igjen, start maskinen på nytt og ring den som har ansvar for kassen.</li>
</ol>
<p>Ikke ta betalt to ganger. Se på salget først.</p>
</section>
</main>
</body>
</html>
`;

const STYLE = `:root{color-scheme:light dark}
body{margin:0;font:20px/1.5 system-ui,sans-serif;background:#e4e6e3;color:#141a16}
main{display:grid;gap:48px;max-width:960px;margin:0 auto;padding:64px 40px}
h1{font-size:36px;line-height:1.15;margin:0 0 12px}
li{margin:8px 0}
@media (min-width:900px){main{grid-template-columns:1fr 1fr}}
@media (prefers-color-scheme:dark){body{background:#141a16;color:#e4e6e3}}
`;

/** The page and its style sheet for the protocol handler. */
export const FALLBACK_ASSETS: Assets = new Map([
  ['index.html', { body: Buffer.from(PAGE), type: 'text/html; charset=utf-8', cache: 'no-store' }],
  [
    'fallback.css',
    { body: Buffer.from(STYLE), type: 'text/css; charset=utf-8', cache: 'no-store' },
  ],
]);
