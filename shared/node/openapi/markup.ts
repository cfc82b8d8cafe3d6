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

/** The text of a cell: a bar would end the cell, and a line break the row. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A code block. */
export function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

/** A whole page: its parts separated by an empty line, and a note on its source. */
export function pageOf(title: string, parts: readonly string[]): string {
  const origin = '<!-- Made by `npm run docs` from the route table and its registries. -->';
  return `${[`# ${title}`, origin, ...parts].join('\n\n')}\n`;
}
