/**
 * What is made once for each key, such as a formatter for each locale. A caller may choose the keys: with `most` of
 * them all are forgotten, and made again when they are asked for.
 */
export function madeOnce<V>(most: number): (key: string, make: () => V) => V {
  const known = new Map<string, V>();
  return (key, make) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    if (known.size >= most) known.clear();
    const made = make();
    known.set(key, made);
    return made;
  };
}
