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
<p>No payment is lost. The till keeps every sale and continues to check it.</p>
<ol>
<li>Wait. The till tries to show the screen again every ten minutes.</li>
<li>Close the till program and start it again. Open sales are restored.</li>
<li>If this happens again, restart the machine and contact the person responsible for the till.</li>
</ol>
<p>Do not charge a customer twice. Check the sale first.</p>
</section>
<section lang="nb">
<h1>Skjermbildet kan ikke vises</h1>
<p>Ingen betaling er tapt. Kassen tar vare på alle salg og fortsetter å sjekke dem.</p>
<ol>
<li>Vent. Kassen prøver å vise skjermbildet igjen hvert tiende minutt.</li>
<li>Lukk kasseprogrammet og start det igjen. Åpne salg hentes fram igjen.</li>
<li>Hvis det skjer igjen: Start maskinen på nytt, og kontakt den som har ansvar for kassen.</li>
</ol>
<p>Ikke ta betalt to ganger. Sjekk salget først.</p>
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
