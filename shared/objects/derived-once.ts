/**
 * The same function, which derives its answer once for each object and keeps it as long as the object. Only for objects
 * that never change, so that the answer is always right and nobody has to keep it up to date.
 */
export function derivedOnce<Of extends object, T>(derive: (of: Of) => T): (of: Of) => T {
  const known = new WeakMap<Of, { readonly answer: T }>();
  return (of) => {
    const found = known.get(of);
    if (found !== undefined) return found.answer;
    const answer = derive(of);
    known.set(of, { answer });
    return answer;
  };
}
