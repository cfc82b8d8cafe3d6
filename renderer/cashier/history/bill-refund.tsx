import { useMemo, useState } from 'react';
import {
  allOfBill,
  type BillRefundPlan,
  planBillRefund,
  roundingOfShare,
} from '../../../shared/books/bill-refund.ts';
import type { ReturnedLine } from '../../../shared/books/refunds.ts';
import type { CashRounding } from '../../../shared/cash/rounding.ts';
import type {
  BillPage,
  BillRefunded,
  SeenBillRefund,
} from '../../../shared/device/commands/books.ts';
import { add, type MoneyInteger, ZERO } from '../../../shared/money/money.ts';
import type { CashierWords } from '../../i18n/cashier.ts';
import { SHOP_REASONS } from '../../i18n/reasons.ts';
import { reasonOf } from '../../state/history.ts';
import { Figures } from '../../ui/amount.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Undo2 } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { Perforation, Slip, SlipTotal } from '../../ui/slip.tsx';
import { useAmountText, useCashier, useShop } from '../common/context.tsx';
import { problemText } from '../common/refusal-text.ts';
import { useRounding } from '../tender/use-asked.ts';
import { ChosenLines } from './chosen-lines.tsx';
import { type ChosenUnits, chooseUnit } from './chosen-units.ts';
import {
  ApproveRefund,
  ChooseRefund,
  RefundDone,
  RefundScreen,
  useCanApprove,
} from './refund-decks.tsx';
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
  readonly found: BillPage;
  /** Refunds an amount of the one payment whose receipt or sale was opened. */
  readonly onAmount: () => void;
  readonly onEnd: () => void;
};

/** The refund of products of a bill that was paid in shares, to its payments in their order (D-572). */
export function BillRefund({ found, onAmount, onEnd }: BillRefundProps) {
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
    <RefundScreen
      said={done === null ? '' : words.wordRefunded}
      slip={
        <BillRefundSlip
          page={page}
          chosen={done === null ? chosen : new Map()}
          plan={plan}
          done={done}
          onLine={
            stage === 'choose' && !busy
              ? (line) => {
                  setChosen((now) => chooseUnit(now, page.left, line));
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
          onAmount={onAmount}
          onEnd={onEnd}
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
    </RefundScreen>
  );
}

/** The chosen units, or everything that is left. */
const wantedOf = (page: BillPage, chosen: ChosenUnits): readonly ReturnedLine[] =>
  chosen.size === 0 ? allOfBill(page) : [...chosen].map(([line, quantity]) => ({ line, quantity }));

/** What changes hands, after the rounding of cash. */
const sumOf = (
  { parts }: Extract<BillRefundPlan, { ok: true }>,
  rule: CashRounding | null,
): MoneyInteger =>
  add(ZERO, ...parts.flatMap(({ share, total }) => [total, roundingOfShare(share, total, rule)]));

type SlipProps = {
  readonly page: BillPage;
  readonly chosen: ChosenUnits;
  readonly plan: BillRefundPlan;
  readonly done: BillRefunded | null;
  readonly onLine: ((line: number) => void) | null;
};

/** The lines of the bill with what is left of each, and how much goes back in which way. */
function BillRefundSlip({ page, chosen, plan, done, onLine }: SlipProps) {
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
      <ChosenLines lines={page.lines} left={page.left} chosen={chosen} onLine={onLine} />
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
  readonly plan: BillRefundPlan;
  readonly sum: MoneyInteger | null;
  readonly reason: RefundReason;
  readonly onReason: (reason: RefundReason) => void;
  readonly onNext: () => void;
  readonly onAmount: () => void;
  readonly onEnd: () => void;
};

function ChooseDeck(props: ChooseDeckProps) {
  const { page, plan, sum, reason, onReason, onNext, onAmount, onEnd } = props;
  const { words } = useCashier();
  const canApprove = useCanApprove();
  const isGone = page.left.every((units) => units === 0);
  const text = isGone
    ? words.receiptNothing
    : !canApprove
      ? words.refundNobody
      : plan.ok
        ? words.billRefundText
        : words.problems.too_much;
  return (
    <ChooseRefund
      head={page.name ?? words.billRefundHead}
      text={text}
      isPossible={!isGone}
      reason={reason}
      onReason={onReason}
      sum={sum}
      onNext={onNext}
      foot="refund-foot"
    >
      <Ghost onPress={onAmount}>{words.billRefundAmount}</Ghost>
      <Ghost onPress={onEnd}>
        <Undo2 size={20} aria-hidden="true" />
        {words.backKey}
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
      print={printed.length === 0 ? null : () => void print()}
      onEnd={onEnd}
    />
  );
}
