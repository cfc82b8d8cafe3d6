import { useState } from 'react';
import type { HistorySale } from '../../shared/history/history.ts';
import type { SaleView } from '../../shared/terminal/sale/state.ts';
import { EmptySlot } from '../ui/slip.tsx';
import { useShop, useTools } from './context.tsx';
import { PastSide } from './past-side.tsx';
import { PastSlip } from './past-slip.tsx';
import type { RefundDraft } from './refund-draft.ts';
import { RefundLines } from './refund-lines.tsx';
import { RefundSide } from './refund-side.tsx';
import { RefundSlip } from './refund-slip.tsx';
import { SaleSlip } from './sale-slip.tsx';
import { SalesList } from './sales-list.tsx';
import { SalesSide } from './sales-side.tsx';
import { SearchSide } from './search-side.tsx';
import { type History, NO_SEARCH, refundsOf, useHistory } from './use-history.ts';

/** The till's sales: find one, see its slip, go on with it, or give money of it back. */
export function SalesScreen() {
  const { words } = useTools();
  const { view } = useShop();
  const [search, setSearch] = useState(NO_SEARCH);
  const [searching, setSearching] = useState(false);
  const [picked, setPicked] = useState<string | null>(null);
  const [draft, setDraft] = useState<RefundDraft | null>(null);
  const history = useHistory(search);
  const past = history.sales.find(({ id }) => id === picked) ?? history.sales[0] ?? null;
  const sale = view.sales.find(({ id }) => id === past?.id) ?? null;
  const refunding = draft !== null && past !== null && draft.saleId === past.id;
  const pick = (id: string) => {
    setPicked(id);
    setSearching(false);
    setDraft(null);
  };
  const mode = refunding ? 'till-refund' : searching ? 'till-search' : '';
  return (
    <main className={`till till-list ${mode}`}>
      <SalesList
        {...{ history, search, setSearch, searching, setSearching }}
        picked={past?.id ?? null}
        onPick={pick}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long slip is scrolled with the arrow keys */}
      <section className="counter list-slip" aria-label={words.slipLabel} tabIndex={0}>
        {refunding ? (
          <RefundSlip draft={draft} sale={past} />
        ) : (
          <PickedSlip {...{ sale, past, history }} />
        )}
      </section>
      {refunding ? (
        <RefundSide key={draft.saleId} {...{ draft, setDraft }} sale={past} />
      ) : searching ? (
        <SearchSide {...{ search, setSearch }} onDone={() => setSearching(false)} />
      ) : sale !== null ? (
        <SalesSide sale={sale} past={past} refunds={history.refunds} onRefund={setDraft} />
      ) : (
        <PastSide sale={past} refunds={history.refunds} onRefund={setDraft} />
      )}
    </main>
  );
}

type PickedProps = {
  readonly sale: SaleView | null;
  readonly past: HistorySale | null;
  readonly history: History;
};

function PickedSlip({ sale, past, history }: PickedProps) {
  const { words } = useTools();
  if (past === null) return <EmptySlot>{words.salesPick}</EmptySlot>;
  const lines = <RefundLines refunds={refundsOf(past.tid, history.refunds)} />;
  if (sale === null) return <PastSlip sale={past}>{lines}</PastSlip>;
  return <SaleSlip key={sale.id} sale={sale} logLines={14} foot={lines} />;
}
