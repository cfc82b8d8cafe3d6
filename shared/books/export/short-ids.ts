/**
 * Names as identifiers of at most `length` characters, each of them another one: a name that is too long, or that
 * became equal to one before, ends with a number. The same names in the same order have the same identifiers.
 */
export function shortIds(length: number): (name: string) => string {
  const given = new Map<string, string>();
  const taken = new Set<string>();
  return (name) => {
    const known = given.get(name);
    if (known !== undefined) return known;
    let id = cut(name, length);
    for (let number = 2; taken.has(id); number += 1) {
      const end = `~${number}`;
      id = cut(name, length - end.length) + end;
    }
    taken.add(id);
    given.set(name, id);
    return id;
  };
}

/** The first characters; a character of two code units is never halved. */
export function cut(text: string, length: number): string {
  return text
    .slice(0, length)
    .toWellFormed()
    .replace(/\ufffd$/, '');
}
