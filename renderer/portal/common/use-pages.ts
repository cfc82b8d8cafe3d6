import { useState } from 'react';
import type { ApiAnswer } from '../../state/api-answer.ts';
import { usePortal } from './context.tsx';
import { useLoaded } from './use-loaded.ts';

type AnyPage = { readonly items: readonly unknown[]; readonly next: string | null };
type Item<P extends AnyPage> = P['items'][number];
type Further<P extends AnyPage> = {
  readonly key: string;
  readonly items: readonly Item<P>[];
  readonly last: P | null;
};

/**
 * A long list in pages. The first page is reloaded regularly. After the reader has loaded a second
 * page the list stays as it is, so that no row moves.
 */
export function usePages<P extends AnyPage>(
  key: string,
  load: (after: string | null) => Promise<ApiAnswer<P>>,
  every: number | null = null,
) {
  const { portal } = usePortal();
  const [more, setMore] = useState<Further<P>>({ key, items: [], last: null });
  const further: Further<P> = more.key === key ? more : { key, items: [], last: null };
  const still = further.last !== null;
  const first = useLoaded(key, () => load(null), still ? null : every);
  const last = further.last ?? first.value;
  const next = last?.next ?? null;
  const items: readonly Item<P>[] | null =
    first.value === null ? null : [...first.value.items, ...further.items];
  return {
    items,
    /** The page that was loaded last. */
    last,
    problem: first.problem,
    reload() {
      setMore({ key, items: [], last: null });
      first.reload();
    },
    /** Loads the next page; null after the last page. */
    more:
      next === null
        ? null
        : async () => {
            const page = await portal.act(() => load(next));
            if (page === null) return;
            setMore({ key, items: [...further.items, ...page.items], last: page });
          },
  };
}
