/** An element of an XML document without attributes that matter. */
export type Element = {
  readonly name: string;
  readonly text: string;
  readonly inside: readonly Element[];
};

type Open = { readonly name: string; text: string; readonly inside: Element[] };

/** Reads a document with elements and text alone, as SAF-T is; throws for one whose ends do not fit. */
export function readXml(text: string): Element {
  const stack: Open[] = [{ name: '', text: '', inside: [] }];
  for (const [, close, name = '', alone, words] of text
    .replace(/<\?.*?\?>/gs, '')
    .matchAll(/<(\/)?([\w:.-]+)[^>]*?(\/)?>|([^<]+)/g)) {
    const top = stack.at(-1);
    if (top === undefined) throw new Error('an end too many');
    if (words !== undefined) top.text += plain(words);
    else if (close === undefined) {
      stack.push({ name, text: '', inside: [] });
      if (alone !== undefined) shut(stack, name);
    } else shut(stack, name);
  }
  const [root] = stack[0]?.inside ?? [];
  if (root === undefined || stack.length !== 1) throw new Error('no whole document');
  return root;
}

function shut(stack: Open[], name: string): void {
  const done = stack.pop();
  if (done?.name !== name) throw new Error(`${name} ends ${done?.name}`);
  stack.at(-1)?.inside.push({ ...done, text: done.text.trim() });
}

const plain = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

/** All elements of a name anywhere inside. */
export const every = (of: Element, name: string): readonly Element[] =>
  of.inside.flatMap((one) => [...(one.name === name ? [one] : []), ...every(one, name)]);

/** The elements of a name directly inside. */
export const own = (of: Element, name: string): readonly Element[] =>
  of.inside.filter((one) => one.name === name);

/** The text of the one element of a name directly inside. */
export function word(of: Element, name: string): string {
  const [one] = own(of, name);
  if (one === undefined) throw new Error(`${of.name} without ${name}`);
  return one.text;
}
