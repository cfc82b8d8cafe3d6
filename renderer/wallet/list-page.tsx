import { useSyncExternalStore } from 'react';
import { formatFor } from '../../shared/format/format.ts';
import { listedOf } from '../../shared/payment/statement.ts';
import type { WalletRequest } from '../../shared/wallet/contract.ts';
import { Amount } from '../ui/amount.tsx';
import { Announcer } from '../ui/announcer.tsx';
import { useNow } from '../ui/countdown.tsx';
import { ScanQrCode } from '../ui/icons.ts';
import { Ghost, YellowKey } from '../ui/key.tsx';
import { Seal } from '../ui/seal.tsx';

import { installOffer } from './adapters/install.ts';
import { useWallet, useWalletState } from './context.tsx';
import { isReceipt, requestState, stateTime, stateTone, stateWord } from './request-state.ts';
import { goTo } from './use-route.ts';
import { WalletHead } from './wallet-head.tsx';
import { SignOutProblem, WalletProblem } from './wallet-problem.tsx';

/** The customer's requests: open ones, then those with a receipt, then those without one. */
export function ListPage() {
  const { wallet, words } = useWallet();
  const items = useWalletState((state) => state.items);
  const open = items?.filter((item) => item.status === 'pending') ?? [];
  const answered = items?.filter((item) => item.status !== 'pending') ?? [];
  const receipts = answered.filter((item) => isReceipt(requestState(item))).toSorted(byTime);
  const others = answered.filter((item) => !isReceipt(requestState(item))).toSorted(byTime);
  // Before the first answer the list does not say that it is empty.
  const [noneOpen, noneYet] = items === null ? ['', ''] : [words.openEmpty, words.receiptsEmpty];
  return (
    <main className="wallet wallet-list">
      <WalletHead />
      <WalletProblem />
      <Asked />
      <Section head={words.open} empty={noneOpen} items={open} />
      <Section head={words.receipts} empty={noneYet} items={receipts} />
      {others.length > 0 && <Section head={words.otherPayments} empty="" items={others} />}
      <div className="wallet-links">
        <Install />
        <Ghost onPress={() => goTo(wallet, { kind: 'profile' })}>{words.details}</Ghost>
        <SignOutProblem />
        <Ghost onPress={() => void wallet.signOut()}>{words.signOut}</Ghost>
      </div>
      <div className="wallet-foot wallet-foot-pay wallet-foot-scan">
        <YellowKey onPress={() => goTo(wallet, { kind: 'scanner', typed: '' })}>
          <ScanQrCode size={24} aria-hidden="true" />
          {words.scan}
        </YellowKey>
      </div>
      <Announcer polite={open.length > 0 ? `${words.open}: ${open.length}` : ''} assertive="" />
    </main>
  );
}

/** The newest first, by the time that the row has. */
function byTime(one: WalletRequest, other: WalletRequest): number {
  return stateTime(requestState(other), other) - stateTime(requestState(one), one);
}

/** Offers to install the wallet, if the browser supports it. */
function Install() {
  const { words } = useWallet();
  const offered = useSyncExternalStore(installOffer.subscribe, installOffer.isThere);
  if (!offered) return null;
  return <Ghost onPress={() => void installOffer.take()}>{words.install}</Ghost>;
}

/** The open permission requests of shops. */
function Asked() {
  const { wallet, words } = useWallet();
  const permissions = useWalletState((state) => state.permissions);
  const open = permissions.filter((one) => one.status === 'pending');
  if (open.length === 0) return null;
  return (
    <section className="wallet-section">
      <h1>{words.asked}</h1>
      <ul>
        {open.map((one) => (
          <li key={one.rid}>
            <button
              type="button"
              className="wallet-row"
              onClick={() => goTo(wallet, { kind: 'permission', rid: one.rid })}
            >
              <span className="wallet-row-words">
                <strong>
                  <bdi>{one.merchant}</bdi>
                </strong>
                <span>
                  <bdi>{one.text ?? words.wordOpen}</bdi>
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type SectionProps = {
  readonly head: string;
  readonly empty: string;
  readonly items: readonly WalletRequest[];
};

function Section({ head, empty, items }: SectionProps) {
  return (
    <section className="wallet-section">
      <h1>{head}</h1>
      {items.length === 0 && <p className="wallet-empty">{empty}</p>}
      <ul>
        {items.map((item) => (
          <li key={item.tid}>
            <Row request={item} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ request }: { readonly request: WalletRequest }) {
  const { wallet, words, language } = useWallet();
  const format = formatFor({ language, timeZone: request.time_zone });
  const state = requestState(request);
  const now = useNow(60_000);
  return (
    <button
      type="button"
      className={`wallet-row tone-${stateTone(state)}`}
      onClick={() => goTo(wallet, { kind: 'request', tid: request.tid })}
    >
      <span className="mark">
        <Seal tone={stateTone(state)} size={32} />
      </span>
      <span className="wallet-row-words">
        <strong>
          <bdi>{request.merchant}</bdi>
        </strong>
        <span>
          {format.recent(stateTime(state, request), now)} ·{' '}
          <span className="mark-word">{stateWord(state, words)}</span>
        </span>
        <RefundedPart request={request} now={now} />
      </span>
      <span className="wallet-row-amount">
        <Amount amount={listedOf(request.money)} currency={request.currency} />
      </span>
    </button>
  );
}

/** What was refunded of a payment, and when; nothing for one without a refund. */
function RefundedPart(props: { readonly request: WalletRequest; readonly now: number }) {
  const { request, now } = props;
  const { words, language } = useWallet();
  const format = formatFor({ language, timeZone: request.time_zone });
  const last = request.refunds.at(-1);
  if (last === undefined) return null;
  const amount = format.amount(request.money.refunded, request.currency);
  const when = last.at === null ? '' : `, ${format.recent(last.at, now)}`;
  return <span className="wallet-row-more">{words.refundedPart(amount) + when}</span>;
}
