import { type RefObject, useEffect, useRef, useState } from 'react';
import { money } from '../../shared/money/money.ts';
import type { WalletRequest } from '../../shared/wallet/contract.ts';
import { Amount } from '../ui/amount.tsx';
import { ring, useNow } from '../ui/countdown.tsx';
import { FinalQuestion } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { timeLeft, useFormat } from '../ui/format.tsx';
import { Seal } from '../ui/seal.tsx';
import { Perforation, Slip } from '../ui/slip.tsx';
import { AdditionalChoice } from './additional-choice.tsx';
import { useWallet, useWalletState } from './context.tsx';
import { Links } from './links.tsx';
import { PayControl, type PayReadiness } from './pay-control.tsx';
import { RequestAmount, RequestLines } from './request-lines.tsx';
import { listed, sharedParts } from './scope-words.ts';
import { WalletHead } from './wallet-head.tsx';
import { WalletProblem } from './wallet-problem.tsx';

/**
 * A request to decide. The reject key is at the top and the slide at the bottom, so that they are
 * not confused.
 */
export function ApproveView({ request }: { readonly request: WalletRequest }) {
  const { wallet, words } = useWallet();
  const format = useFormat();
  const busy = useWalletState((state) => state.act === 'sending');
  const [additional, setAdditional] = useState<number | null>(request.additional_amount);
  const total = request.amount + (additional ?? 0);
  const text = format.amount(money(total), request.currency);
  const readiness = useReadiness(request, additional);
  const [rejecting, setRejecting] = useState(false);
  const slip = useRef<HTMLDivElement>(null);
  const seen = useInView(slip, FOOT);
  return (
    <main className="wallet">
      <Field tone="phone" className="wallet-field" label={request.merchant}>
        <WalletHead>
          <button type="button" className="link" disabled={busy} onClick={() => setRejecting(true)}>
            {words.reject}
          </button>
        </WalletHead>
        <div className="wallet-title">
          <Seal tone="phone" size={76} className="wallet-bar" />
          <div>
            <h1>
              <bdi>{request.merchant}</bdi>
            </h1>
            <TimeLeft request={request} />
          </div>
        </div>
      </Field>
      <Slip className="wallet-slip" label={request.merchant}>
        <div ref={slip}>
          <RequestAmount request={request} total={total} />
        </div>
        <RequestLines request={request} />
        {request.additional_edit && (
          <>
            <Perforation />
            <AdditionalChoice request={request} value={additional} onChange={setAdditional} />
          </>
        )}
        <AlsoShares request={request} />
        <p className="wallet-point">
          <bdi>{request.pos}</bdi>
        </p>
        <Links request={request} />
      </Slip>
      <WalletProblem />
      <div className="wallet-foot wallet-foot-pay">
        {!seen && (
          <p className="wallet-foot-sum">
            <span>
              <bdi>{request.merchant}</bdi>
            </span>
            <Amount amount={money(total)} currency={request.currency} />
          </p>
        )}
        <PayControl
          key={text}
          amount={text}
          merchant={request.merchant}
          readiness={readiness}
          onPay={() => void wallet.approve(request, request.additional_edit ? additional : null)}
        />
      </div>
      {rejecting && <RejectQuestion request={request} onClose={() => setRejecting(false)} />}
    </main>
  );
}

type RejectQuestionProps = { readonly request: WalletRequest; readonly onClose: () => void };

/** Asks before a rejection, which cannot be undone. */
function RejectQuestion({ request, onClose }: RejectQuestionProps) {
  const { wallet, words } = useWallet();
  return (
    <FinalQuestion
      head={words.rejectHead(request.merchant)}
      text={words.rejectText}
      keep={words.rejectKeep}
      act={words.rejectAct}
      onKeep={onClose}
      onAct={() => {
        onClose();
        void wallet.reject(request);
      }}
    />
  );
}

/** Pixels that the slide covers at the lower edge. An amount behind it is not visible. */
const FOOT = 150;
const ASK_AGAIN = 3_000;

/**
 * True if the request can be paid now. After its expiry the wallet reads the request again until
 * the service reports the end.
 */
function useReadiness(request: WalletRequest, additional: number | null): PayReadiness {
  const { wallet } = useWallet();
  const act = useWalletState((state) => state.act);
  const skew = useWalletState((state) => state.skew);
  const overdue = request.expires - (useNow(500) - skew) <= 0;
  useEffect(() => {
    if (!overdue) return;
    return ring(ASK_AGAIN, true, () => void wallet.refresh());
  }, [overdue, wallet]);
  if (act === 'sending') return 'sending';
  if (act === 'unsure') return 'asking';
  if (overdue) return 'overdue';
  return additional === null ? 'amount' : 'ready';
}

/** Approving the payment also shares these parts: one slide answers both (D-117). */
function AlsoShares({ request }: { readonly request: WalletRequest }) {
  const { words } = useWallet();
  const format = useFormat();
  const parts = sharedParts(request.scope ?? []);
  if (request.scope === undefined) return null;
  return (
    <>
      <Perforation />
      <p className="also-shares">
        {parts.length === 0
          ? words.alsoRecognised
          : words.alsoShares(listed(parts, words, format.locale), request.merchant)}
      </p>
      {request.scope_text && (
        <p className="wallet-point">
          <bdi>{request.scope_text}</bdi>
        </p>
      )}
    </>
  );
}

function TimeLeft({ request }: { readonly request: WalletRequest }) {
  const { words } = useWallet();
  const skew = useWalletState((state) => state.skew);
  const left = request.expires - (useNow(250) - skew);
  return (
    <p>
      {words.asksForPayment} · <span role="timer">{words.timeLeft(timeLeft(left))}</span>
    </p>
  );
}

/** True if an element is visible above the area that covers the lower edge, in pixels. */
export function useInView(element: RefObject<HTMLElement | null>, covered: number): boolean {
  const [seen, setSeen] = useState(true);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => setSeen(entries.at(-1)?.isIntersecting !== false),
      { rootMargin: `0px 0px -${covered}px 0px`, threshold: 0.6 },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, covered]);
  return seen;
}
