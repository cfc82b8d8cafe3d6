import { type ReactNode, useEffect, useRef, useState } from 'react';
import { movedBy } from '../../../shared/books/receipts.ts';
import type { ReceiptPage, ShownReceipt } from '../../../shared/device/commands/book-answers.ts';
import { type HistorySale, saleOfPayment } from '../../../shared/device/history/history.ts';
import type { ReceiptRow } from '../../../shared/device/receipts/receipt-list.ts';
import { add, type MoneyInteger, money, ZERO } from '../../../shared/money/money.ts';
import { shortNumber } from '../../../shared/protocol/receipt-number.ts';
import { standingOf } from '../../state/history.ts';
import { useNow } from '../../ui/countdown.tsx';
import { Check, Printer, Undo2 } from '../../ui/icons.ts';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { EmptySlot, Slip } from '../../ui/slip.tsx';
import { useAmountText, useBusy, useCashier, useShop, useTillState } from '../common/context.tsx';
import { ReceiptDocumentSlip, usePrintReceipt } from '../common/print-receipt.tsx';
import { ProblemNotice } from '../common/problem.tsx';
import { StatusStrip } from '../common/strip.tsx';
import { EmailKey, useEmailNote } from '../email/email-key.tsx';
import { BillRefund } from '../history/bill-refund.tsx';
import type { RefundDraft } from '../history/refund-draft.ts';
import { RefundKey } from '../history/refund-key.tsx';
import { RefundLines, RefundStands } from '../history/refund-lines.tsx';
import { RefundSide } from '../history/refund-side.tsx';
import { RefundSlip } from '../history/refund-slip.tsx';
import { ListTop, MoreKey } from '../history/sales-list.tsx';
import { PaymentsScreen } from '../history/sales-screen.tsx';
import { SearchSide } from '../history/search-side.tsx';
import { NO_SEARCH, refundsOf, type Search } from '../history/use-history.ts';
import { ReceiptCode, ReceiptKey } from '../sale/receipt-code.tsx';
import { ReceiptRefund } from './receipt-refund.tsx';
import { ReceiptChips, ReceiptRowKey } from './receipt-rows.tsx';
import { ALL_RECEIPTS, type Receipts, type Shown, useReceipts } from './use-receipts.ts';

/**
 * All receipts of this till, and as one of its filters the payments that have none (D-581). A till without books, such as one
 * in another program, has payments only.
 */
export function ReceiptsScreen() {
  const hasBooks = useTillState(({ snapshot }) => snapshot?.books !== undefined);
  const today = useTillState(({ snapshot }) => snapshot?.books?.day ?? null);
  const [search, setSearch] = useState(NO_SEARCH);
  const [searching, setSearching] = useState(false);
  const [shown, setShown] = useState(ALL_RECEIPTS);
  const receipts = useReceipts(search, shown, hasBooks && shown.kind !== 'none');
  useScannedReceipt((text) => {
    setSearch({ ...NO_SEARCH, text });
    setShown(ALL_RECEIPTS);
    setSearching(false);
  });
  const chips = hasBooks ? (
    <ReceiptChips
      shown={shown}
      setShown={setShown}
      counts={receipts.counts}
      today={search.day !== null && search.day === today}
      onToday={() => setSearch({ ...search, day: search.day === today ? null : today })}
    />
  ) : null;
  const searched = { search, setSearch, searching, setSearching, chips };
  if (!hasBooks || shown.kind === 'none')
    return <PaymentsScreen {...searched} withoutReceipt={hasBooks} />;
  return <ReceiptList {...searched} shown={shown} receipts={receipts} />;
}

/** Calls `find` with the code of each receipt that is scanned while the list is open. */
function useScannedReceipt(find: (text: string) => void): void {
  const scanned = useTillState((state) => state.scannedReceipt);
  const [before, setBefore] = useState(scanned);
  if (scanned === before) return;
  setBefore(scanned);
  if (scanned !== null) find(scanned.text);
}

/** What is done with the selected receipt. */
type Doing =
  | { readonly kind: 'cash'; readonly page: ReceiptPage }
  | { readonly kind: 'bill'; readonly bill: string; readonly page: ReceiptPage }
  /** A refund to the phone is on its way; `earlier` are the refunds before it. */
  | { readonly kind: 'made'; readonly earlier: ReadonlySet<string> }
  | null;

type ListProps = {
  readonly search: Search;
  readonly setSearch: (search: Search) => void;
  readonly searching: boolean;
  readonly setSearching: (searching: boolean) => void;
  readonly chips: ReactNode;
  readonly shown: Shown;
  readonly receipts: Receipts;
};

function ReceiptList(props: ListProps) {
  const { search, setSearch, searching, setSearching, chips, shown, receipts } = props;
  const { words } = useCashier();
  const { view, settings } = useShop();
  const now = useNow(30_000);
  const [picked, setPicked] = usePicked(receipts.rows, search, shown);
  const [doing, setDoing] = useState<Doing>(null);
  // A refund to the phone, which its own slip and deck prepare.
  const [draft, setDraft] = useState<RefundDraft | null>(null);
  const [deck, showDeck] = useShownDeck();
  const row = receipts.rows.find(({ receipt }) => receipt === picked) ?? null;
  const opened = useOpened(picked, doing === null && draft === null);
  const end = () => {
    setDoing(null);
    setDraft(null);
    receipts.again();
  };
  if (doing?.kind === 'cash') return <ReceiptRefund found={doing.page} onEnd={end} />;
  if (doing?.kind === 'bill') {
    return (
      <BillRefund
        bill={doing.bill}
        onBack={() => setDoing(draft === null ? { kind: 'cash', page: doing.page } : null)}
        onEnd={end}
      />
    );
  }
  const sale = paymentOf(opened?.page ?? null, settings.currency);
  const page = opened?.page ?? null;
  const bill = page === null || page.sharedBill === null ? null : { bill: page.sharedBill, page };
  const isRefunding = draft !== null && sale !== null;
  const mode = isRefunding ? 'till-refund' : searching ? 'till-search' : 'till-receipts';
  return (
    <main className={`till till-list ${mode}`}>
      <section className="counter list-side">
        <ListTop
          search={search}
          setSearch={setSearch}
          searching={searching}
          setSearching={setSearching}
          chips={chips}
        />
        <p className="list-count" role="status">
          {receipts.counts !== null && receipts.rows.length === 0 ? words.receiptsNoneFound : ''}
        </p>
        <ul className="list">
          {receipts.rows.map((one) => (
            <li key={one.receipt}>
              <ReceiptRowKey
                row={one}
                now={now}
                picked={one.receipt === picked}
                onPick={() => {
                  setPicked(one.receipt);
                  showDeck();
                  setSearching(false);
                  setDoing(null);
                  setDraft(null);
                }}
              />
            </li>
          ))}
        </ul>
        <MoreKey failed={receipts.failed} more={receipts.more} />
      </section>
      {isRefunding ? (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long slip is scrolled with the arrow keys */}
          <section className="counter list-slip" aria-label={words.slipLabel} tabIndex={0}>
            <RefundSlip draft={draft} setDraft={setDraft} sale={sale} />
          </section>
          <RefundSide
            key={draft.saleId}
            draft={draft}
            setDraft={setDraft}
            sale={sale}
            onRefunded={() => {
              setDoing({ kind: 'made', earlier: new Set(view.refunds.map(({ id }) => id)) });
              setDraft(null);
            }}
            onBill={bill === null ? undefined : () => setDoing({ kind: 'bill', ...bill })}
          />
        </>
      ) : searching ? (
        <SearchSide
          search={search}
          setSearch={setSearch}
          choices={false}
          onDone={() => setSearching(false)}
        />
      ) : (
        <section ref={deck} className="deck receipt-deck">
          <StatusStrip />
          {row === null || opened === null ? (
            <div className="receipt-roll">
              <EmptySlot>{words.receiptPick}</EmptySlot>
            </div>
          ) : doing?.kind === 'made' && sale !== null ? (
            <RefundMade
              key={row.receipt}
              page={opened.page}
              made={refundsOf(sale.tid, view.refunds).filter(({ id }) => !doing.earlier.has(id))}
              onEnd={end}
            />
          ) : (
            <OpenReceipt
              key={row.receipt}
              row={row}
              opened={opened}
              sale={sale}
              onCash={(page) => setDoing({ kind: 'cash', page })}
              onPhone={setDraft}
            />
          )}
        </section>
      )}
    </main>
  );
}

/** Brings the opened receipt in sight after a row was pressed: on a phone it stands below the list. */
function useShownDeck() {
  const deck = useRef<HTMLElement>(null);
  const [presses, setPresses] = useState(0);
  useEffect(() => {
    if (presses > 0) deck.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
  }, [presses]);
  return [deck, () => setPresses(presses + 1)] as const;
}

/** The selected receipt: at first and after a new search the first one of the list. */
function usePicked(rows: readonly ReceiptRow[], search: Search, shown: Shown) {
  const [picked, setPicked] = useState<{ receipt: number; search: Search; shown: Shown } | null>(
    null,
  );
  const isOf = picked?.search === search && picked.shown === shown;
  if (!isOf || !rows.some(({ receipt }) => receipt === picked.receipt)) {
    const first = rows.find(({ receipt }) => receipt === picked?.receipt) ?? rows[0];
    if (first !== undefined) setPicked({ receipt: first.receipt, search, shown });
  }
  const set = (receipt: number) => setPicked({ receipt, search, shown });
  return [picked?.receipt ?? null, set] as const;
}

/** A receipt as it is shown, and what is left of it; without a page for a refund. */
type Opened = {
  readonly receipt: number;
  readonly shown: ShownReceipt;
  readonly page: ReceiptPage | null;
};

/** Reads the selected receipt; null until the till has answered. It is read again after what was done with it. */
function useOpened(receipt: number | null, isIdle: boolean): Opened | null {
  const { till } = useCashier();
  const [opened, setOpened] = useState<Opened | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refund changes what is left
  useEffect(() => {
    if (receipt === null) return;
    let isWanted = true;
    void Promise.all([
      till.call({ type: 'read_receipt', receipt }),
      till.call({ type: 'find_receipt', receipt }),
    ]).then(([shown, found]) => {
      if (!isWanted || shown?.ok !== true) return;
      const page = found?.ok === true ? found.value.receipt : null;
      setOpened({ receipt, shown: shown.value.shown, page });
    });
    return () => {
      isWanted = false;
    };
  }, [till, receipt, isIdle]);
  return opened?.receipt === receipt ? opened : null;
}

/** A receipt that was paid by phone, as a payment that can be refunded; null for every other one. */
function paymentOf(page: ReceiptPage | null, currency: string): HistorySale | null {
  if (page === null || page.receipt.method.kind !== 'phone') return null;
  const { receipt, left } = page;
  const captured = movedBy(receipt);
  return saleOfPayment({
    tid: page.receipt.method.tid,
    at: receipt.at,
    amount: receipt.total,
    additional: receipt.tip,
    currency,
    captured,
    refunded: money(captured - left.total - left.tip),
  });
}

type OpenProps = {
  readonly row: ReceiptRow;
  readonly opened: Opened;
  readonly sale: HistorySale | null;
  readonly onCash: (page: ReceiptPage) => void;
  readonly onPhone: (draft: RefundDraft) => void;
};

/** The receipt as a document, with what can be done with it. */
function OpenReceipt({ row, opened, sale, onCash, onPhone }: OpenProps) {
  const { words } = useCashier();
  const { view } = useShop();
  const busy = useBusy();
  const { print, paper } = usePrintReceipt();
  const [showsCode, setShowsCode] = useState(false);
  const { shown, page } = opened;
  const of = { kind: 'receipt', id: row.receipt } as const;
  const ordered = useEmailNote(of);
  const code = showsCode ? shown.link : null;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long slip is scrolled with the arrow keys */}
      <section className="receipt-roll" tabIndex={0} aria-label={words.slipLabel}>
        {code === null ? <ReceiptDocumentSlip {...shown} /> : <ReceiptCode link={code} />}
      </section>
      <ProblemNotice />
      <p className="print-note" role="status">
        {ordered ?? ''}
      </p>
      <div className="receipt-keys">
        {sale !== null ? (
          <RefundKey sale={sale} refunds={view.refunds} onRefund={onPhone} />
        ) : (
          page !== null &&
          leftOf(page) > 0 && (
            <Ghost className="ghost-tall" disabled={busy} onPress={() => onCash(page)}>
              <Undo2 size={22} aria-hidden="true" />
              {words.refund}
            </Ghost>
          )
        )}
        <EmailKey of={of} amount={row.total} onPress={() => setShowsCode(false)} />
        {shown.link !== null && (
          <ReceiptKey shown={showsCode} onPress={() => setShowsCode(!showsCode)} />
        )}
        <YellowKey bed={false} disabled={busy} onPress={() => void print(row.receipt)}>
          <Printer size={26} aria-hidden="true" />
          {words.receiptPrintKey}
        </YellowKey>
      </div>
      {paper}
    </>
  );
}

const leftOf = ({ left }: ReceiptPage): MoneyInteger => add(left.total, left.tip);

type MadeProps = {
  readonly page: ReceiptPage | null;
  readonly made: ReturnType<typeof refundsOf>;
  readonly onEnd: () => void;
};

/** After a refund to a phone: how it stands, what was given back, what is left, and the receipt of the refund. */
function RefundMade({ page, made, onEnd }: MadeProps) {
  const { till, words } = useCashier();
  const { settings } = useShop();
  const amount = useAmountText();
  const now = useNow(1_000);
  const last = made.at(-1);
  const standing = last === undefined ? 'asked' : standingOf(last, now);
  const given = add(ZERO, ...made.map((one) => one.amount));
  const hasPrinter = useTillState(({ snapshot }) => (snapshot?.printing ?? null) !== null);
  const left = page === null ? null : money(Math.max(0, leftOf(page) - given));
  const isDone = standing === 'done';
  return (
    <div className="receipt-made">
      <RefundStands
        standing={standing}
        reason={last?.reason}
        text={words.billRefundPhone(amount(given, settings.currency))}
      >
        {left !== null && page !== null && standing !== 'refused' && (
          <p className="state-text">
            {words.receiptStays(amount(left, settings.currency), shortNumber(page.number))}
          </p>
        )}
      </RefundStands>
      {made.length > 0 && (
        <Slip label={words.slipLabel} torn={isDone}>
          <RefundLines refunds={made} />
        </Slip>
      )}
      <ProblemNotice />
      <div className="receipt-keys">
        {isDone && hasPrinter && last !== undefined && (
          <Ghost
            className="ghost-tall"
            onPress={() => void till.run({ type: 'print_refund', refund: last.id })}
          >
            <Printer size={22} aria-hidden="true" />
            {words.printRefund}
          </Ghost>
        )}
        <YellowKey bed={false} enter onPress={onEnd}>
          <Check size={26} aria-hidden="true" />
          {words.close}
        </YellowKey>
      </div>
    </div>
  );
}
