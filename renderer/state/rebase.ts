/** What a form has: the entry as it was read, and what the person has made of it. */
export type Draft<F extends object> = { readonly base: F; readonly typed: F };

/** What somebody else made of a member that the person has changed as well. */
export type Changed<F extends object> = { readonly [K in keyof F]?: F[K] };

export type Rebased<F extends object> = { readonly draft: Draft<F>; readonly theirs: Changed<F> };

/**
 * Moves a form to a newer version of its entry. What the person has changed stays. The rest takes the new
 * values. `theirs` are the new values of what both have changed.
 */
export function rebase<F extends object>({ base, typed }: Draft<F>, next: F): Rebased<F> {
  const names = keysOf(next);
  const touched = (name: keyof F) => !same(base[name], typed[name]);
  const kept = names.filter(touched);
  const differs = kept.filter(
    (name) => !same(base[name], next[name]) && !same(typed[name], next[name]),
  );
  return {
    draft: { base: next, typed: { ...next, ...picked(typed, kept) } },
    theirs: picked(next, differs),
  };
}

function picked<F extends object>(from: F, names: readonly (keyof F)[]): Changed<F> {
  const found: { [K in keyof F]?: F[K] } = {};
  for (const name of names) found[name] = from[name];
  return found;
}

function keysOf<F extends object>(of: F): readonly (keyof F)[] {
  // A form has exactly the members of its type; `Object.keys` only knows that they are text.
  return Object.keys(of) as (keyof F)[];
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
