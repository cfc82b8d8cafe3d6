import { useMemo, useState } from 'react';
import type { ReceiptPage } from '../../../shared/device/commands/book-answers.ts';
import type { SeenRefund } from '../../../shared/device/commands/books.ts';
import { type MoneyInteger, ZERO } from '../../../shared/money/money.ts';
import { SHOP_REASONS } from '../../i18n/reasons.ts';
import { reasonOf } from '../../state/history.ts';
import { pressDigits } from '../../state/keypad.ts';
import { Figures } from '../../ui/amount.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Undo2 } from '../../ui/icons.ts';
import { Ghost, YellowKey } from '../../ui/key.tsx';
import { EmptySlot, Perforation, Slip, SlipTotal } from '../../ui/slip.tsx';
import { useAmountText, useCashier, useShop, useTillState } from '../common/context.tsx';
import { DigitPad, useStep } from '../common/digit-pad.tsx';
import { problemText } from '../common/refusal-text.ts';
import { SlipAndDeck } from '../common/slip-and-deck.tsx';
import { BillRefund } from '../history/bill-refund.tsx';
import { ChosenLines } from '../history/chosen-lines.tsx';
import { type ChosenUnits, chooseUnit } from '../history/chosen-units.ts';
import {
  ApproveRefund,
  ChooseRefund,
  RefundDone,
  useCanApprove,
} from '../history/refund-decks.tsx';
import type { RefundReason } from '../history/refund-draft.ts';
import { useRounding } from '../tender/use-asked.ts';
import { OtherTillRefund } from './other-till-refund.tsx';
import {
  bookedSum,
  faultOf,
  handedOver,
  orderOf,
  previewOf,
  type RefundOrderDraft,
} from './receipt-draft.ts';

/** The longest number of a receipt that is typed. */
const RECEIPT_DIGITS = 9;

/** The refusals after which the receipt on the screen is out of date. */
const CHANGED: ReadonlySet<string> = new Set(['above_ceiling', 'too_much', 'nothing_left']);

type Stage =
  | { readonly at: 'find' }
  | { readonly at: 'choose' | 'approve'; readonly page: ReceiptPage }
  /** The whole bill of which the receipt paid a share. */
  | { readonly at: 'bill'; readonly page: ReceiptPage; readonly bill: string }
  | { readonly at: 'done'; readonly number: number; readonly text: string };

/** The refund of the receipt whose code was scanned. */
export function FoundReceipt() {
  const { till } = useCashier();
  const found = useTillState((state) => state.foundReceipt);
  // Each scan begins anew, also one of the same receipt: what was given back before is not given again.
  const key = found?.scan ?? 0;
  const onEnd = () => till.show('sale');
  return found?.what.kind === 'other_till' ? (
    <OtherTillRefund key={key} found={found.what.receipt} onEnd={onEnd} />
  ) : (
    <ReceiptRefund key={key} found={found?.what.page ?? null} onEnd={onEnd} />
  );
}

type ReceiptRefundProps = {
  /** A receipt that is known already. */
  readonly found?: ReceiptPage | null;
  readonly onEnd: () => void;
};

/** A refund of a receipt that was paid in cash or by another tender, found by its number or its code. */
export function ReceiptRefund({ found = null, onEnd }: ReceiptRefundProps) {
  const { till, words } = useCashier();
  const { settings } = useShop();
  const amountText = useAmountText();
  const rule = useRounding();
  const [stage, setStage] = useState<Stage>(
    found === null ? { at: 'find' } : { at: 'choose', page: found },
  );
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<ChosenUnits>(new Map());
  const [reason, setReason] = useState<RefundReason>('returned');
  const [approval, setApproval] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [id, setId] = useState(() => till.bills.newId());
  const page = stage.at === 'choose' || stage.at === 'approve' ? stage.page : null;
  const order = useMemo(() => (page === null ? null : orderOf(page, chosen)), [page, chosen]);
  const fact = page === null || order === null ? null : previewOf(page, order, rule);
  const sum = fact === null ? null : handedOver(fact);
  const fault = page === null || order === null ? null : faultOf(page, order);
  const isTooMuch = fault === 'too_much';

  async function find(): Promise<void> {
    if (busy) return;
    setBusy(true);
    const answer = await till.call({ type: 'find_receipt', receipt: Number(typed) });
    setBusy(false);
    if (answer?.ok !== true) return setProblem(problemText(answer, words));
    const { receipt } = answer.value;
    setProblem(null);
    setChosen(new Map());
    setId(till.bills.newId());
    setStage({ at: 'choose', page: receipt });
  }

  async function refund(given: string): Promise<void> {
    if (page === null || order === null || busy) return;
    setBusy(true);
    setProblem(null);
    await send(given, page, order);
    setBusy(false);
  }

  /** The refund as the supervisor sees it. */
  const seenOf = (page: ReceiptPage, order: RefundOrderDraft): SeenRefund => ({
    receipt: page.number,
    lines: order.lines === null ? null : [...order.lines],
    amount: order.amount,
    tip: order.tip,
    // The books keep the reason in the shop's language.
    reason: SHOP_REASONS[settings.language].refundReasons[reason],
  });

  async function send(given: string, page: ReceiptPage, order: RefundOrderDraft): Promise<void> {
    const answer = await till.call({
      type: 'refund_receipt',
      id,
      ...seenOf(page, order),
      approval: given,
    });
    if (answer?.ok === true) {
      const { receipt, number } = answer.value;
      const { method } = page.receipt;
      // Another screen may have refunded a part of this receipt meanwhile, and coins round the rest differently.
      const paid = amountText(bookedSum(receipt, id) ?? sum ?? order.amount);
      const text =
        method.kind === 'other' ? words.receiptOther(paid, method.name) : words.receiptGive(paid);
      setStage({ at: 'done', number, text });
      return;
    }
    // Without an answer the same refund is sent again, with its id and its approval.
    if (answer === null) return setProblem(words.refundNoHost);
    setApproval(null);
    setProblem(problemText(answer, words));
    if (CHANGED.has(reasonOf(answer) ?? '')) await readAgain(page);
  }

  /** Another screen has refunded a part of it meanwhile: the sum is another one. */
  async function readAgain({ number }: ReceiptPage): Promise<void> {
    const answer = await till.call({ type: 'find_receipt', receipt: number });
    if (answer?.ok !== true) return;
    const { receipt } = answer.value;
    setStage((now) => (now.at === 'approve' ? { at: 'approve', page: receipt } : now));
  }

  if (stage.at === 'bill') {
    const toReceipt = () => setStage({ at: 'choose', page: stage.page });
    return <BillRefund bill={stage.bill} onBack={toReceipt} onEnd={onEnd} />;
  }
  const done = stage.at === 'done' ? stage.text : '';
  return (
    <SlipAndDeck
      className="till-receipt"
      said={done}
      slip={
        page === null ? (
          <EmptySlot>{stage.at === 'done' ? stage.text : words.receiptFindText}</EmptySlot>
        ) : (
          <ReceiptSlip
            page={page}
            chosen={chosen}
            sum={sum}
            onLine={
              stage.at === 'choose' && !busy
                ? (line) => {
                    setChosen((now) => chooseUnit(now, page.left.lines, line));
                    setId(till.bills.newId());
                  }
                : null
            }
          />
        )
      }
    >
      {stage.at === 'find' && (
        <FindDeck
          typed={typed}
          setTyped={setTyped}
          busy={busy}
          problem={problem}
          onFind={() => void find()}
          onBack={onEnd}
        />
      )}
      {stage.at === 'choose' && (
        <ChooseDeck
          page={stage.page}
          isTooMuch={isTooMuch}
          reason={reason}
          onReason={setReason}
          sum={sum}
          onNext={() => {
            setProblem(null);
            setApproval(null);
            setStage({ at: 'approve', page: stage.page });
          }}
          onBill={(bill) => setStage({ at: 'bill', page: stage.page, bill })}
          onBack={() => setStage({ at: 'find' })}
        />
      )}
      {stage.at === 'approve' && order !== null && (
        <ApproveRefund
          sum={sum}
          wrong={sum === null ? words.problems[isTooMuch ? 'too_much' : 'nothing_left'] : null}
          approval={approval}
          busy={busy}
          problem={problem}
          ask={(personId, pin, amount) =>
            till.call({
              type: 'approve_receipt_refund',
              personId,
              pin,
              refund: seenOf(stage.page, order),
              amount,
            })
          }
          onApproved={(given) => {
            setApproval(given);
            return refund(given);
          }}
          onBack={() => setStage({ at: 'choose', page: stage.page })}
        />
      )}
      {stage.at === 'done' && <DoneDeck number={stage.number} text={stage.text} onEnd={onEnd} />}
    </SlipAndDeck>
  );
}

type SlipProps = {
  readonly page: ReceiptPage;
  readonly chosen: ChosenUnits;
  readonly sum: MoneyInteger | null;
  /** Null while lines cannot be chosen. */
  readonly onLine: ((line: number) => void) | null;
};

/** The lines of the receipt with what is left of each, and what is given back in which way. */
function ReceiptSlip({ page, chosen, sum, onLine }: SlipProps) {
  const { words } = useCashier();
  const { settings } = useShop();
  const format = useFormat();
  const { receipt, left, number } = page;
  const currency = { currency: settings.currency };
  const { method } = receipt;
  const to = {
    phone: words.slipPhone,
    cash: words.receiptToCash,
    other: method.kind === 'other' ? method.name : '',
  }[method.kind];
  return (
    <Slip label={words.slipReceipt(String(number))}>
      <p className="slip-head">
        <span>{words.slipReceipt(`R${number}`)}</span>
        <span>{format.dateTime(receipt.at)}</span>
      </p>
      <ChosenLines lines={receipt.lines} left={left.lines} chosen={chosen} onLine={onLine} />
      <Perforation />
      <SlipTotal
        label={words.refund}
        amount={sum ?? (chosen.size > 0 ? ZERO : left.total)}
        {...currency}
      />
      <dl className="slip-facts slip-paid">
        <div>
          <dt>{words.receiptLeft}</dt>
          <dd>
            <Figures amount={left.total} {...currency} />
          </dd>
        </div>
        <div>
          <dt>{words.refundTo}</dt>
          <dd>
            <bdi>{to}</bdi>
          </dd>
        </div>
      </dl>
    </Slip>
  );
}

type FindDeckProps = {
  readonly typed: string;
  readonly setTyped: (change: (now: string) => string) => void;
  readonly busy: boolean;
  readonly problem: string | null;
  readonly onFind: () => void;
  readonly onBack: () => void;
};

function FindDeck({ typed, setTyped, busy, problem, onFind, onBack }: FindDeckProps) {
  const { words } = useCashier();
  const place = useStep();
  return (
    <div ref={place} className="lock-pad" tabIndex={-1} data-keys="">
      <h1 className="lock-head">{words.receiptFind}</h1>
      <div className="deck-window refund-window">
        <p className="deck-label">{words.receiptFindText}</p>
        <p className="deck-amount" role="status">
          {typed === '' ? '–' : `R${typed}`}
        </p>
      </div>
      <p className="refund-wrong" role="alert">
        {problem ?? ''}
      </p>
      <DigitPad
        disabled={busy}
        onKey={(key) => setTyped((now) => pressDigits(now, key, RECEIPT_DIGITS))}
      />
      <div className="deck-foot refund-foot refund-foot-two">
        <YellowKey bed={false} enter disabled={busy || Number(typed) === 0} onPress={onFind}>
          {words.receiptShow}
        </YellowKey>
        <Ghost disabled={busy} onPress={onBack}>
          <Undo2 size={20} aria-hidden="true" />
          {words.backKey}
        </Ghost>
      </div>
    </div>
  );
}

type ChooseDeckProps = {
  readonly page: ReceiptPage;
  /** The chosen lines cost more than what is left. */
  readonly isTooMuch: boolean;
  readonly reason: RefundReason;
  readonly onReason: (reason: RefundReason) => void;
  readonly sum: MoneyInteger | null;
  readonly onNext: () => void;
  readonly onBill: (bill: string) => void;
  readonly onBack: () => void;
};

function ChooseDeck(props: ChooseDeckProps) {
  const { page, isTooMuch, reason, onReason, sum, onNext, onBill, onBack } = props;
  const { sharedBill } = page;
  const { words } = useCashier();
  const canApprove = useCanApprove();
  const isPhone = page.receipt.method.kind === 'phone';
  const isGone = page.left.total + page.left.tip === 0;
  const text = isPhone
    ? words.receiptPhone
    : isGone
      ? words.receiptNothing
      : !canApprove
        ? words.refundNobody
        : isTooMuch
          ? words.problems.too_much
          : words.receiptLines;
  return (
    <ChooseRefund
      head={words.slipReceipt(`R${page.number}`)}
      text={text}
      isPossible={!isPhone && !isGone}
      reason={reason}
      onReason={onReason}
      sum={sum}
      onNext={onNext}
      foot={sharedBill === null ? 'refund-foot refund-foot-two' : 'refund-foot'}
      onBack={onBack}
    >
      {sharedBill !== null && (
        <Ghost onPress={() => onBill(sharedBill)}>{words.billRefundAll}</Ghost>
      )}
      <Ghost onPress={onBack}>
        <Undo2 size={20} aria-hidden="true" />
        {words.receiptFind}
      </Ghost>
    </ChooseRefund>
  );
}

type DoneProps = { readonly number: number; readonly text: string; readonly onEnd: () => void };

function DoneDeck({ number, text, onEnd }: DoneProps) {
  const { till } = useCashier();
  const print = () => void till.run({ type: 'print_booked', receipt: number });
  return (
    <RefundDone
      texts={[{ id: String(number), text }]}
      print={number > 0 ? print : null}
      onEnd={onEnd}
    />
  );
}
