import { type Dispatch, type SetStateAction, useEffect, useRef } from 'react';
import type { HistorySale } from '../../../shared/history/history.ts';
import { Amount } from '../../ui/amount.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Ghost, Key, YellowKey } from '../../ui/key.tsx';
import { useAmountText, useCashier } from '../common/context.tsx';
import { DigitPad } from '../common/digit-pad.tsx';
import { StatusStrip } from '../common/strip.tsx';
import { RefundApprove } from './refund-approve.tsx';
import { isRefundable, pressAmount, type RefundDraft, type RefundReason } from './refund-draft.ts';

type RefundSideProps = {
  readonly draft: RefundDraft;
  readonly setDraft: Dispatch<SetStateAction<RefundDraft | null>>;
  readonly sale: HistorySale;
};

const REASONS: readonly RefundReason[] = ['returned', 'sold_out', 'wrong_amount', 'other'];

/** The deck of a refund: a supervisor's approval, and before it another amount or reason. */
export function RefundSide(props: RefundSideProps) {
  const { draft } = props;
  return (
    <section className="deck till-right list-field refund-side deck-choices">
      <StatusStrip />
      <div className="deck-body">
        {draft.stage === 'amount' ? <RefundAmount {...props} /> : <RefundApprove {...props} />}
      </div>
    </section>
  );
}

function RefundAmount({ draft, setDraft, sale }: RefundSideProps) {
  const { words } = useCashier();
  const text = useAmountText();
  const left = text(draft.left, sale.currency);
  const fits = isRefundable(draft);
  const say = draft.amount > draft.left ? words.refundMore : words.refundText;
  const all = { ...draft, amount: draft.left, edited: false, approvalId: null, problem: null };
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={place} className="lock-pad" tabIndex={-1} data-keys="">
      <h2 className="lock-head">{words.refundHead}</h2>
      <div className="deck-window refund-window">
        <p className="deck-label">{words.refundAmount}</p>
        <p className="deck-amount">
          <Amount amount={draft.amount} currency={sale.currency} />
        </p>
      </div>
      <p className={fits && draft.problem === null ? 'refund-left' : 'refund-wrong'} role="status">
        {draft.problem ?? say(left)}
      </p>
      <Choice
        label={words.refundReason}
        name="refund-reason"
        value={draft.reason}
        options={REASONS.map((value) => ({ value, label: words.refundReasons[value] }))}
        onChange={(reason) => setDraft({ ...draft, reason, approvalId: null })}
      />
      <DigitPad onKey={(key) => setDraft((now) => now && pressAmount(now, key))} />
      <div className="refund-foot">
        <YellowKey
          bed={false}
          enter
          disabled={!fits}
          label={`${words.refundNext}: ${words.refund} ${text(draft.amount, sale.currency)}`}
          onPress={() => setDraft({ ...draft, stage: 'approve', pin: '', problem: null })}
        >
          {words.refundNext}
        </YellowKey>
        <Key className="key-fn" disabled={!draft.edited} onPress={() => setDraft(all)}>
          {words.refundAll}
        </Key>
        <Ghost onPress={() => setDraft(null)}>{words.refundStop}</Ghost>
      </div>
    </div>
  );
}
