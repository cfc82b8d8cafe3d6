import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { paperPage } from '../../../main/host/printing/paper-page.ts';
import { DocumentSlip } from '../../../renderer/ui/document-slip.tsx';
import { FormatProvider } from '../../../renderer/ui/format.tsx';
import type { DocumentContent, WrittenContent } from '../../../shared/documents/content.ts';
import { receiptLines } from '../../../shared/documents/layout.ts';
import type { Format } from '../../../shared/format/format.ts';

/* What a reader finds on each drawing of a document: its rows, `label | figure`, in no order. */

/** A column of a screen has no currency, and spaces differ between drawings. */
const plain = (text: string) =>
  text.replaceAll(/kr|NOK|€|[\s\u2066-\u2069]/g, '').replaceAll(/(?<=\d),(?=\d{3})/g, '');
const row = (label: string, value: string) => `${plain(label)} | ${plain(value)}`;
const sorted = (rows: readonly string[]) => [...rows].sort();

/** The rows of paper that is wide enough for each of them. */
export function rowsOfPaper(content: WrittenContent): readonly string[] {
  return sorted(
    receiptLines(content, 400, 10_000).flatMap((line) => {
      if (line.kind === 'pair') return [row(line.left, line.right)];
      return line.kind === 'text' ? [row(line.text, '')] : [];
    }),
  );
}

const unescaped = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** Every letter of the page that the operating system prints; its lines are too short for whole rows. */
export const lettersOfPage = (content: WrittenContent) =>
  letters([
    unescaped(
      paperPage({ content, code: null, kind: 'copy' }, 80).html.split('<body')[1] ?? '',
    ).replace(/^[^>]*>/, ''),
  ]);
/** The same letters of rows. */
export const letters = (texts: readonly string[]) =>
  [...plain(texts.join('')).replaceAll('|', '')].sort().join('');

/** The rows of HTML with lists of terms, as pages, e-mails and screens have them. */
export function rowsOfHtml(html: string): readonly string[] {
  const body = html.replace(/<head>.*?<\/head>/s, '').replaceAll(/<style>.*?<\/style>/gs, '');
  const terms = [...body.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/gs)];
  const others = body
    .replaceAll(/<dl.*?<\/dl>/gs, '\n')
    .replaceAll(/<\/(?:p|h1|h2|h3|span|strong)>/g, '\n');
  return sorted([
    ...terms.map(([, label = '', value = '']) => row(unescaped(label), unescaped(value))),
    ...unescaped(others)
      .split('\n')
      .flatMap((text) => (text.trim() === '' ? [] : [row(text, '')])),
  ]);
}

/** The slip of a till or of the portal. */
export const rowsOfSlip = (content: DocumentContent, format: Format, closed: boolean) =>
  rowsOfHtml(
    renderToStaticMarkup(
      createElement(
        FormatProvider,
        { value: format },
        createElement(DocumentSlip, { content, closed }),
      ),
    ),
  );

/** The rows of a text: label and value have two spaces between them. */
export const rowsOfText = (text: string) =>
  sorted(
    text.split('\n').flatMap((one) => {
      const at = one.lastIndexOf('  ');
      if (one.trim() === '') return [];
      return at > 0 ? [row(one.slice(0, at), one.slice(at))] : [row(one, '')];
    }),
  );

export type Drawings = Readonly<Record<string, readonly string[]>>;

/** What is on one drawing and not on another. */
export function differences(all: Drawings): readonly string[] {
  const every = new Set(Object.values(all).flat());
  return [...every].flatMap((one) =>
    Object.entries(all).flatMap(([name, rows]) => {
      const most = Math.max(
        ...Object.values(all).map((own) => own.filter((row) => row === one).length),
      );
      return rows.filter((row) => row === one).length < most ? [`${name} lacks ${one}`] : [];
    }),
  );
}
