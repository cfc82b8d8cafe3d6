import { useWallet, useWalletState } from './context.tsx';

/** A call that did not work: the service's own sentence where it has one. */
export function WalletProblem() {
  const { words } = useWallet();
  const problem = useWalletState((state) => state.problem);
  if (problem === null) return null;
  if (problem.kind === 'signed_out') {
    return (
      <p className="wallet-problem" role="alert">
        {problem.sentence ?? words.notSignedIn}
      </p>
    );
  }
  return (
    <p className="wallet-problem" role="alert">
      <strong>{words.problem}.</strong> {problem.sentence ?? words.unreachableText}
    </p>
  );
}
