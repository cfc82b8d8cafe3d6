import type { MoneyInteger } from '../../../shared/money/money.ts';
import type { Instant } from '../../../shared/time/clock.ts';
import type { Tone } from '../../state/tone.ts';
import { Figures } from '../../ui/amount.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Seal } from '../../ui/seal.tsx';
import { useTillState } from '../common/context.tsx';

type ListRowProps = {
  readonly tone: Tone;
  readonly picked: boolean;
  readonly onPick: () => void;
  readonly head: string;
  readonly at: Instant;
  /** Date and time as text; the time of `at` by default. */
  readonly when?: string;
  readonly word: string;
  readonly amount: MoneyInteger | null;
  readonly currency: string;
};

/** One row of a list of sales: shape, name, time, word, amount. */
export function ListRow(props: ListRowProps) {
  const format = useFormat();
  // The result of a refund is shown beside its sale, which stays selected until then.
  const refunding = useTillState((state) => state.pending?.action === 'refund');
  return (
    <button
      type="button"
      className={`list-row tone-${props.tone}`}
      aria-pressed={props.picked}
      aria-disabled={refunding}
      onClick={refunding ? undefined : props.onPick}
    >
      <span className="mark">
        <Seal tone={props.tone} size={30} />
      </span>
      <span className="list-words">
        <span className="list-name">
          <bdi>{props.head}</bdi>
        </span>
        <span className="list-when">
          {props.when ?? format.time(props.at)} · <span className="mark-word">{props.word}</span>
        </span>
      </span>
      {props.amount !== null && (
        <span className="list-amount">
          <Figures amount={props.amount} currency={props.currency} />
        </span>
      )}
    </button>
  );
}
