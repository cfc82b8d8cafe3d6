import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Language } from '../../renderer/i18n/language.ts';

/*
 * Wordings that a review of all texts has replaced. No text that a person reads may have them: neither
 * the catalogues, nor sentences in the code, nor references and guides. German has the literal
 * translations of the English ones.
 */

const OLD: Readonly<Partial<Record<Language, RegExp>>> = {
  en: new RegExp(
    [
      'is dealt with|dealt with such|to the approval|open price|\\bunclaimed\\b|find what is wrong',
      'look now|as the machine|\\btheirs\\b|by how they stand|\\btake up\\b|show the code first',
      '(gives?|given|giving) (money )?back|money back|stays paid|that is as many digits',
      'the service said no|that is not the pin|drag to pay|the camera rests|buy something more',
    ].join('|'),
    'i',
  ),
  nb: /kode og lapp|kameraet hviler|ikke hentet|gitt tilbake|kjøp noe mer/i,
  de: new RegExp(
    [
      'damit ist alles geklärt|zur zustimmung|offener preis|nicht abgeholt|finden, was falsch ist',
      'jetzt nachsehen|wie das gerät|\\bihrer\\b$|wie sie stehen|aufnehmen\\b|code zuerst zeigen',
      'zurückgegeben|gibt das geld zurück|bleibt bezahlt|so viele ziffern|der dienst sagte? nein',
      'das ist nicht die pin|zum bezahlen ziehen|die kamera ruht|etwas mehr kaufen|code und zettel',
    ].join('|'),
    'i',
  ),
};

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const filesBelow = (part: string, name: RegExp) =>
  readdirSync(ROOT + part, { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file))
    .map((file) => `${part}/${file}`);

/** Texts of a source file: literals and the text of elements. Comments and inserted values are left out. */
function textsOf(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
  const texts = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`|>([^<>{}=;]+)</g;
  return [...code.matchAll(texts)].map(([, ...parts]) =>
    (parts.find((part) => part !== undefined) ?? '').replace(/\$\{[^}]*\}/g, '2'),
  );
}

/** Sentences: one word alone may be a name in the code. */
const isSentence = (text: string) => /\S\s+\S/.test(text);

const oldOf = (language: Language, texts: readonly string[]) =>
  texts.filter((text) => OLD[language]?.test(text));

it.each(['en', 'nb', 'de'] as const)(
  'no text of the screens has an old wording, %s',
  (language) => {
    const files = filesBelow(`renderer/i18n/${language}`, /\.ts$/);
    const texts = files.flatMap((file) => textsOf(readFileSync(ROOT + file, 'utf8')));
    expect(texts.length).toBeGreaterThan(500);
    expect(oldOf(language, texts)).toEqual([]);
  },
);

it.each(['renderer', 'main', 'shared', 'service'])(
  'no sentence in the code of %s has an old wording in any language',
  (part) => {
    const files = filesBelow(part, /\.tsx?$/);
    expect(files.length).toBeGreaterThan(50);
    const found = files.flatMap((file) => {
      const sentences = textsOf(readFileSync(ROOT + file, 'utf8')).filter(isSentence);
      const old = ['en', 'nb', 'de'] as const;
      return old.flatMap((language) =>
        oldOf(language, sentences).map((text) => `${file}: ${text}`),
      );
    });
    expect(found).toEqual([]);
  },
);

it('no reference and no guide has an old wording, apart from names in code', () => {
  const pages = ['docs/reference', 'docs/guides'].flatMap((part) => filesBelow(part, /\.md$/));
  expect(pages.length).toBeGreaterThan(20);
  const found = pages.flatMap((page) => {
    const prose = readFileSync(ROOT + page, 'utf8')
      .replace(/^```[\s\S]*?^```/gm, '')
      .replace(/`[^`]*`|\S*\/\S*|\]\([^)]*\)/g, '');
    return oldOf('en', prose.split('\n')).map((line) => `${page}: ${line}`);
  });
  expect(found).toEqual([]);
});
