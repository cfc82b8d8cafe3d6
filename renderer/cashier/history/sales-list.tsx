import { type ReactNode, useRef } from 'react';
import { type HistorySale, historyStatement } from '../../../shared/device/history/history.ts';
import { statedOf } from '../../../shared/payment/statement.ts';
import { shortNumber } from '../../../shared/protocol/receipt-number.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import { KIND_TONES } from '../../state/history.ts';
import type { Tone } from '../../state/tone.ts';
import { useNow } from '../../ui/countdown.tsx';
import { useFormat } from '../../ui/format.tsx';
import { CalendarDays, Search as SearchIcon, X } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { useAmountText, useCashier, useShop, useTillState } from '../common/context.tsx';
import { BrandStrip } from '../common/strip.tsx';
import { kindWord } from '../sale/state-text.ts';
import { ListRow } from './list-row.tsx';
import { type History, NO_SEARCH, type Search } from './use-history.ts';

type ListTopProps = {
  readonly search: Search;
  readonly setSearch: (search: Search) => void;
  readonly searching: boolean;
  readonly setSearching: (searching: boolean) => void;
  /** The filters of receipts; null at a till without books. */
  readonly chips: ReactNode;
};

/** What stands above every list: the shop, the head, the search line and the filters. */
export function ListTop({ chips, ...search }: ListTopProps) {
  const { till, words } = useCashier();
  const { settings } = useShop();
  const backOffice = useTillState((state) => state.snapshot?.backOffice !== undefined);
  const hasBooks = useTillState((state) => state.snapshot?.books !== undefined);
  return (
    <>
      <BrandStrip shop={settings.shop.name} />
      <div className="list-head">
        <h1>{hasBooks ? words.receipts : words.salesHead}</h1>
        {backOffice && (
          <button type="button" className="strip-key" onClick={() => till.show('day')}>
            <CalendarDays size={18} aria-hidden="true" />
            {hasBooks ? words.reports : words.day}
          </button>
        )}
      </div>
      <SearchLine {...search} label={hasBooks ? words.receiptsSearch : words.searchLabel} />
      {chips}
    </>
  );
}

type MoreProps = { readonly failed: boolean; readonly more: (() => void) | null };

/** What stands below every list: that it could not be read, and the key of its next page. */
export function MoreKey({ failed, more }: MoreProps) {
  const { words } = useCashier();
  return (
    <>
      {failed && <p className="list-empty">{words.searchTrouble}</p>}
      {more !== null && (
        <Ghost className="list-more" onPress={more}>
          {words.searchMore}
        </Ghost>
      )}
    </>
  );
}

type SalesListProps = ListTopProps & {
  readonly history: History;
  readonly picked: string | null;
  readonly onPick: (saleId: string) => void;
};

/** The list of sales that match the search, and the search line. */
export function SalesList(props: SalesListProps) {
  const { history, picked, onPick, ...top } = props;
  const { search } = top;
  const { words } = useCashier();
  const { view } = useShop();
  const now = useNow(30_000);
  const { sales, more, failed } = history;
  const isAll = search === NO_SEARCH;
  const empty = isAll && view.sales.length === 0 ? words.salesEmpty : words.searchNone;
  return (
    <section className="counter list-side">
      <ListTop {...top} />
      <p className="list-count" role="status">
        {words.searchFound(sales.length, more !== null)}
      </p>
      {sales.length === 0 && <p className="list-empty">{empty}</p>}
      <ul className="list">
        {sales.map((sale) => (
          <li key={sale.id}>
            <SaleRow
              sale={sale}
              now={now}
              receipt={history.receiptOf(sale.id)}
              picked={sale.id === picked}
              onPick={() => onPick(sale.id)}
            />
          </li>
        ))}
      </ul>
      <MoreKey failed={failed} more={more} />
    </section>
  );
}

/** The search line. The hardware keyboard types into it; a touch opens the keys on the deck. */
function SearchLine({
  search,
  setSearch,
  searching,
  setSearching,
  label,
}: Omit<ListTopProps, 'chips'> & { readonly label: string }) {
  const { words } = useCashier();
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="search-line">
      <SearchIcon size={20} aria-hidden="true" />
      <input
        ref={field}
        type="text"
        value={search.text}
        placeholder={label}
        aria-label={label}
        inputMode="none"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        data-active={searching ? '' : undefined}
        onClick={() => setSearching(true)}
        onChange={(event) => {
          setSearching(true);
          setSearch({ ...search, text: event.target.value });
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') setSearching(!searching);
          if (event.key !== 'Escape') return;
          setSearch(NO_SEARCH);
          setSearching(false);
        }}
      />
      {search !== NO_SEARCH && (
        <button
          type="button"
          className="search-clear"
          aria-label={words.searchClear}
          onClick={() => {
            setSearch(NO_SEARCH);
            field.current?.focus();
          }}
        >
          <X size={20} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

const withReceipt = (when: string, receipt: number | null) =>
  receipt === null ? when : `${shortNumber(receipt)} · ${when}`;

type SaleRowProps = {
  readonly sale: HistorySale;
  readonly now: number;
  /** The number of its receipt; null if none is known. */
  readonly receipt: number | null;
  readonly picked: boolean;
  readonly onPick: () => void;
};

function SaleRow({ sale, now, receipt, picked, onPick }: SaleRowProps) {
  const { words } = useCashier();
  const format = useFormat();
  const { view } = useShop();
  const amount = useAmountText();
  const current = view.sales.find(({ id }) => id === sale.id);
  return (
    <ListRow
      tone={toneOfSale(sale)}
      picked={picked}
      onPick={onPick}
      head={sale.label ?? sale.text ?? words.saleNumber(sale.number)}
      at={sale.started}
      when={withReceipt(format.recent(sale.started, now), receipt)}
      word={wordOfSale(sale, amount(sale.refunded, sale.currency), words)}
      amount={statedOf(current?.money ?? historyStatement(sale)).amount}
      currency={sale.currency}
    />
  );
}

/** The tone of a sale: `refunded` if all of it was refunded, else by its state. */
export function toneOfSale(sale: HistorySale): Tone {
  const all = sale.refunded > 0 && sale.refunded >= sale.captured;
  return all ? 'refunded' : KIND_TONES[sale.state];
}

function wordOfSale(sale: HistorySale, back: string, words: CashierWords): string {
  if (toneOfSale(sale) === 'refunded') return words.wordRefunded;
  const word = kindWord(sale.state, words);
  return sale.refunded > 0 ? words.refundedPart(word, back) : word;
}
