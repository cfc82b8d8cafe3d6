import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { LANGUAGES } from '../../../renderer/i18n/language.ts';
import { launchBrowser } from '../../support/browser.ts';
import { difficultDrawings } from './difficult.ts';
import { CONTENT_SCREENS } from './kinds.ts';
import { type ContentScreen, drawOn, placeOf } from './random-content.ts';

/*
 * `npm run gallery`: draws every screen with difficult content in every size and theme, and writes the
 * pictures to test-artifacts/gallery, with contact sheets of twelve pictures each. It prints what
 * cannot be read. Names of screens after it limit it to these. `--language de` draws every state and
 * size in this language; without it the languages alternate.
 */

const OUT = fileURLToPath(new URL('../../../test-artifacts/gallery/', import.meta.url));
const ON_A_SHEET = 12;

type Picture = { readonly file: string; readonly caption: string };

/** Draws one screen in all its states, sizes and themes. */
async function drawGallery(browser: Browser, kind: ContentScreen, found: string[]) {
  const screens = await kind.serve();
  const pictures: Picture[] = [];
  try {
    const screen = await kind.open(browser, screens.origin);
    const drawings = difficultDrawings(kind, languages).toSorted((one, other) =>
      String(one.size).localeCompare(String(other.size)),
    );
    for (const drawing of drawings) {
      const caption = placeOf(drawing);
      const file = join(OUT, `${kind.name}-${caption.replaceAll(/[^\w-]+/g, '-')}.png`);
      const faults = await drawOn(screen, drawing, async (page) => {
        await page.evaluate(() => window.scrollTo(0, 0));
        await page.screenshot({ path: file });
        return screen.find(page, drawing);
      });
      for (const fault of faults) found.push(`${kind.name}, ${caption}: ${fault}`);
      pictures.push({ file, caption });
    }
    found.push(...screen.errors());
  } finally {
    for (const context of browser.contexts()) await context.close();
    await screens.stop();
  }
  return pictures;
}

/** Twelve pictures with their captions as one picture. */
async function drawSheet(browser: Browser, name: string, pictures: readonly Picture[]) {
  const page = await browser.newPage({ viewport: { width: 1600, height: 1200 } });
  // A page of the file system may show pictures of the file system.
  await page.goto(pathToFileURL(OUT).href);
  await page.evaluate((shown) => {
    document.body.innerHTML = '';
    document.body.style.cssText =
      'margin:16px;display:grid;grid-template-columns:repeat(4,1fr);gap:12px;font:14px sans-serif';
    for (const { file, caption } of shown) {
      const figure = document.createElement('figure');
      figure.style.margin = '0';
      const picture = new Image();
      picture.src = `file://${file}`;
      picture.style.cssText = 'max-width:100%;max-height:340px;border:1px solid #888';
      figure.append(picture, document.createElement('br'), caption);
      document.body.append(figure);
    }
  }, pictures);
  await page.waitForFunction(() => [...document.images].every((one) => one.complete));
  await page.screenshot({ path: join(OUT, `${name}.png`), fullPage: true });
  await page.close();
}

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { language: { type: 'string', multiple: true } },
});
const languages = LANGUAGES.filter((one) => values.language?.includes(one) ?? true);
if (languages.length === 0) {
  console.error(`Languages are ${LANGUAGES.join(', ')}.`);
  process.exit(2);
}
const kinds = CONTENT_SCREENS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
if (kinds.length === 0 || kinds.length < wanted.length) {
  console.error(`Screens are ${CONTENT_SCREENS.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
if (wanted.length === 0) rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const browser = await launchBrowser(['--allow-file-access-from-files']);
const found: string[] = [];
try {
  for (const kind of kinds) {
    const pictures = await drawGallery(browser, kind, found);
    for (let start = 0; start < pictures.length; start += ON_A_SHEET) {
      const sheet = `sheet-${kind.name}-${String(start / ON_A_SHEET + 1).padStart(2, '0')}`;
      await drawSheet(browser, sheet, pictures.slice(start, start + ON_A_SHEET));
    }
    console.log(`${kind.name}: ${pictures.length} pictures`);
  }
} finally {
  await browser.close();
}
for (const one of found) console.log(one);
console.log(`test-artifacts/gallery: ${found.length} findings`);
process.exitCode = found.length === 0 ? 0 : 1;
