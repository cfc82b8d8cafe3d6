import { useEffect, useRef } from 'react';
import { useFormat } from '../ui/format.tsx';
import { WifiOff } from '../ui/icons.ts';
import { useWallet, useWalletState } from './context.tsx';

/** Shows why a call failed, in the customer's language. */
export function WalletProblem() {
  const { words } = useWallet();
  const problem = useWalletState((state) => state.problem);
  const act = useWalletState((state) => state.act);
  const isIn = useWalletState((state) => state.session === 'in');
  const refusal = problem?.refusal ?? null;
  const sentence = refusal === null ? null : words.refusals[refusal];
  if (act === 'unsure') {
    return (
      <p className="wallet-problem wallet-unsure" role="alert">
        <strong>{words.unsure}</strong> {words.unsureText}
      </p>
    );
  }
  if (act === 'unanswered') {
    return (
      <p className="wallet-problem" role="alert">
        {sentence ?? (isIn ? words.unansweredAct : words.unanswered)}
      </p>
    );
  }
  if (problem === null) return null;
  if (problem.kind === 'signed_out') {
    return (
      <p className="wallet-problem" role="alert">
        {sentence}
      </p>
    );
  }
  if (problem.kind === 'unreachable' && sentence === null) return <Offline />;
  return (
    <p className="wallet-problem" role="alert">
      {sentence ?? words.unreachableText}
    </p>
  );
}

/** Says that the sign-out failed. The wallet does not repeat it; the customer can. */
export function SignOutProblem() {
  const { words } = useWallet();
  const stillSignedIn = useWalletState((state) => state.stillSignedIn);
  const line = useRef<HTMLParagraphElement>(null);
  // Below a long list the scan key would cover it.
  useEffect(() => {
    // Newer browsers return a promise here, which the effect must not return.
    if (stillSignedIn) line.current?.scrollIntoView({ block: 'nearest' });
  }, [stillSignedIn]);
  if (!stillSignedIn) return null;
  return (
    <p className="wallet-problem" role="alert" ref={line}>
      <strong>{words.stillSignedIn}</strong> {words.stillSignedInText}
    </p>
  );
}

/** Says that there is no connection, and how old the shown data is. */
function Offline() {
  const { words } = useWallet();
  const format = useFormat();
  const since = useWalletState(({ route, listedAt, seenAt }) =>
    route.kind === 'list' ? listedAt : seenAt,
  );
  return (
    <p className="wallet-problem wallet-offline" role="alert">
      <WifiOff size={22} aria-hidden="true" />
      <span>
        <strong>{words.unreachable}.</strong>{' '}
        {since === null ? words.unreachableText : words.offlineText(format.time(since))}
      </span>
    </p>
  );
}
