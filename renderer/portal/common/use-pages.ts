import { useRef, useState } from 'react';
import type { ApiAnswer } from '../../state/api-answer.ts';
import { usePortal } from './context.tsx';
import { useLoaded } from './use-loaded.ts';

type AnyPage = { readonly items: readonly unknown[]; readonly next: string | null };
type Item<P extends AnyPage> = P['items'][number];
/** The pages of a list of which the reader has loaded more than the first. */
type Further<P> = { readonly key: string; readonly pages: readonly P[] };

/**
 * A long list in pages. The first page is reloaded regularly. After the reader has loaded a second page the
 * list stays as it is, so that no row moves: a page continues the one before it, and a later answer for the
 * first page would leave a gap between them.
 */
export function usePages<P extends AnyPage>(
  key: string,
  load: (after: string | null) => Promise<ApiAnswer<P>>,
  every: number | null = null,
) {
  const { portal } = usePortal();
  const [further, setFurther] = useState<Further<P>>({ key, pages: [] });
  /** Counts what makes the answer for a further page old. */
  const turn = useRef(0);
  const stays = further.key === key && further.pages.length > 0;
  const first = useLoaded(key, () => load(null), stays ? null : every);
  const newest = first.value === null ? [] : [first.value];
  const pages: readonly P[] = stays ? further.pages : newest;
  const last = pages.at(-1) ?? null;
  const next = last?.next ?? null;
  const items: readonly Item<P>[] | null =
    last === null ? null : pages.flatMap<Item<P>>((page) => page.items);
  return {
    items,
    /** The page that was loaded last. */
    last,
    problem: first.problem,
    reload() {
      turn.current += 1;
      setFurther({ key, pages: [] });
      first.reload();
    },
    /** Loads the next page; null after the last page. */
    more:
      next === null
        ? null
        : async () => {
            const begun = turn.current;
            const page = await portal.act(() => load(next));
            if (page !== null && turn.current === begun)
              setFurther({ key, pages: [...pages, page] });
          },
  };
}
