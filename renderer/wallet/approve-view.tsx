import { useState } from 'react';
import { money } from '../../shared/money/money.ts';
import type { WalletRequest } from '../../shared/wallet/contract.ts';
import { amountText } from '../ui/amount-parts.ts';
import { Field } from '../ui/field.tsx';
import { Seal } from '../ui/seal.tsx';
import { Perforation, Slip } from '../ui/slip.tsx';
import { timeLeft } from '../ui/times.ts';
import { useNow } from '../ui/use-now.ts';
import { AdditionalChoice } from './additional-choice.tsx';
import { useWallet, useWalletState } from './context.tsx';
import { RequestAmount, RequestLines } from './request-lines.tsx';
import { listed, sharedParts } from './scope-words.ts';
import { Slide } from './slide.tsx';
import { WalletHead } from './wallet-head.tsx';
import { WalletProblem } from './wallet-problem.tsx';

/** A request to decide: reject at the top, slide at the bottom, so they cannot be confused. */
export function ApproveView({ request }: { readonly request: WalletRequest }) {
  const { wallet, words, locale } = useWallet();
  const busy = useWalletState((state) => state.busy);
  const [additional, setAdditional] = useState(request.additional_amount);
  const total = request.amount + additional;
  const text = amountText(money(total), request.currency, locale);
  return (
    <main className="wallet">
      <Field tone="phone" className="wallet-field" label={request.merchant}>
        <WalletHead>
          <button
            type="button"
            className="link"
            disabled={busy}
            onClick={() => void wallet.reject(request)}
          >
            {words.reject}
          </button>
        </WalletHead>
        <div className="wallet-title">
          <Seal tone="phone" size={76} className="wallet-bar" />
          <div>
            <h1>{request.merchant}</h1>
            <TimeLeft request={request} />
          </div>
        </div>
      </Field>
      <Slip className="wallet-slip" label={request.merchant}>
        <RequestAmount request={request} total={total} />
        <RequestLines request={request} />
        {request.additional_edit && (
          <>
            <Perforation />
            <AdditionalChoice request={request} value={additional} onChange={setAdditional} />
          </>
        )}
        <AlsoShares request={request} />
        <p className="wallet-point">{request.pos}</p>
      </Slip>
      <WalletProblem />
      <div className="wallet-foot">
        <Slide
          label={words.slideLabel(text, request.merchant)}
          head={busy ? words.slideBusy : words.slide}
          text={words.slideText(text, request.merchant)}
          hint={words.slideHint}
          disabled={busy}
          onDone={() => void wallet.approve(request, request.additional_edit ? additional : null)}
        />
      </div>
    </main>
  );
}

/** Approving the payment shares this too: the one slide is an answer to both (D-117). */
function AlsoShares({ request }: { readonly request: WalletRequest }) {
  const { words, locale } = useWallet();
  const parts = sharedParts(request.scope ?? []);
  if (request.scope === undefined) return null;
  return (
    <>
      <Perforation />
      <p className="also-shares">
        {parts.length === 0
          ? words.alsoRecognised
          : words.alsoShares(listed(parts, words, locale), request.merchant)}
      </p>
      {request.scope_text && <p className="wallet-point">{request.scope_text}</p>}
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
