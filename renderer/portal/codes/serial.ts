/** The serial number of what was typed or scanned: the number itself, or the address of the code. */
export function serialOf(text: string): string {
  const scanned = /\/[a-z]\/([^/?#]+)/.exec(text);
  return (scanned?.[1] ?? text).replaceAll(/\s/g, '');
}
