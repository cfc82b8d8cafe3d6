/** An element: its name, and its text or its children. */
export type Element = readonly [name: string, content: string | Iterable<Element>];

/** Characters that no XML document can have, also not as references. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to replace
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** A text of these characters is written as it is. */
const PLAIN = /^[ !-%'-;=?-~]*$/;

const REFERENCES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * A document with one element in a namespace, in UTF-8, two spaces for each level, in pieces: the children of the first
 * `levels` levels are made and written one after the other, so that a document of any length needs little memory (D-548).
 */
export function* xmlDocument(
  [name, content]: Element,
  namespace: string,
  levels = 1,
): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<${name} xmlns="${namespace}">\n`;
  if (typeof content === 'string') yield escaped(content);
  else for (const child of content) yield* pieces(child, '  ', levels - 1);
  yield `</${name}>\n`;
}

function* pieces(element: Element, indent: string, levels: number): Generator<string> {
  const [name, content] = element;
  if (levels <= 0 || typeof content === 'string') return yield written(element, indent);
  yield `${indent}<${name}>\n`;
  for (const child of content) yield* pieces(child, `${indent}  `, levels - 1);
  yield `${indent}</${name}>\n`;
}

function written([name, content]: Element, indent: string): string {
  if (typeof content === 'string') return `${indent}<${name}>${escaped(content)}</${name}>\n`;
  let inside = '';
  for (const child of content) inside += written(child, `${indent}  `);
  return `${indent}<${name}>\n${inside}${indent}</${name}>\n`;
}

function escaped(text: string): string {
  if (PLAIN.test(text)) return text;
  const possible = text.toWellFormed().replaceAll(IMPOSSIBLE, '\ufffd');
  return possible.replaceAll(/[&<>]/g, (found) => REFERENCES[found] ?? found);
}
