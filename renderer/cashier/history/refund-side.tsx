import { type Dispatch, type SetStateAction, useEffect, useRef } from 'react';
import type { BridgeAnswer } from '../../../shared/device/bridge/contract.ts';
import type { HistorySale } from '../../../shared/device/history/history.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import { SHOP_REASONS } from '../../i18n/reasons.ts';
import { idOf, reasonOf, refundableIn } from '../../state/history.ts';
import { personHere, supervisors } from '../../state/staff.ts';
import { Amount } from '../../ui/amount.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Undo2 } from '../../ui/icons.ts';
import { Ghost, Key, YellowKey } from '../../ui/key.tsx';
import { useAmountText, useCashier, useShop, useTillState } from '../common/context.tsx';
import { DigitPad, useStep } from '../common/digit-pad.tsx';
import { problemText } from '../common/refusal-text.ts';
import { StatusStrip } from '../common/strip.tsx';
import { SupervisorPin } from '../staff/supervisor-pin.tsx';
import {
  chooseAll,
  isRefundable,
  linesOfDraft,
  pressAmount,
  type RefundDraft,
  type RefundReason,
  withSold,
} from './refund-draft.ts';

type ApproveProps = {
  readonly draft: RefundDraft;
  readonly setDraft: Dispatch<SetStateAction<RefundDraft | null>>;
  readonly sale: HistorySale;
};

/** Asks for a supervisor's PIN. The approval is valid for this refund only. */
function RefundApprove({ draft, setDraft, sale }: ApproveProps) {
  const { words } = useCashier();
  const backOffice = useTillState((state) => state.snapshot?.backOffice);
  const text = useAmountText();
  const people = supervisors(backOffice);
  const here = personHere(backOffice);
  const only = people.length === 1 ? people[0]?.id : undefined;
  const first = here?.role === 'supervisor' ? here.id : only;
  const person = people.find(({ id }) => id === (draft.personId ?? first)) ?? null;
  const { busy, run } = useRefund(draft, setDraft, sale);
  const again = draft.approvalId !== null;
  const fits = isRefundable(draft);
  const amount = text(draft.amount, sale.currency);
  const wrong =
    draft.amount > draft.left
      ? words.refundMore(text(draft.left, sale.currency))
      : fits
        ? null
        : words.refundNoLines;
  return (
    <SupervisorPin
      people={people}
      person={person}
      pin={draft.pin}
      problem={draft.problem}
      text={wrong ?? words.approveText(amount)}
      isWrong={wrong !== null}
      busy={busy || again}
      onPick={(personId) =>
        setDraft({ ...draft, personId, pin: '', approvalId: null, problem: null })
      }
      onPin={(typed) => setDraft((now) => now && { ...now, pin: typed(now.pin), problem: null })}
      keys={(off) => (
        <>
          <YellowKey
            bed={false}
            enter
            disabled={again ? busy : off || !fits}
            label={`${again ? words.refundAgain : words.refund} ${amount}`}
            onPress={() => void run(person?.id ?? '')}
          >
            <span>{again ? words.refundAgain : words.refund}</span>
            <Amount amount={draft.amount} currency={sale.currency} />
          </YellowKey>
          <Ghost
            disabled={busy}
            onPress={() => setDraft({ ...draft, stage: 'amount', pin: '', problem: null })}
          >
            <Undo2 size={20} aria-hidden="true" />
            {words.refundBack}
          </Ghost>
        </>
      )}
    />
  );
}

/** After these errors the approval stays valid. The service has refunded nothing. */
const KEEPS_WORD: ReadonlySet<string> = new Set(['service_away', 'not_written', 'no_host']);

function useRefund(
  draft: RefundDraft,
  setDraft: ApproveProps['setDraft'],
  sale: HistorySale,
): { busy: boolean; run: (personId: string) => Promise<void> } {
  const { till, words } = useCashier();
  const { settings } = useShop();
  const busy = useTillState((state) => state.pending !== null);
  const isShown = useIsShown();

  async function approve(personId: string): Promise<string | null> {
    if (draft.approvalId !== null) return draft.approvalId;
    const { pin, amount, reason } = draft;
    // The customer reads the reason, in the shop's language.
    const text = SHOP_REASONS[settings.language].refundReasons[reason];
    const lines = linesOfDraft(draft)?.slice();
    const tid = sale.tid ?? '';
    const asked = { type: 'approve', personId, pin, tid, amount, text } as const;
    const command = lines === undefined ? asked : { ...asked, lines };
    const answer = await till.call(command);
    const id = idOf(answer);
    if (id === null) setDraft({ ...draft, pin: '', problem: refundProblem(answer, words) });
    return id;
  }

  async function refund(personId: string): Promise<void> {
    const approvalId = await approve(personId);
    if (approvalId === null) return;
    const answer = await till.call({ type: 'refund', approvalId });
    const reason = reasonOf(answer);
    // From here on the sale's slip shows the refund with its state.
    if (reason === null) return setDraft(null);
    // A locked till or a sale of a cash register has closed this screen: the next one shows the failure.
    if (!isShown()) till.showProblem(answer);
    const kept = KEEPS_WORD.has(reason) ? approvalId : null;
    const stage = kept !== null || reason.startsWith('approval') ? 'approve' : 'amount';
    const problem = refundProblem(answer, words);
    const failed = { ...draft, pin: '', approvalId: kept, problem };
    // Another till has refunded some of it meanwhile: what is left must be read again.
    const isGone = reason === 'lines_gone';
    if (!isGone) return setDraft({ ...failed, stage });
    setDraft({ ...failed, stage: 'approve', reading: draft.reading + 1 });
  }

  return { busy, run: (personId) => till.refunding(sale.id, () => refund(personId)) };
}

/** Why the refund was refused. Without an answer the supervisor must know that a repeat is safe. */
function refundProblem(answer: BridgeAnswer | null, words: CashierWords): string {
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

type RefundSideProps = {
  readonly draft: RefundDraft;
  readonly setDraft: Dispatch<SetStateAction<RefundDraft | null>>;
  readonly sale: HistorySale;
};

const REASONS: readonly RefundReason[] = ['returned', 'sold_out', 'wrong_amount', 'other'];

/** Asks the service what is left of each line. Without an answer an amount can still be refunded. */
function useSold({ draft, setDraft, sale }: RefundSideProps): void {
  const { till } = useCashier();
  const { reading } = draft;
  const { tid } = sale;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new reading asks again
  useEffect(() => {
    if (tid === null) return;
    let isWanted = true;
    void till.call({ type: 'refundable', tid }).then((answer) => {
      const sold = isWanted ? refundableIn(answer) : null;
      if (sold !== null) setDraft((now) => now && withSold(now, sold));
    });
    return () => {
      isWanted = false;
    };
  }, [till, tid, reading, setDraft]);
}

/** The deck of a refund: a supervisor's approval, and before it another amount or reason. */
export function RefundSide(props: RefundSideProps) {
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

function RefundAmount({ draft, setDraft, sale }: RefundSideProps) {
  const { words } = useCashier();
  const text = useAmountText();
  const left = text(draft.left, sale.currency);
  const fits = isRefundable(draft);
  const say = draft.amount > draft.left ? words.refundMore : words.refundText;
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
      <div className="deck-foot refund-foot">
        <YellowKey
          bed={false}
          enter
          disabled={!fits}
          label={`${words.refundNext}: ${words.refund} ${text(draft.amount, sale.currency)}`}
          onPress={() => setDraft({ ...draft, stage: 'approve', pin: '', problem: null })}
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
