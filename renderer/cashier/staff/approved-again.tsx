import { Undo2 } from '../../ui/icons.ts';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { useCashier } from '../common/context.tsx';
import { useStep } from '../common/digit-pad.tsx';

type ApprovedAgainProps = {
  readonly busy: boolean;
  /** What is known of the refund; empty while its answer is awaited. */
  readonly text: string;
  readonly onAgain: () => void;
  /** Gives the approval up; none when left out. */
  readonly back?: { readonly label: string; readonly onPress: () => void };
};

/** The deck of an approved refund without a result: the same one is sent again with its approval. */
export function ApprovedAgain({ busy, text, onAgain, back }: ApprovedAgainProps) {
  const { words } = useCashier();
  const place = useStep();
  return (
    <div ref={place} className="staff-form staff-pin" tabIndex={-1} data-keys="">
      <h2 className="lock-head">{words.refundAsked}</h2>
      <p className="lock-text" role="status">
        {text}
      </p>
      <span className="setup-space" />
      <div className="deck-foot refund-foot refund-foot-two">
        <YellowKey bed={false} enter disabled={busy} onPress={onAgain}>
          {words.refundAgain}
        </YellowKey>
        {back !== undefined && (
          <Ghost disabled={busy} onPress={back.onPress}>
            <Undo2 size={20} aria-hidden="true" />
            {back.label}
          </Ghost>
        )}
      </div>
    </div>
  );
}
