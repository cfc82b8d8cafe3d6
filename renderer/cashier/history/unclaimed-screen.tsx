import { useState } from 'react';
import type { HistorySale } from '../../../shared/history/history.ts';
import { ZERO } from '../../../shared/money/money.ts';
import { classOf } from '../../../shared/protocol/status-class.ts';
import type { RefundView, UnclaimedView } from '../../../shared/terminal/sale/state.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import type { Tone } from '../../state/tone.ts';
import { Amount } from '../../ui/amount.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Ghost } from '../../ui/key.tsx';
import { Seal } from '../../ui/seal.tsx';
import { Perforation, Slip } from '../../ui/slip.tsx';
import { useCashier, useShop } from '../common/context.tsx';
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
  const { words, till } = useCashier();
  const { view, settings } = useShop();
  const [picked, setPicked] = useState<string | null>(null);
  const [draft, setDraft] = useState<RefundDraft | null>(null);
  const one = view.unclaimed.find((entry) => entry.tid === picked) ?? view.unclaimed[0];
  const payment = one === undefined ? null : paymentOf(one, view.refunds);
  const refunding = payment !== null && draft?.saleId === payment.id ? draft : null;
  return (
    <main className={refunding === null ? 'till till-list' : 'till till-list till-refund'}>
      <section className="counter list-side">
        <BrandStrip shop={settings.shop.name} />
        <div className="list-head">
          <h1>{words.unclaimedHead}</h1>
        </div>
        {one === undefined && <p className="list-empty">{words.unclaimedNone}</p>}
        <ul className="list">
          {view.unclaimed.map((entry) => (
            <li key={entry.tid}>
              <ListRow
                {...describe(entry, words)}
                picked={entry === one}
                onPick={() => {
                  setPicked(entry.tid);
                  setDraft(null);
                }}
                head={entry.tid}
                at={entry.at}
                amount={entry.amount}
                currency={entry.currency ?? settings.currency}
              />
            </li>
          ))}
        </ul>
      </section>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long slip is scrolled with the arrow keys */}
      <section className="counter list-slip" aria-label={words.slipLabel} tabIndex={0}>
        {refunding !== null && payment !== null ? (
          <RefundSlip draft={refunding} sale={payment} />
        ) : (
          one !== undefined && <UnclaimedSlip entry={one} />
        )}
      </section>
      {refunding !== null && payment !== null ? (
        <RefundSide key={payment.id} draft={refunding} setDraft={setDraft} sale={payment} />
      ) : (
        <section className="deck till-right list-field">
          <StatusStrip />
          <div className="field-body">
            <Seal tone={one === undefined ? 'paid' : 'unclear'} size={120} className="state-seal" />
            <p className="state-text">
              {one === undefined ? words.unclaimedNone : words.unclaimedText}
            </p>
            {one !== undefined && (
              // There is no key that resolves all results at once: a person decides about each
              // payment.
              <div className="state-keys">
                {payment !== null && (
                  <RefundKey sale={payment} refunds={view.refunds} onRefund={setDraft} />
                )}
                <Ghost className="ghost-tall" onPress={() => void till.act(one.tid, 'dismiss')}>
                  {words.unclaimedDone}
                </Ghost>
              </div>
            )}
          </div>
        </section>
      )}
    </main>
  );
}

/** An unclaimed payment as a sale that can be refunded; null if it took no money. */
function paymentOf(entry: UnclaimedView, refunds: readonly RefundView[]): HistorySale | null {
  const { tid, amount, currency, code, at } = entry;
  if (amount === null || currency === null || code === null) return null;
  if (classOf(code) !== 'success') return null;
  const done = refundsOf(tid, refunds).filter(({ state }) => state === 'done');
  return {
    id: tid,
    number: 0,
    tid,
    amount,
    additional: ZERO,
    currency,
    taken: amount,
    text: null,
    label: null,
    reference: null,
    way: 'qr',
    state: 'paid',
    started: at,
    ended: at,
    refunded: sumOf(done),
  };
}

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
  return (
    <Slip label={words.slipLabel} torn>
      <dl className="slip-total">
        <dt>{describe(entry, words).word}</dt>
        <dd>
          {entry.amount === null ? (
            <span className="slip-unknown">{words.unclaimedAmountUnknown}</span>
          ) : (
            <Amount amount={entry.amount} currency={entry.currency ?? settings.currency} />
          )}
        </dd>
      </dl>
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
