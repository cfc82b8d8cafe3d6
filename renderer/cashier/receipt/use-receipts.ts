import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReceiptsFilter } from '../../../shared/device/commands/books.ts';
import type {
  ListedReceipt,
  ReceiptRow,
  ReceiptsPage,
} from '../../../shared/device/receipts/receipt-list.ts';
import { useCashier } from '../common/context.tsx';
import type { Search } from '../history/use-history.ts';

/** Which receipts the list shows. `none`: payments that have no receipt. */
export type Shown =
  | { readonly kind: 'all' | 'refunds' | 'none' }
  | {
      readonly kind: 'tender';
      readonly tender: ListedReceipt['tender'];
      readonly tenderName: string | null;
    };

export const ALL_RECEIPTS: Shown = { kind: 'all' };

export type Receipts = {
  readonly rows: readonly ReceiptRow[];
  /** Null until the till has answered. */
  readonly counts: ReceiptsPage['counts'] | null;
  /** Loads the next page; null after the last page. */
  readonly more: (() => void) | null;
  readonly failed: boolean;
  /** Reads the list anew, such as after a refund. */
  readonly again: () => void;
};

type Read = {
  readonly filter: ReceiptsFilter;
  readonly pages: readonly ReceiptsPage[];
  readonly failed: boolean;
};
const NOTHING: Read = { filter: {}, pages: [], failed: false };

function filterOf({ text, day }: Search, shown: Shown): ReceiptsFilter {
  return {
    text,
    from: day,
    to: day,
    refunds: shown.kind === 'refunds',
    tender: shown.kind === 'tender' ? shown.tender : null,
    tenderName: shown.kind === 'tender' ? shown.tenderName : null,
  };
}

/** The receipts of the till's books that fit. The rows of the last answer stay until the next one is here. */
export function useReceipts(search: Search, shown: Shown, hasBooks: boolean): Receipts {
  const { till } = useCashier();
  const [read, setRead] = useState<Read>(NOTHING);
  const [asked, setAsked] = useState(0);
  const wanted = useRef<ReceiptsFilter | null>(null);
  const ask = useCallback(
    (filter: ReceiptsFilter, before: number | null) => {
      wanted.current = filter;
      void till.call({ type: 'receipts', filter: { ...filter, before } }).then((answer) => {
        // An answer to an older search must not replace a newer one.
        if (wanted.current !== filter) return;
        const page = answer?.ok === true ? answer.value.receipts : null;
        setRead(({ pages }) => {
          const kept = before === null ? [] : pages;
          return { filter, pages: page === null ? kept : [...kept, page], failed: page === null };
        });
      });
    },
    [till],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question asks again
  useEffect(() => {
    if (hasBooks) ask(filterOf(search, shown), null);
  }, [search, shown, hasBooks, ask, asked]);
  const next = read.pages.at(-1)?.next ?? null;
  return {
    rows: read.pages.flatMap(({ rows }) => rows),
    counts: read.pages[0]?.counts ?? null,
    more: next === null ? null : () => ask(read.filter, next),
    failed: read.failed,
    again: () => setAsked((before) => before + 1),
  };
}
