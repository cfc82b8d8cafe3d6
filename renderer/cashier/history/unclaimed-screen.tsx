import { useState } from 'react';
import { type HistorySale, saleOfPayment } from '../../../shared/device/history/history.ts';
import { type MoneyInteger, subtract } from '../../../shared/money/money.ts';
import { statedOf } from '../../../shared/payment/statement.ts';
import { classOf } from '../../../shared/protocol/status-class.ts';
import type { RefundView, UnclaimedView } from '../../../shared/terminal/sale/state.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import type { Tone } from '../../state/tone.ts';
import { useFormat } from '../../ui/format.tsx';
import { Ghost } from '../../ui/key.tsx';
import { Seal } from '../../ui/seal.tsx';
import { EmptySlot, Perforation, Slip, SlipTotal } from '../../ui/slip.tsx';
import { useBusy, useCashier, useShop } from '../common/context.tsx';
import { ProblemNotice } from '../common/problem.tsx';
import { BrandStrip, StatusStrip } from '../common/strip.tsx';
import { ListRow } from './list-row.tsx';
import type { RefundDraft } from './refund-draft.ts';
import { RefundKey } from './refund-key.tsx';
import { RefundLines } from './refund-lines.tsx';
import { RefundSide } from './refund-side.tsx';
import { RefundSlip } from './refund-slip.tsx';
import { refundsOf, sumOf } from './use-history.ts';

/** Results that belong to no sale of this till. Each stays until a person marks it as resolved. */
export function UnclaimedScreen() {
  const { words } = useCashier();
  const { view, settings } = useShop();
  const [picked, setPicked] = useState<string | null>(null);
  const [draft, setDraft] = useState<RefundDraft | null>(null);
  const [first] = view.unclaimed;
  // Only the first one is selected by itself. After a payment is resolved the cashier selects the next
  // one: a second press of the key must not resolve a payment that the cashier has not looked at.
  if (picked === null && first !== undefined) setPicked(first.tid);
  const one = view.unclaimed.find((entry) => entry.tid === picked);
  const payment = one === undefined ? null : paymentOf(one, view.refunds);
  const refunding = payment !== null && draft?.saleId === payment.id ? draft : null;
  const pick = (tid: string) => {
    setPicked(tid);
    setDraft(null);
  };
  return (
    <main className={refunding === null ? 'till till-list' : 'till till-list till-refund'}>
      <section className="counter list-side">
        <BrandStrip shop={settings.shop.name} />
        <div className="list-head">
          <h1>{words.unclaimedHead}</h1>
        </div>
        {first === undefined && <p className="list-empty">{words.unclaimedNone}</p>}
        <ul className="list">
          {view.unclaimed.map((entry) => (
            <li key={entry.tid}>
              <ListRow
                {...describe(entry, words)}
                picked={entry === one}
                onPick={() => pick(entry.tid)}
                head={entry.tid}
                at={entry.at}
                amount={entry.money === null ? null : statedOf(entry.money).amount}
                currency={entry.currency ?? settings.currency}
              />
            </li>
          ))}
        </ul>
      </section>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long slip is scrolled with the arrow keys */}
      <section className="counter list-slip" aria-label={words.slipLabel} tabIndex={0}>
        {refunding !== null && payment !== null ? (
          <RefundSlip draft={refunding} setDraft={setDraft} sale={payment} />
        ) : (
          <PickedSlip entry={one} waiting={first !== undefined} />
        )}
      </section>
      {refunding !== null && payment !== null ? (
        <RefundSide
          key={payment.id}
          draft={refunding}
          setDraft={setDraft}
          sale={payment}
          onRefunded={() => setDraft(null)}
        />
      ) : (
        <UnclaimedSide entry={one} payment={payment} onRefund={setDraft} />
      )}
    </main>
  );
}

type UnclaimedSideProps = {
  /** The selected payment. */
  readonly entry: UnclaimedView | undefined;
  /** The same payment as a sale, if it can be refunded. */
  readonly payment: HistorySale | null;
  readonly onRefund: (draft: RefundDraft) => void;
};

/**
 * The actions for the selected payment. There is no key that resolves all at once: a person decides
 * about each payment.
 */
function UnclaimedSide({ entry, payment, onRefund }: UnclaimedSideProps) {
  const { words, till } = useCashier();
  const { view } = useShop();
  const busy = useBusy();
  const none = view.unclaimed.length === 0;
  return (
    <section className="deck till-right list-field">
      <StatusStrip />
      <div className="field-body">
        <Seal tone={none ? 'paid' : 'unclear'} size={120} className="state-seal" />
        <p className="state-text">{none ? words.unclaimedNone : words.unclaimedText}</p>
        <ProblemNotice />
        {entry !== undefined && (
          <div className="state-keys">
            {payment !== null && (
              <RefundKey sale={payment} refunds={view.refunds} onRefund={onRefund} />
            )}
            <Ghost
              className="ghost-tall"
              disabled={busy}
              onPress={() => void till.act(entry.tid, 'dismiss')}
            >
              {words.unclaimedDone}
            </Ghost>
          </div>
        )}
      </div>
    </section>
  );
}

type PickedSlipProps = { readonly entry: UnclaimedView | undefined; readonly waiting: boolean };

/** The slip of the selected payment, or the request to select one while some are waiting. */
function PickedSlip({ entry, waiting }: PickedSlipProps) {
  const { words } = useCashier();
  if (entry !== undefined) return <UnclaimedSlip entry={entry} />;
  return waiting ? <EmptySlot>{words.unclaimedPick}</EmptySlot> : null;
}

/** An unclaimed payment as a sale that can be refunded; null if nothing was captured. */
function paymentOf(entry: UnclaimedView, refunds: readonly RefundView[]): HistorySale | null {
  const { tid, money, currency, at } = entry;
  if (money === null || currency === null || money.captured === 0) return null;
  const done = refundsOf(tid, refunds).filter(({ state }) => state === 'done');
  return saleOfPayment({
    tid,
    at,
    amount: subtract(money.asked, money.additional.asked),
    additional: money.additional.asked,
    currency,
    captured: money.captured,
    // The event can be older than a refund of this till, and newer than one of another.
    refunded: largest(money.refunded, sumOf(done)),
  });
}

const largest = (one: MoneyInteger, other: MoneyInteger) => (one > other ? one : other);

function describe(entry: UnclaimedView, words: CashierWords): { tone: Tone; word: string } {
  if (entry.code === null) return { tone: 'unclear', word: words.unclaimedOther };
  switch (classOf(entry.code)) {
    case 'success':
      return { tone: 'paid', word: words.unclaimedPaid };
    case 'failure':
      return { tone: 'aborted', word: words.unclaimedFailed };
    case 'temporary':
      return entry.code >= 3000
        ? { tone: 'authorised', word: words.unclaimedReserved }
        : { tone: 'unclear', word: words.unclaimedOther };
  }
}

function UnclaimedSlip({ entry }: { readonly entry: UnclaimedView }) {
  const { words } = useCashier();
  const format = useFormat();
  const { settings, view } = useShop();
  const currency = entry.currency ?? settings.currency;
  return (
    <Slip label={words.slipLabel} torn>
      <SlipTotal
        label={describe(entry, words).word}
        amount={entry.money === null ? null : statedOf(entry.money).amount}
        currency={currency}
        unknown={words.unclaimedAmountUnknown}
      />
      <Perforation />
      <dl className="slip-facts">
        <dt>{words.slipTime}</dt>
        <dd>{format.dateTime(entry.at)}</dd>
        <dt>{words.slipReference}</dt>
        <dd className="mono">{entry.tid}</dd>
        {entry.posTid !== null && (
          <>
            <dt>{words.unclaimedTill}</dt>
            <dd className="mono">{entry.posTid}</dd>
          </>
        )}
      </dl>
      <RefundLines refunds={refundsOf(entry.tid, view.refunds)} />
    </Slip>
  );
}
