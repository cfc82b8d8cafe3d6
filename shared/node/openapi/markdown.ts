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
