import { type Dispatch, type SetStateAction, useEffect, useRef } from 'react';
import type { AnswerOf, AnyAnswer } from '../../../shared/device/commands/table.ts';
import type { HistorySale } from '../../../shared/device/history/history.ts';
import { present } from '../../../shared/objects/present.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import { SHOP_REASONS } from '../../i18n/reasons.ts';
import { reasonOf } from '../../state/history.ts';
import { Amount } from '../../ui/amount.tsx';
import { Ghost, Key, YellowKey } from '../../ui/key.tsx';
import { useAmountText, useBusy, useCashier, useShop } from '../common/context.tsx';
import { DigitPad, useStep } from '../common/digit-pad.tsx';
import { problemText } from '../common/refusal-text.ts';
import { StatusStrip } from '../common/strip.tsx';
import { ApprovedAgain } from '../staff/approved-again.tsx';
import { PinApproval } from '../staff/pin-approval.tsx';
import { RefundReasonChoice } from './refund-decks.tsx';
import {
  chooseAll,
  isRefundable,
  limitOf,
  linesOfDraft,
  pressAmount,
  type RefundDraft,
  withSold,
} from './refund-draft.ts';

type RefundProps = {
  readonly draft: RefundDraft;
  readonly setDraft: Dispatch<SetStateAction<RefundDraft | null>>;
  readonly sale: HistorySale;
  /** The refund is in the journal. From here on a slip shows it with its state. */
  readonly onRefunded: () => void;
  /** Opens the refund of the whole bill, of which the sale paid a share; left out for any other sale. */
  readonly onBill?: (() => void) | undefined;
};

/** Asks for a supervisor's PIN. The approval is valid for this refund only. */
function RefundApprove({ draft, setDraft, sale, onRefunded, onBill }: RefundProps) {
  const { words } = useCashier();
  const text = useAmountText();
  const { busy, within, ask, refund } = useRefund({ draft, setDraft, sale, onRefunded });
  const { amount, approvalId, problem } = draft;
  const limit = limitOf(draft);
  const { currency } = sale;
  const toAmount = () => setDraft({ ...draft, stage: 'amount', approvalId: null, problem: null });
  if (approvalId !== null) {
    return (
      <ApprovedAgain
        busy={busy}
        text={problem ?? ''}
        onAgain={() => void within(() => refund(approvalId))}
        back={{ label: words.refundBack, onPress: toAmount }}
      />
    );
  }
  const wrong =
    amount > limit
      ? words.refundMore(text(limit, currency))
      : isRefundable(draft)
        ? null
        : words.refundNoLines;
  return (
    <PinApproval
      text={words.approveText(text(amount, currency))}
      nobody={words.refundNobody}
      wrong={wrong}
      yellow={words.refund}
      money={{ amount, currency }}
      back={words.refundBack}
      beside={onBill === undefined ? undefined : { label: words.billRefundAll, onPress: onBill }}
      busy={busy}
      problem={problem}
      ask={ask}
      within={within}
      onApproved={refund}
      onBack={toAmount}
    />
  );
}

/** After these errors the approval stays valid. The service has refunded nothing. */
const KEEPS_WORD: ReadonlySet<string> = new Set(['service_away', 'not_written', 'no_host']);

function useRefund({ draft, setDraft, sale, onRefunded }: RefundProps) {
  const { till, words } = useCashier();
  const { settings } = useShop();
  const busy = useBusy();
  const isShown = useIsShown();

  function ask(personId: string, pin: string): Promise<AnswerOf<'approve'> | null> {
    const { amount, reason } = draft;
    // The customer reads the reason, in the shop's language.
    const text = SHOP_REASONS[settings.language].refundReasons[reason];
    const lines = linesOfDraft(draft)?.slice();
    const tid = sale.tid ?? '';
    const otherReceipt = draft.otherReceipt ?? undefined;
    const asked = { type: 'approve', personId, pin, tid, amount, text } as const;
    return till.call({ ...asked, ...present({ lines, otherReceipt }) });
  }

  async function refund(approvalId: string): Promise<void> {
    const answer = await till.call({ type: 'refund', approvalId });
    const reason = reasonOf(answer);
    if (reason === null) return onRefunded();
    // A locked till or a sale of a cash register has closed this screen: the next one shows the failure.
    if (!isShown()) till.showProblem(answer);
    const kept = KEEPS_WORD.has(reason) ? approvalId : null;
    const stage = kept !== null || reason.startsWith('approval') ? 'approve' : 'amount';
    const problem = refundProblem(answer, words);
    const failed = { ...draft, approvalId: kept, problem };
    // Another till has refunded some of it meanwhile: what is left must be read again.
    const isGone = reason === 'lines_gone';
    if (!isGone) return setDraft({ ...failed, stage });
    setDraft({ ...failed, stage: 'approve', reading: draft.reading + 1 });
  }

  const within = (steps: () => Promise<void>) => till.refunding(sale.id, steps);
  return { busy, within, ask, refund };
}

/** Why the refund was refused. Without an answer the supervisor must know that a repeat is safe. */
function refundProblem(answer: AnyAnswer | null, words: CashierWords): string {
  return answer === null ? words.refundNoHost : problemText(answer, words);
}

/** Tells an answer that arrives late whether this component is still on the screen. */
function useIsShown(): () => boolean {
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return () => shown.current;
}

/** Asks the service what is left of each line. Without an answer an amount can still be refunded. */
function useSold({ draft, setDraft, sale }: RefundProps): void {
  const { till } = useCashier();
  const { reading } = draft;
  const { tid } = sale;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new reading asks again
  useEffect(() => {
    if (tid === null) return;
    let isWanted = true;
    void till.call({ type: 'refundable', tid }).then((answer) => {
      if (!isWanted || answer?.ok !== true) return;
      const { refundable } = answer.value;
      setDraft((now) => now && withSold(now, refundable));
    });
    return () => {
      isWanted = false;
    };
  }, [till, tid, reading, setDraft]);
}

/** The deck of a refund: a supervisor's approval, and before it another amount or reason. */
export function RefundSide(props: RefundProps) {
  const { draft } = props;
  useSold(props);
  return (
    <section className="deck till-right list-field refund-side deck-choices">
      <StatusStrip />
      <div className="deck-body">
        {draft.stage === 'amount' ? <RefundAmount {...props} /> : <RefundApprove {...props} />}
      </div>
    </section>
  );
}

function RefundAmount({ draft, setDraft, sale }: RefundProps) {
  const { words } = useCashier();
  const text = useAmountText();
  const limit = limitOf(draft);
  const fits = isRefundable(draft);
  const say = draft.amount > limit ? words.refundMore : words.refundText;
  const place = useStep();
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
        {draft.problem ?? say(text(limit, sale.currency))}
      </p>
      <RefundReasonChoice
        reason={draft.reason}
        onReason={(reason) => setDraft({ ...draft, reason, approvalId: null })}
      />
      <DigitPad onKey={(key) => setDraft((now) => now && pressAmount(now, key))} />
      <div className="deck-foot refund-foot">
        <YellowKey
          bed={false}
          enter
          disabled={!fits}
          label={`${words.refundNext}: ${words.refund} ${text(draft.amount, sale.currency)}`}
          onPress={() => setDraft({ ...draft, stage: 'approve', problem: null })}
        >
          {words.refundNext}
        </YellowKey>
        <Key
          className="key-fn"
          disabled={!draft.edited && draft.chosen === null}
          onPress={() => setDraft(chooseAll(draft))}
        >
          {words.refundAll}
        </Key>
        <Ghost onPress={() => setDraft(null)}>{words.refundStop}</Ghost>
      </div>
    </div>
  );
}
