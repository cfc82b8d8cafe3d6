/** An element: its name, and its text or its children. */
export type Element = readonly [name: string, content: string | readonly Element[]];

/** Characters that no XML document can have, also not as references. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to replace
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const REFERENCES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A document with one element in a namespace, in UTF-8, two spaces for each level. */
export function xmlDocument([name, content]: Element, namespace: string): string {
  const body = written([name, content], '');
  const opened = body.replace(`<${name}>`, `<${name} xmlns="${namespace}">`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${opened}`;
}

function written([name, content]: Element, indent: string): string {
  if (typeof content === 'string') return `${indent}<${name}>${escaped(content)}</${name}>\n`;
  const inside = content.map((child) => written(child, `${indent}  `)).join('');
  return `${indent}<${name}>\n${inside}${indent}</${name}>\n`;
}

function escaped(text: string): string {
  const possible = text.toWellFormed().replaceAll(IMPOSSIBLE, '\ufffd');
  return possible.replaceAll(/[&<>]/g, (found) => REFERENCES[found] ?? found);
}
