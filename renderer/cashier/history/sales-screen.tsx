import { type ReactNode, useEffect, useState } from 'react';
import { type HistorySale, historyStatement } from '../../../shared/device/history/history.ts';
import { groupOf, methodOf } from '../../../shared/device/history/search.ts';
import { DOCUMENT_WORDS } from '../../../shared/documents/words.ts';
import type { TenderId } from '../../../shared/ids/host-ids.ts';
import { subtract, ZERO } from '../../../shared/money/money.ts';
import { present } from '../../../shared/objects/present.ts';
import { bookedNumber } from '../../../shared/protocol/receipt-number.ts';
import type { RefundView, SaleView } from '../../../shared/terminal/sale/state.ts';
import { Field } from '../../ui/field.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Seal } from '../../ui/seal.tsx';
import { EmptySlot, Perforation, Slip, SlipTotal } from '../../ui/slip.tsx';
import { useCashier, useShop } from '../common/context.tsx';
import { ProblemNotice } from '../common/problem.tsx';
import { StatusStrip } from '../common/strip.tsx';
import { EmailKey, useEmailNote } from '../email/email-key.tsx';
import { PrintKey, usePrintNote } from '../sale/print-key.tsx';
import { SaleSlip } from '../sale/sale-slip.tsx';
import { AmountRow, OneRow } from '../sale/slip-lines.tsx';
import { kindWord } from '../sale/state-text.ts';
import { BillRefund } from './bill-refund.tsx';
import { CurrentSaleSide } from './current-sale-side.tsx';
import type { RefundDraft } from './refund-draft.ts';
import { RefundKey } from './refund-key.tsx';
import { RefundLines } from './refund-lines.tsx';
import { RefundSide } from './refund-side.tsx';
import { RefundSlip } from './refund-slip.tsx';
import { SalesList, toneOfSale } from './sales-list.tsx';
import { SearchSide } from './search-side.tsx';
import { type History, refundsOf, type Search, useHistory } from './use-history.ts';

type EndedSaleSlipProps = {
  readonly sale: HistorySale;
  /** The number of its receipt; null if none is known. */
  readonly receipt: number | null;
  /** The refunds of this sale. */
  readonly children: ReactNode;
};

/** The slip of a sale that the terminal no longer holds, drawn from the history. */
function EndedSaleSlip({ sale, receipt, children }: EndedSaleSlipProps) {
  const { words } = useCashier();
  const format = useFormat();
  const money = { currency: sale.currency };
  const struck = groupOf(sale) === 'not_paid';
  const statement = historyStatement(sale);
  return (
    <Slip label={words.slipLabel} torn={sale.ended !== null}>
      <p className="slip-head">
        <span>{words.saleNumber(sale.number)}</span>
        <span>{format.dateTime(sale.started)}</span>
      </p>
      <table className={struck ? 'slip-lines slip-struck' : 'slip-lines'}>
        <tbody>
          <OneRow label={sale.text ?? words.openPrice} amount={sale.amount} {...money} />
          {sale.additional > 0 && (
            <AmountRow label={words.additional} amount={sale.additional} {...money} />
          )}
          {statement.captured > 0 && statement.released > 0 && (
            <AmountRow
              label={words.slipReturned}
              amount={subtract(ZERO, statement.released)}
              {...money}
            />
          )}
        </tbody>
      </table>
      <Perforation />
      <SlipTotal label={kindWord(sale.state, words)} amount={statement.captured} {...money} />
      {children}
      <Perforation />
      <SaleFacts sale={sale} receipt={receipt} />
    </Slip>
  );
}

/** References of a sale, for a call to support. */
function SaleFacts({ sale, receipt }: Pick<EndedSaleSlipProps, 'sale' | 'receipt'>) {
  const { words, language } = useCashier();
  const { settings } = useShop();
  const facts = [
    [words.receiptName, receipt === null ? null : bookedNumber(settings.posId, receipt)],
    [words.slipReference, sale.tid],
    [words.unclaimedTill, sale.reference],
  ] as const;
  return (
    <dl className="slip-facts">
      <dt>{words.searchMethods}</dt>
      <dd>{DOCUMENT_WORDS[language].methods[methodOf(sale.method)]}</dd>
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name} className="slip-fact">
            <dt>{name}</dt>
            <dd className="mono">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

type PaymentsProps = {
  readonly search: Search;
  readonly setSearch: (search: Search) => void;
  readonly searching: boolean;
  readonly setSearching: (searching: boolean) => void;
  readonly chips: ReactNode;
  /** Only payments without a receipt; false at a till without books, which has no receipts. */
  readonly withoutReceipt: boolean;
};

/** The payments of this till: find one, see its slip, continue it or refund it. */
export function PaymentsScreen(props: PaymentsProps) {
  const { search, setSearch, searching, setSearching, chips, withoutReceipt } = props;
  const { words } = useCashier();
  const { view } = useShop();
  const [draft, setDraft] = useState<RefundDraft | null>(null);
  const [bill, setBill] = useState<string | null>(null);
  const history = useHistory(search, withoutReceipt);
  const [picked, setPicked] = usePicked(history, search);
  const historySale = history.find(picked);
  const sale = view.sales.find(({ id }) => id === historySale?.id) ?? null;
  const refunding = draft !== null && historySale !== null && draft.saleId === historySale.id;
  const pick = (id: string) => {
    setPicked(id);
    setSearching(false);
    setDraft(null);
  };
  const sharedBill = useSharedBill(historySale?.tender, refunding);
  if (bill !== null && refunding) {
    const end = () => {
      setBill(null);
      setDraft(null);
    };
    return <BillRefund bill={bill} onBack={() => setBill(null)} onEnd={end} />;
  }
  const mode = refunding ? 'till-refund' : searching ? 'till-search' : '';
  return (
    <main className={`till till-list ${mode}`}>
      <SalesList
        history={history}
        search={search}
        setSearch={setSearch}
        searching={searching}
        setSearching={setSearching}
        chips={chips}
        picked={historySale?.id ?? null}
        onPick={pick}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long slip is scrolled with the arrow keys */}
      <section className="counter list-slip" aria-label={words.slipLabel} tabIndex={0}>
        {refunding ? (
          <RefundSlip draft={draft} setDraft={setDraft} sale={historySale} />
        ) : (
          <PickedSlip sale={sale} historySale={historySale} history={history} />
        )}
      </section>
      {refunding ? (
        <RefundSide
          key={draft.saleId}
          draft={draft}
          setDraft={setDraft}
          sale={historySale}
          onRefunded={() => setDraft(null)}
          onBill={sharedBill === null ? undefined : () => setBill(sharedBill)}
        />
      ) : searching ? (
        <SearchSide search={search} setSearch={setSearch} onDone={() => setSearching(false)} />
      ) : sale !== null ? (
        <CurrentSaleSide
          sale={sale}
          historySale={historySale}
          refunds={history.refunds}
          receipt={history.receiptOf(sale.id)}
          onRefund={setDraft}
        />
      ) : (
        <EndedSaleSide
          sale={historySale}
          refunds={history.refunds}
          receipt={historySale === null ? null : history.receiptOf(historySale.id)}
          onRefund={setDraft}
        />
      )}
    </main>
  );
}

/**
 * The bill of which this payment paid a share, so that its refund can go on to the products of the bill; null for any other
 * payment, and until the till has answered.
 */
function useSharedBill(tender: TenderId | undefined, refunding: boolean): string | null {
  const { till } = useCashier();
  const [read, setRead] = useState<{ tender: TenderId; bill: string | null } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest of the bill may have been paid meanwhile
  useEffect(() => {
    if (tender === undefined) return;
    let isWanted = true;
    void till.call({ type: 'find_tender', tender }).then((answer) => {
      if (isWanted && answer?.ok === true) {
        setRead({ tender, bill: answer.value.receipt.sharedBill });
      }
    });
    return () => {
      isWanted = false;
    };
  }, [till, tender, refunding]);
  return read?.tender === tender ? (read?.bill ?? null) : null;
}

/**
 * The selected sale. At first and after a new search it is the first of the list. It stays selected when
 * the list changes: the keys of a sale must not become those of another sale under the cashier's finger.
 */
function usePicked(history: History, search: Search) {
  const [picked, setPicked] = useState<{ id: string; search: Search } | null>(null);
  const { sales } = history;
  if (picked?.search !== search) {
    const first = sales.find((sale) => sale.id === picked?.id) ?? sales[0];
    if (first !== undefined) setPicked({ id: first.id, search });
  }
  const id = picked?.search === search ? picked.id : null;
  return [id, (next: string) => setPicked({ id: next, search })] as const;
}

type PickedProps = {
  readonly sale: SaleView | null;
  readonly historySale: HistorySale | null;
  readonly history: History;
};

function PickedSlip({ sale, historySale, history }: PickedProps) {
  const { words } = useCashier();
  if (historySale === null) return <EmptySlot>{words.salesPick}</EmptySlot>;
  const lines = <RefundLines refunds={refundsOf(historySale.tid, history.refunds)} />;
  const receipt = history.receiptOf(historySale.id);
  if (sale === null) {
    return (
      <EndedSaleSlip sale={historySale} receipt={receipt}>
        {lines}
      </EndedSaleSlip>
    );
  }
  return <SaleSlip key={sale.id} sale={sale} receipt={receipt} logLines={14} foot={lines} />;
}

/** The payment whose receipt the host finds, also if only the history has the sale. */
const paymentOf = ({ id, tender }: HistorySale) =>
  ({ kind: 'sale', id, ...present({ tender }) }) as const;

type EndedSaleSideProps = {
  readonly sale: HistorySale | null;
  readonly refunds: readonly RefundView[];
  /** The number of its receipt; null if none is known. */
  readonly receipt: number | null;
  readonly onRefund: (draft: RefundDraft) => void;
};

/** The state of a sale that only the history holds, and the actions that it allows. */
export function EndedSaleSide({ sale, refunds, receipt, onRefund }: EndedSaleSideProps) {
  const { words } = useCashier();
  const of = sale === null ? null : paymentOf(sale);
  const ordered = useEmailNote(of);
  const note = usePrintNote(sale?.id ?? null) ?? ordered;
  if (sale === null || of === null) {
    return (
      <section className="deck till-right list-field">
        <StatusStrip />
      </section>
    );
  }
  const tone = toneOfSale(sale);
  const isRefunded = tone === 'refunded';
  const word = isRefunded ? words.wordRefunded : kindWord(sale.state, words);
  return (
    <Field tone={tone} className="till-right list-field" label={word}>
      <StatusStrip />
      <div className="field-body">
        <Seal tone={tone} size={120} className="state-seal" />
        <h2 className="list-word">{word}</h2>
        <ProblemNotice />
        <div className="state-keys">
          <RefundKey sale={sale} refunds={refunds} onRefund={onRefund} />
          {groupOf(sale) !== 'not_paid' && (
            <PrintKey key={sale.id} saleId={sale.id} refunded={isRefunded} started={sale.started} />
          )}
          {!isRefunded && receipt !== null && <EmailKey of={of} amount={sale.captured} />}
          {note !== null && (
            <p className="print-note" role="status">
              {note}
            </p>
          )}
        </div>
      </div>
    </Field>
  );
}
