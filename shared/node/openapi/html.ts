/** Text that is HTML already; all other text is escaped by the template. */
export type Html = { readonly text: string };

type Part = string | number | Html | readonly Html[];

/** A template that escapes its values. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const text = strings.reduce((all, piece, index) => {
    const part = parts[index - 1];
    return all + (part === undefined ? '' : textOf(part)) + piece;
  });
  return { text };
}

function textOf(part: Part): string {
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  return 'text' in part ? part.text : part.map(({ text }) => text).join('');
}

export const NO_HTML: Html = { text: '' };

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Escaped text; text between backquotes becomes code. */
export function prose(text: string): Html {
  const marked = escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
  return { text: marked };
}
