import { money, subtract } from '../../../shared/money/money.ts';
import { type ReasonDraft, TYPED_REASON } from '../../state/counting.ts';
import { Figures } from '../../ui/amount.tsx';
import { Undo2 } from '../../ui/icons.ts';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { Perforation, Slip, SlipTotal } from '../../ui/slip.tsx';
import { useCashier, useShop } from '../common/context.tsx';
import { DeckDue } from '../common/deck-due.tsx';
import { useStep } from '../common/digit-pad.tsx';
import { ReasonChoice, ReasonTyping } from './reasons.tsx';
import type { Difference } from './use-books.ts';

const differs = ({ expected, counted }: Difference) => subtract(money(counted), money(expected));

/** What was expected and counted, after the host has refused a difference without a reason. */
export function DifferenceSlip({ difference }: { readonly difference: Difference }) {
  const { words } = useCashier();
  const { settings } = useShop();
  const currency = { currency: settings.currency };
  const { expected, counted } = difference;
  return (
    <Slip label={words.countHead}>
      <p className="slip-head">
        <span>{words.count}</span>
      </p>
      <dl className="slip-facts slip-paid">
        <div>
          <dt>{words.countExpected}</dt>
          <dd>
            <Figures amount={money(expected)} {...currency} />
          </dd>
        </div>
        <div>
          <dt>{words.countSum}</dt>
          <dd>
            <Figures amount={money(counted)} {...currency} />
          </dd>
        </div>
      </dl>
      <Perforation />
      <SlipTotal label={words.countDifference} amount={differs(difference)} {...currency} />
    </Slip>
  );
}

type DifferenceDeckProps = {
  readonly difference: Difference;
  readonly reason: ReasonDraft;
  readonly onReason: (reason: ReasonDraft) => void;
  readonly busy: boolean;
  readonly problem: string | null;
  readonly onBook: () => void;
  readonly onAgain: () => void;
};

/** Asks why the count differs; the person can count again. */
export function DifferenceDeck(props: DifferenceDeckProps) {
  const { difference, reason, onReason, busy, problem, onBook, onAgain } = props;
  const { words } = useCashier();
  const place = useStep();
  if (reason.picked === TYPED_REASON) {
    return <ReasonTyping reason={reason} onReason={onReason} onDone={onBook} />;
  }
  return (
    <div ref={place} className="staff-form staff-pin" tabIndex={-1} data-keys="">
      <h1 className="lock-head">{words.countDiffers}</h1>
      <DeckDue word={words.countDifference} amount={differs(difference)} />
      <p className="lock-text">{words.countDiffersText}</p>
      <ReasonChoice list={words.reasonsDifference} reason={reason} onReason={onReason} />
      <p className="refund-wrong" role="alert">
        {problem ?? ''}
      </p>
      <div className="deck-foot refund-foot refund-foot-two">
        <YellowKey bed={false} enter disabled={busy || reason.picked === ''} onPress={onBook}>
          {words.countBook}
        </YellowKey>
        <Ghost disabled={busy} onPress={onAgain}>
          <Undo2 size={20} aria-hidden="true" />
          {words.countAgain}
        </Ghost>
      </div>
    </div>
  );
}
