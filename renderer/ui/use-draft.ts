import { useState } from 'react';
import { type Changed, type Draft, rebase } from '../state/rebase.ts';

/** How a catalogue names its versions: the service by a number, a till by a text. */
type Version = string | number;

export type DraftOf<F extends object, V extends Version = number> = {
  readonly typed: F;
  readonly change: (over: Partial<F>) => void;
  /** The version that the person sees, with which a change is sent. */
  readonly seen: V;
  /** What somebody else has changed of the same members, since the form was opened. */
  readonly theirs: Changed<F>;
};

type State<F extends object, V extends Version> = {
  readonly seen: V;
  readonly draft: Draft<F>;
  readonly theirs: Changed<F>;
};

/** A form of an entry. When a newer version arrives, what the person has typed stays (`rebase`). */
export function useDraft<F extends object, V extends Version>(
  version: V,
  present: F,
): DraftOf<F, V> {
  const [state, setState] = useState<State<F, V>>(() => ({
    seen: version,
    draft: { base: present, typed: present },
    theirs: {},
  }));
  let now = state;
  if (version !== state.seen) {
    const { draft, theirs } = rebase(state.draft, present);
    now = { seen: version, draft, theirs };
    setState(now);
  }
  const { draft, theirs, seen } = now;
  return {
    typed: draft.typed,
    seen,
    theirs,
    change: (over) =>
      setState((before) => {
        const { base, typed } = before.draft;
        return { ...before, draft: { base, typed: { ...typed, ...over } } };
      }),
  };
}
