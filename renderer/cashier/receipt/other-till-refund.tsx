import { useState } from 'react';
import type { OtherTillReceipt } from '../../../shared/device/commands/book-answers.ts';
import { type HistorySale, saleOfPayment } from '../../../shared/device/history/history.ts';
import { add, type MoneyInteger, money, ZERO } from '../../../shared/money/money.ts';
import type { RefundView } from '../../../shared/terminal/sale/state.ts';
import { standingOf } from '../../state/history.ts';
import { Figures } from '../../ui/amount.tsx';
import { useNow } from '../../ui/countdown.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Check, Printer } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { Seal } from '../../ui/seal.tsx';
import { Perforation, Slip, SlipTotal } from '../../ui/slip.tsx';
import { useCashier, useShop, useTillState } from '../common/context.tsx';
import { BrandStrip, StatusStrip } from '../common/strip.tsx';
import type { RefundDraft } from '../history/refund-draft.ts';
import { RefundKey } from '../history/refund-key.tsx';
import { RefundLines, RefundStands } from '../history/refund-lines.tsx';
import { RefundSide } from '../history/refund-side.tsx';
import { RefundSlip } from '../history/refund-slip.tsx';
import { refundsOf } from '../history/use-history.ts';

type OtherTillProps = { readonly found: OtherTillReceipt; readonly onEnd: () => void };

/**
 * The refund of a phone payment that another till of the shop sold (D-423). What can be refunded is what the service said
 * when the receipt was scanned, and again when the refund begins. After a refund it must be scanned again.
 */
export function OtherTillRefund({ found, onEnd }: OtherTillProps) {
  const { words } = useCashier();
  const { view, settings } = useShop();
  const [draft, setDraft] = useState<RefundDraft | null>(null);
  const [isMade, setMade] = useState(false);
  const [earlier] = useState(() => new Set(view.refunds.map(({ id }) => id)));
  const refunds = refundsOf(found.tid, view.refunds);
  const sale = paymentOf(found);
  const refunding = draft !== null;
  return (
    <main className={refunding ? 'till till-list till-refund' : 'till till-list'}>
      <section className="counter list-side">
        <BrandStrip shop={settings.shop.name} />
        <div className="list-head">
          <h1>{words.receiptOtherHead}</h1>
        </div>
        <p className="list-empty">{words.receiptOtherText}</p>
      </section>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long slip is scrolled with the arrow keys */}
      <section className="counter list-slip" aria-label={words.slipLabel} tabIndex={0}>
        {refunding ? (
          <RefundSlip draft={draft} setDraft={setDraft} sale={sale} />
        ) : (
          <OtherTillSlip found={found} refunds={refunds} />
        )}
      </section>
      {refunding ? (
        <RefundSide
          draft={draft}
          setDraft={setDraft}
          sale={sale}
          onRefunded={() => {
            setMade(true);
            setDraft(null);
          }}
        />
      ) : (
        <section className="deck till-right list-field">
          <StatusStrip />
          <div className="field-body">
            {isMade ? (
              <Made made={refunds.filter(({ id }) => !earlier.has(id))} onEnd={onEnd} />
            ) : (
              <Begin found={found} sale={sale} refunds={refunds} onRefund={setDraft} />
            )}
          </div>
        </section>
      )}
    </main>
  );
}

/** What is left by the service. Refunds under way at this till are not left. */
const leftOf = ({ refundable: { left } }: OtherTillReceipt): MoneyInteger =>
  add(left.amount, left.additional);

/** The payment as a sale that can be refunded. */
function paymentOf(found: OtherTillReceipt): HistorySale {
  const { tid, total, at, refundable } = found;
  return saleOfPayment({
    tid,
    at,
    amount: total,
    additional: ZERO,
    currency: refundable.currency,
    captured: total,
    refunded: money(Math.max(0, total - leftOf(found))),
  });
}

type SlipProps = { readonly found: OtherTillReceipt; readonly refunds: readonly RefundView[] };

function OtherTillSlip({ found, refunds }: SlipProps) {
  const { words } = useCashier();
  const format = useFormat();
  const { receipt, at, tid, total, refundable } = found;
  const { currency, items } = refundable;
  return (
    <Slip label={words.slipReceipt(receipt)}>
      <p className="slip-head">
        <span>{words.slipReceipt(receipt)}</span>
        <span>{format.dateTime(at)}</span>
      </p>
      {items.length > 0 && (
        <dl className="slip-facts">
          {items.map(({ quantity, description, product_id, total: price }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines can be of one product
            <div key={place} className="slip-fact">
              <dt>
                <bdi>{`${quantity} × ${description ?? product_id}`}</bdi>
              </dt>
              <dd>
                <Figures amount={price} currency={currency} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Perforation />
      <SlipTotal label={words.wordPaid} amount={total} currency={currency} />
      <RefundLines refunds={refunds} />
      <Perforation />
      <dl className="slip-facts">
        <dt>{words.receiptLeft}</dt>
        <dd>
          <Figures amount={leftOf(found)} currency={currency} />
        </dd>
        <dt>{words.slipReference}</dt>
        <dd className="mono">{tid}</dd>
      </dl>
    </Slip>
  );
}

type BeginProps = SlipProps & {
  readonly sale: HistorySale;
  readonly onRefund: (draft: RefundDraft) => void;
};

function Begin({ found, sale, refunds, onRefund }: BeginProps) {
  const { words } = useCashier();
  return (
    <>
      <Seal tone="paid" size={120} className="state-seal" />
      <h2 className="list-word">{words.wordPaid}</h2>
      {leftOf(found) === 0 && <p className="state-text">{words.receiptNothing}</p>}
      <div className="state-keys">
        {/* The service's answer has no refund that is under way here, so none is subtracted twice. */}
        <RefundKey
          sale={sale}
          refunds={refunds.filter(({ state }) => state !== 'under_way')}
          onRefund={(draft) => onRefund({ ...draft, otherReceipt: found.receipt })}
        />
      </div>
    </>
  );
}

type MadeProps = { readonly made: readonly RefundView[]; readonly onEnd: () => void };

/**
 * The refund is in the journal. The service can still refuse it: another till or the portal may have refunded the same
 * meanwhile. Its receipt can be printed when it is done.
 */
function Made({ made, onEnd }: MadeProps) {
  const { till, words } = useCashier();
  const now = useNow(1_000);
  const last = made.at(-1);
  const standing = last === undefined ? 'asked' : standingOf(last, now);
  const hasPrinter = useTillState((state) => (state.snapshot?.printing ?? null) !== null);
  const isBusy = useTillState((state) => state.running);
  const done = made.find(({ state }) => state === 'done');
  return (
    <>
      <RefundStands
        standing={standing}
        reason={last?.reason}
        text={
          standing === 'asked'
            ? `${words.receiptOtherOnWay} ${words.receiptOtherMore}`
            : words.receiptOtherMore
        }
      />
      <div className="state-keys">
        {hasPrinter && done !== undefined && (
          <Ghost
            className="ghost-tall"
            disabled={isBusy}
            onPress={() => void till.run({ type: 'print_refund', refund: done.id })}
          >
            <Printer size={22} aria-hidden="true" />
            {words.printRefund}
          </Ghost>
        )}
        <Ghost className="ghost-tall" onPress={onEnd}>
          <Check size={22} aria-hidden="true" />
          {words.close}
        </Ghost>
      </div>
    </>
  );
}
