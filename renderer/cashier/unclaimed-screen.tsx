import { useState } from 'react';
import { classOf } from '../../shared/protocol/status-class.ts';
import type { UnclaimedView } from '../../shared/terminal/state.ts';
import type { CashierWords } from '../i18n/cashier.ts';
import type { Tone } from '../state/tone.ts';
import { Amount } from '../ui/amount.tsx';
import { Ghost } from '../ui/key.tsx';
import { Seal } from '../ui/seal.tsx';
import { Perforation, Slip } from '../ui/slip.tsx';
import { receiptTime } from '../ui/times.ts';
import { useShop, useTools } from './context.tsx';
import { SideRow } from './side-row.tsx';
import { BrandStrip, StatusStrip } from './strip.tsx';

/** Results that belong to no sale of this till. They stay until someone has dealt with them. */
export function UnclaimedScreen() {
  const { words, till } = useTools();
  const { view, settings } = useShop();
  const [picked, setPicked] = useState<string | null>(null);
  const one = view.unclaimed.find((entry) => entry.tid === picked) ?? view.unclaimed[0];
  return (
    <main className="till till-list">
      <section className="counter list-side">
        <BrandStrip shop={settings.shop.name} />
        <div className="list-head">
          <h1>{words.unclaimedHead}</h1>
        </div>
        <ul className="list">
          {view.unclaimed.map((entry) => (
            <li key={entry.tid}>
              <SideRow
                {...describe(entry, words)}
                picked={entry === one}
                onPick={() => setPicked(entry.tid)}
                head={entry.tid}
                at={entry.at}
                amount={entry.amount}
                currency={entry.currency ?? settings.currency}
              />
            </li>
          ))}
        </ul>
      </section>
      <section className="counter list-slip" aria-label={words.slipLabel}>
        {one !== undefined && <UnclaimedSlip entry={one} />}
      </section>
      <section className="deck till-right list-field">
        <StatusStrip />
        <div className="field-body">
          <Seal tone="unclear" size={120} className="state-seal" />
          <p className="state-text">{words.unclaimedText}</p>
          {one !== undefined && (
            // One at a time: money that nobody knows of is never waved through in bulk.
            <div className="state-keys">
              <Ghost className="ghost-tall" onPress={() => void till.act(one.tid, 'dismiss')}>
                {words.unclaimedDone}
              </Ghost>
            </div>
          )}
        </div>
      </section>
    </main>
  );
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
  const { words, times } = useTools();
  const { settings } = useShop();
  return (
    <Slip label={words.slipLabel} torn>
      <dl className="slip-total">
        <dt>{describe(entry, words).word}</dt>
        <dd>
          {entry.amount === null ? (
            <span className="slip-unknown">{words.unclaimedAmountUnknown}</span>
          ) : (
            <Amount
              amount={entry.amount}
              currency={entry.currency ?? settings.currency}
              locale={settings.locale}
            />
          )}
        </dd>
      </dl>
      <Perforation />
      <dl className="slip-facts">
        <dt>{words.slipTime}</dt>
        <dd>{receiptTime(entry.at, times)}</dd>
        <dt>{words.slipReference}</dt>
        <dd className="mono">{entry.tid}</dd>
        {entry.posTid !== null && (
          <>
            <dt>{words.unclaimedTill}</dt>
            <dd className="mono">{entry.posTid}</dd>
          </>
        )}
      </dl>
    </Slip>
  );
}
