import { useEffect, useMemo, useState } from 'react';
import {
  allOfBill,
  type BillRefundPlan,
  planBillRefund,
  roundingOfShare,
  unitsNotBack,
  unitsOfBillLeft,
} from '../../../shared/books/bill-refund.ts';
import type { ReturnedLine } from '../../../shared/books/refunds.ts';
import type { CashRounding } from '../../../shared/cash/rounding.ts';
import type { BillPage, BillRefunded } from '../../../shared/device/commands/book-answers.ts';
import type { SeenBillRefund } from '../../../shared/device/commands/books.ts';
import type { AnswerOf } from '../../../shared/device/commands/table.ts';
import { add, type MoneyInteger, ZERO } from '../../../shared/money/money.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import { SHOP_REASONS } from '../../i18n/reasons.ts';
import { reasonOf } from '../../state/history.ts';
import { Figures } from '../../ui/amount.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Undo2 } from '../../ui/icons.ts';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { EmptySlot, Perforation, Slip, SlipTotal } from '../../ui/slip.tsx';
import { useAmountText, useCashier, useShop, useTillState } from '../common/context.tsx';
import { useStep } from '../common/digit-pad.tsx';
import { problemText } from '../common/refusal-text.ts';
import { SlipAndDeck } from '../common/slip-and-deck.tsx';
import { useEscape } from '../common/use-escape.ts';
import { useRounding } from '../tender/use-asked.ts';
import { ChosenLines } from './chosen-lines.tsx';
import { type ChosenUnits, chooseUnit } from './chosen-units.ts';
import { ApproveRefund, ChooseRefund, RefundDone, useCanApprove } from './refund-decks.tsx';
import type { RefundReason } from './refund-draft.ts';
import { RefundLines } from './refund-lines.tsx';

/** The refusals after which the bill on the screen is out of date. */
const CHANGED: ReadonlySet<string> = new Set([
  'above_ceiling',
  'too_much',
  'nothing_left',
  'lines_gone',
]);

type Stage = 'choose' | 'approve' | { readonly done: BillRefunded };

type BillRefundProps = {
  readonly bill: string;
  /** Back to the one payment whose receipt or sale was opened. */
  readonly onBack: () => void;
  /** The bill was refunded. */
  readonly onEnd: () => void;
};

/**
 * The refund of products of a bill that was paid in shares, to its payments in their order (D-572). The till reads the bill
 * first. Until then nothing can be chosen or typed here, and a late answer to somebody who has gone back changes nothing.
 */
export function BillRefund({ bill, onBack, onEnd }: BillRefundProps) {
  const { till, words } = useCashier();
  const [asked, setAsked] = useState(0);
  const [answer, setAnswer] = useState<AnswerOf<'find_bill'> | 'none' | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new question asks again
  useEffect(() => {
    let isWanted = true;
    void till.call({ type: 'find_bill', bill }).then((read) => {
      if (isWanted) setAnswer(read ?? 'none');
    });
    return () => {
      isWanted = false;
    };
  }, [till, bill, asked]);
  if (typeof answer === 'object' && answer?.ok === true) {
    return <FoundBill found={answer.value.sharedBill} onBack={onBack} onEnd={onEnd} />;
  }
  const problem = answer === null ? null : problemText(answer === 'none' ? null : answer, words);
  const again = () => {
    setAnswer(null);
    setAsked(asked + 1);
  };
  return (
    <SlipAndDeck
      className="till-receipt"
      said={problem ?? ''}
      slip={
        <EmptySlot>{problem === null ? words.billRefundReading : words.billRefundHead}</EmptySlot>
      }
    >
      <ReadingDeck problem={problem} onAgain={again} onBack={onBack} />
    </SlipAndDeck>
  );
}

type ReadingProps = {
  /** Why the bill could not be read; null while the till reads it. */
  readonly problem: string | null;
  readonly onAgain: () => void;
  readonly onBack: () => void;
};

function ReadingDeck({ problem, onAgain, onBack }: ReadingProps) {
  const { words } = useCashier();
  const place = useStep();
  useEscape(onBack);
  return (
    <div ref={place} className="staff-form staff-pin" tabIndex={-1} data-keys="">
      <h1 className="lock-head">{words.billRefundHead}</h1>
      <p className="lock-text" role="status">
        {problem ?? words.billRefundReading}
      </p>
      <span className="setup-space" />
      <div className="deck-foot refund-foot refund-foot-two">
        {problem !== null && (
          <YellowKey bed={false} enter onPress={onAgain}>
            {words.tryAgain}
          </YellowKey>
        )}
        <Ghost onPress={onBack}>
          <Undo2 size={20} aria-hidden="true" />
          {words.backKey}
        </Ghost>
      </div>
    </div>
  );
}

type FoundBillProps = Omit<BillRefundProps, 'bill'> & { readonly found: BillPage };

function FoundBill({ found, onBack, onEnd }: FoundBillProps) {
  const { till, words } = useCashier();
  const { settings } = useShop();
  const rule = useRounding();
  const [page, setPage] = useState(found);
  const [stage, setStage] = useState<Stage>('choose');
  const [chosen, setChosen] = useState<ChosenUnits>(new Map());
  const [reason, setReason] = useState<RefundReason>('returned');
  const [approval, setApproval] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [id, setId] = useState(() => till.bills.newId());
  const wanted = useMemo(() => wantedOf(page, chosen), [page, chosen]);
  const plan = useMemo(() => planBillRefund(page, wanted), [page, wanted]);
  const left = useMemo(() => unitsOfBillLeft(page, linesOf(chosen)), [page, chosen]);
  const sum = plan.ok ? sumOf(plan, rule) : null;
  const seen: SeenBillRefund = {
    bill: page.bill,
    lines: [...wanted],
    // The books keep the reason in the shop's language.
    reason: SHOP_REASONS[settings.language].refundReasons[reason],
  };
  async function refund(given: string): Promise<void> {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    const answer = await till.call({ type: 'refund_bill', id, ...seen, approval: given });
    setBusy(false);
    if (answer?.ok === true) return setStage({ done: answer.value.billRefund });
    // Without an answer the same refund is sent again, with its id and its approval.
    if (answer === null) return setProblem(words.refundNoHost);
    setApproval(null);
    setProblem(problemText(answer, words));
    if (!CHANGED.has(reasonOf(answer) ?? '')) return;
    const read = await till.call({ type: 'find_bill', bill: page.bill });
    if (read?.ok === true) setPage(read.value.sharedBill);
  }

  const done = typeof stage === 'object' ? stage.done : null;
  return (
    <SlipAndDeck
      className="till-receipt"
      said={done === null ? '' : words.wordRefunded}
      slip={
        <BillRefundSlip
          page={page}
          left={left}
          chosen={done === null ? chosen : new Map()}
          plan={plan}
          done={done}
          onLine={
            stage === 'choose' && !busy
              ? (line) => {
                  setChosen((now) => chooseUnit(now, left, line));
                  setId(till.bills.newId());
                }
              : null
          }
        />
      }
    >
      {stage === 'choose' && (
        <ChooseDeck
          page={page}
          left={left}
          chosen={chosen}
          plan={plan}
          sum={sum}
          reason={reason}
          onReason={(next) => {
            setReason(next);
            setId(till.bills.newId());
          }}
          onNext={() => {
            setProblem(null);
            setApproval(null);
            setStage('approve');
          }}
          onBack={onBack}
        />
      )}
      {stage === 'approve' && (
        <ApproveRefund
          sum={sum}
          wrong={
            plan.ok ? null : words.problems[plan.reason === 'nothing' ? 'nothing_left' : 'too_much']
          }
          approval={approval}
          busy={busy}
          problem={problem}
          ask={(personId, pin, amount) =>
            till.call({ type: 'approve_bill_refund', personId, pin, refund: seen, amount })
          }
          onApproved={(given) => {
            setApproval(given);
            return refund(given);
          }}
          onBack={() => setStage('choose')}
        />
      )}
      {done !== null && <DoneDeck done={done} onEnd={onEnd} />}
    </SlipAndDeck>
  );
}

/** The chosen units, or everything that is left. */
const wantedOf = (page: BillPage, chosen: ChosenUnits): readonly ReturnedLine[] =>
  chosen.size === 0 ? allOfBill(page) : linesOf(chosen);

const linesOf = (chosen: ChosenUnits): readonly ReturnedLine[] =>
  [...chosen].map(([line, quantity]) => ({ line, quantity }));

/** What changes hands, after the rounding of cash. */
const sumOf = (
  { parts }: Extract<BillRefundPlan, { ok: true }>,
  rule: CashRounding | null,
): MoneyInteger =>
  add(ZERO, ...parts.flatMap(({ share, total }) => [total, roundingOfShare(share, total, rule)]));

type SlipProps = {
  readonly page: BillPage;
  /** What can be chosen of each line, in thousandths. */
  readonly left: readonly number[];
  readonly chosen: ChosenUnits;
  readonly plan: BillRefundPlan;
  readonly done: BillRefunded | null;
  readonly onLine: ((line: number) => void) | null;
};

/** The lines of the bill with what is left of each, and how much goes back in which way. */
function BillRefundSlip({ page, left, chosen, plan, done, onLine }: SlipProps) {
  const { words } = useCashier();
  const { settings, view } = useShop();
  const format = useFormat();
  const rule = useRounding();
  const currency = { currency: settings.currency };
  const planned = plan.ok
    ? plan.parts.map(({ share: { method, number }, share, total }) => {
        return { number, method, amount: add(total, roundingOfShare(share, total, rule)) };
      })
    : [];
  const parts = done === null ? planned : done.parts;
  const placed = parts.map(({ method, amount }, place) => ({ method, amount, place }));
  const own = new Set(done?.parts.map(({ refund }) => refund));
  return (
    <Slip label={page.name ?? words.billRefundHead}>
      <p className="slip-head">
        <span>
          <bdi>{page.name ?? words.billRefundHead}</bdi>
        </span>
        <span>{format.dateTime(page.at)}</span>
      </p>
      <ChosenLines
        lines={page.lines}
        left={left}
        reasonOf={(line) => (unitsNotBack(page, line) > 0 ? words.billRefundNotLine : null)}
        chosen={chosen}
        onLine={onLine}
      />
      <Perforation />
      <SlipTotal
        label={words.refund}
        amount={add(ZERO, ...parts.map(({ amount }) => amount))}
        {...currency}
      />
      <dl className="slip-facts slip-paid">
        {placed.map(({ method, amount, place }) => (
          <div key={place}>
            <dt>
              <bdi>{methodText(method, words)}</bdi>
            </dt>
            <dd>
              <Figures amount={amount} {...currency} />
            </dd>
          </div>
        ))}
      </dl>
      <RefundLines refunds={view.refunds.filter((one) => own.has(one.id)).toReversed()} />
    </Slip>
  );
}

function methodText(method: BillRefunded['parts'][number]['method'], words: CashierWords): string {
  if (method.kind === 'other') return method.name;
  return method.kind === 'phone' ? words.slipPhone : words.receiptToCash;
}

function handedText(
  method: BillRefunded['parts'][number]['method'],
  amount: string,
  words: CashierWords,
): string {
  if (method.kind === 'other') return words.receiptOther(amount, method.name);
  return method.kind === 'phone' ? words.billRefundPhone(amount) : words.receiptGive(amount);
}

type ChooseDeckProps = {
  readonly page: BillPage;
  readonly left: readonly number[];
  readonly chosen: ChosenUnits;
  readonly plan: BillRefundPlan;
  readonly sum: MoneyInteger | null;
  readonly reason: RefundReason;
  readonly onReason: (reason: RefundReason) => void;
  readonly onNext: () => void;
  readonly onBack: () => void;
};

function ChooseDeck(props: ChooseDeckProps) {
  const { page, left, chosen, plan, sum, reason, onReason, onNext, onBack } = props;
  const { words } = useCashier();
  const canApprove = useCanApprove();
  const isPossible = left.some((units) => units > 0);
  const hasDeposits = page.lines.some(({ total }, line) => total < 0 && (left[line] ?? 0) > 0);
  const isGone = page.shares.every((share) => share.left === 0);
  const text = isGone
    ? words.receiptNothing
    : !isPossible
      ? words.billRefundNoProducts
      : !canApprove
        ? words.refundNobody
        : plan.ok
          ? words.billRefundText
          : chosen.size === 0
            ? words.billRefundSome
            : hasDeposits
              ? words.billRefundTogether
              : words.problems.too_much;
  return (
    <ChooseRefund
      head={page.name ?? words.billRefundHead}
      text={text}
      isPossible={isPossible}
      reason={reason}
      onReason={onReason}
      sum={sum}
      onNext={onNext}
      onBack={onBack}
      foot="refund-foot refund-foot-two"
    >
      <Ghost onPress={onBack}>
        <Undo2 size={20} aria-hidden="true" />
        {words.billRefundOne}
      </Ghost>
    </ChooseRefund>
  );
}

type DoneProps = { readonly done: BillRefunded; readonly onEnd: () => void };

/** What the cashier hands over. A refund to a phone is on its way; its state is on the slip. */
function DoneDeck({ done, onEnd }: DoneProps) {
  const { till, words } = useCashier();
  const amountText = useAmountText();
  const { view } = useShop();
  const printing = useTillState(({ snapshot }) => snapshot?.printing ?? null);
  const states = new Map(view.refunds.map(({ id, state }) => [id, state]));
  const printed = done.parts.filter(
    ({ number, refund }) => number !== null || states.get(refund) === 'done',
  );
  async function print(): Promise<void> {
    for (const { number, refund } of printed) {
      await till.run(
        number === null
          ? { type: 'print_refund', refund }
          : { type: 'print_booked', receipt: number },
      );
    }
  }
  return (
    <RefundDone
      texts={done.parts.map(({ method, amount, refund }) => ({
        id: refund,
        text: handedText(method, amountText(amount), words),
      }))}
      print={printing === null || printed.length === 0 ? null : () => void print()}
      onEnd={onEnd}
    />
  );
}
