import { useCallback, useEffect, useRef, useState } from 'react';
import type { ApiAnswer, ApiProblem } from '../../state/api-answer.ts';
import { ring } from '../../ui/countdown.tsx';
import { usePortal } from './context.tsx';

/** A value that the page loads from the service. The old value stays during a reload. */
export type Loaded<T> = {
  readonly value: T | null;
  readonly problem: ApiProblem | null;
  readonly reload: () => void;
};

type Known<T> = {
  readonly key: string;
  readonly value: T | null;
  readonly problem: ApiProblem | null;
};

/**
 * Loads the value of `key`, again when the key changes, and every `every` milliseconds while the
 * page is visible. An answer for an old key is dropped. So is an answer that comes after the answer to a
 * read that began later.
 */
export function useLoaded<T>(
  key: string,
  load: () => Promise<ApiAnswer<T>>,
  every: number | null = null,
): Loaded<T> {
  const { portal } = usePortal();
  const [known, setKnown] = useState<Known<T>>({ key, value: null, problem: null });
  const latest = useRef({ key, load });
  latest.current = { key, load };
  const reads = useRef({ begun: 0, answered: 0 });
  const reload = useCallback(() => {
    const current = latest.current;
    reads.current.begun += 1;
    const read = reads.current.begun;
    void current.load().then((answer) => {
      if (latest.current.key !== current.key || read < reads.current.answered) return;
      reads.current.answered = read;
      if (answer.ok) setKnown({ key: current.key, value: answer.value, problem: null });
      else {
        const { problem } = answer;
        setKnown((before) => ({
          key: current.key,
          value: before.key === current.key ? before.value : null,
          problem,
        }));
        if (problem.kind === 'signed_out') portal.ended(problem);
      }
    });
  }, [portal]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key reloads
  useEffect(reload, [key, reload]);
  useEffect(() => {
    if (every === null) return;
    return ring(every, true, () => {
      if (document.visibilityState === 'visible') reload();
    });
  }, [every, reload]);
  const fresh = known.key === key;
  return { value: fresh ? known.value : null, problem: fresh ? known.problem : null, reload };
}
