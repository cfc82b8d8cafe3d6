import { directionOf, LANGUAGES, type Language } from '../../../shared/catalogue/language.ts';
import type { Assets } from '../../../shared/node/http/static-assets.ts';

type Words = {
  readonly title: string;
  /** What is certain. */
  readonly state: string;
  /** What a person does, in this order. */
  readonly steps: readonly string[];
  readonly care: string;
};

/** What the page says, by language. */
export const FALLBACK_WORDS: Readonly<Record<Language, Words>> = {
  en: {
    title: 'This screen cannot be shown',
    state: 'No payment is lost. The till keeps every sale and continues to check it.',
    steps: [
      'Wait. The till tries to show the screen again every ten minutes.',
      'Close the till program and start it again. Open sales are restored.',
      'If this happens again, restart the machine and contact the person responsible for the till.',
    ],
    care: 'Do not charge a customer twice. Check the sale first.',
  },
  nb: {
    title: 'Skjermbildet kan ikke vises',
    state: 'Ingen betaling er tapt. Kassen tar vare på alle salg og fortsetter å sjekke dem.',
    steps: [
      'Vent. Kassen prøver å vise skjermbildet igjen hvert tiende minutt.',
      'Lukk kasseprogrammet og start det igjen. Åpne salg hentes fram igjen.',
      'Hvis det skjer igjen: Start maskinen på nytt, og kontakt den som har ansvar for kassen.',
    ],
    care: 'Ikke ta betalt to ganger. Sjekk salget først.',
  },
  de: {
    title: 'Dieser Bildschirm kann nicht angezeigt werden',
    state: 'Keine Zahlung ist verloren. Die Kasse behält jeden Verkauf und prüft ihn weiter.',
    steps: [
      'Warten Sie. Die Kasse versucht alle zehn Minuten, den Bildschirm wieder anzuzeigen.',
      'Schließen Sie das Kassenprogramm, und starten Sie es neu. Offene Verkäufe sind wieder da.',
      'Geschieht es erneut, starten Sie das Gerät neu, und wenden Sie sich an die zuständige Person.',
    ],
    care: 'Kassieren Sie nicht zweimal. Prüfen Sie zuerst den Verkauf.',
  },
  ar: {
    title: 'تعذّر عرض هذه الشاشة',
    state: 'لم تُفقد أي دفعة. يحتفظ الصندوق بكل عملية بيع ويواصل التحقق منها.',
    steps: [
      'انتظر. يحاول الصندوق عرض الشاشة مجددًا كل عشر دقائق.',
      'أغلق برنامج الصندوق ثم شغّله من جديد. تُستعاد المبيعات المفتوحة.',
      'إذا تكرر ذلك، فأعد تشغيل الجهاز وتواصل مع المسؤول عن الصندوق.',
    ],
    care: 'لا تأخذ المبلغ من العميل مرتين. تحقق من البيع أولًا.',
  },
};

const section = (language: Language) => {
  const { title, state, steps, care } = FALLBACK_WORDS[language];
  return `<section lang="${language}" dir="${directionOf(language)}">
<h1>${title}</h1>
<p>${state}</p>
<ol>
${steps.map((step) => `<li>${step}</li>`).join('\n')}
</ol>
<p>${care}</p>
</section>`;
};

/*
 * The page of a window whose screen fails repeatedly: no script, held in memory, in every language
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
${LANGUAGES.map(section).join('\n')}
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
