/** A statement that each connection prepares once, under its name. */
export type Statement = { readonly name: string; readonly text: string };

const known = new Map<string, Statement>();

/** The statement for a text whose parameters are written `?`, which both databases share. */
export function statement(shared: string): Statement {
  const existing = known.get(shared);
  if (existing !== undefined) return existing;
  let parameters = 0;
  const text = shared.replaceAll('?', () => {
    parameters += 1;
    return `$${parameters}`;
  });
  const made = { name: `s${known.size}`, text };
  known.set(shared, made);
  return made;
}

/** Every statement of the loaded modules, for a check of their plans. */
export const knownStatements = (): readonly Statement[] => [...known.values()];

/** The statements of a store, under the names of their texts. */
export function statements<Name extends string>(
  texts: Readonly<Record<Name, string>>,
): Readonly<Record<Name, Statement>> {
  const entries = Object.entries<string>(texts).map(([name, text]) => [name, statement(text)]);
  return Object.fromEntries(entries);
}
