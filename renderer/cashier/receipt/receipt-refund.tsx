import { useEffect, useMemo, useState } from 'react';
import type { ReceiptPage, ShownReceipt } from '../../../shared/device/commands/book-answers.ts';
import type { SeenRefund } from '../../../shared/device/commands/books.ts';
import { add, type MoneyInteger, ZERO } from '../../../shared/money/money.ts';
import { shortNumber } from '../../../shared/protocol/receipt-number.ts';
import { SHOP_REASONS } from '../../i18n/reasons.ts';
import { reasonOf } from '../../state/history.ts';
import { Figures } from '../../ui/amount.tsx';
import { useFormat } from '../../ui/format.tsx';
import { Undo2 } from '../../ui/icons.ts';
import { Ghost } from '../../ui/key.tsx';
import { EmptySlot, Perforation, Slip, SlipTotal } from '../../ui/slip.tsx';
import { useAmountText, useCashier, useShop, useTillState } from '../common/context.tsx';
import { ReceiptDocumentSlip, usePrintReceipt } from '../common/print-receipt.tsx';
import { problemText } from '../common/refusal-text.ts';
import { SlipAndDeck } from '../common/slip-and-deck.tsx';
import { EmailKey, useEmailNote } from '../email/email-key.tsx';
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

/** The refusals after which the receipt on the screen is out of date. */
const CHANGED: ReadonlySet<string> = new Set(['above_ceiling', 'too_much', 'nothing_left']);

type Stage =
  | { readonly at: 'choose' | 'approve'; readonly page: ReceiptPage }
  /** The whole bill of which the receipt paid a share. */
  | { readonly at: 'bill'; readonly page: ReceiptPage; readonly bill: string }
  /** `number` is the refund's own receipt, `page` the refunded one after it. */
  | {
      readonly at: 'done';
      readonly number: number;
      readonly text: string;
      readonly page: ReceiptPage;
    };

/** The refund of the receipt whose code was scanned. */
export function FoundReceipt() {
  const { till } = useCashier();
  const found = useTillState((state) => state.foundReceipt);
  // Each scan begins anew, also one of the same receipt: what was given back before is not given again.
  const key = found?.scan ?? 0;
  const onEnd = () => till.show('sale');
  if (found === null) return null;
  return found.what.kind === 'other_till' ? (
    <OtherTillRefund key={key} found={found.what.receipt} onEnd={onEnd} />
  ) : (
    <ReceiptRefund key={key} found={found.what.page} onEnd={onEnd} />
  );
}

type ReceiptRefundProps = {
  readonly found: ReceiptPage;
  readonly onEnd: () => void;
};

/**
 * A refund of a receipt that was paid in cash or by another tender. It begins with all that is left and the supervisor's PIN;
 * meanwhile lines of the slip can be chosen, so a refund of one line needs one press more (D-584).
 */
export function ReceiptRefund({ found, onEnd }: ReceiptRefundProps) {
  const { till, words } = useCashier();
  const { settings } = useShop();
  const amountText = useAmountText();
  const rule = useRounding();
  const canApprove = useCanApprove();
  const [stage, setStage] = useState<Stage>(() => ({
    at: canApprove && found.left.total + found.left.tip > 0 ? 'approve' : 'choose',
    page: found,
  }));
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
      setStage({ at: 'done', number, text, page: receipt });
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
  const toBill = (of: ReceiptPage, bill: string) => () => setStage({ at: 'bill', page: of, bill });
  const done = stage.at === 'done' ? stage.text : '';
  return (
    <SlipAndDeck
      className="till-receipt"
      said={done}
      slip={
        stage.at === 'done' ? (
          <RefundReceipt number={stage.number} />
        ) : (
          <ReceiptSlip
            page={stage.page}
            chosen={chosen}
            sum={sum}
            onLine={
              !busy && approval === null
                ? (line) => {
                    setChosen((now) => chooseUnit(now, stage.page.left.lines, line));
                    setId(till.bills.newId());
                  }
                : null
            }
          />
        )
      }
    >
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
          onBill={(bill) => toBill(stage.page, bill)()}
          onBack={onEnd}
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
          back={words.refundReasonChange}
          beside={
            stage.page.sharedBill === null
              ? undefined
              : { label: words.billRefundAll, onPress: toBill(stage.page, stage.page.sharedBill) }
          }
          onBack={() => setStage({ at: 'choose', page: stage.page })}
        />
      )}
      {stage.at === 'done' && <DoneDeck {...stage} onEnd={onEnd} />}
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
    <Slip label={words.slipReceipt(shortNumber(number))}>
      <p className="slip-head">
        <span>{words.slipReceipt(shortNumber(number))}</span>
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
  const isGone = page.left.total + page.left.tip === 0;
  const text = isGone
    ? words.receiptNothing
    : !canApprove
      ? words.refundNobody
      : isTooMuch
        ? words.problems.too_much
        : words.receiptLines;
  return (
    <ChooseRefund
      head={words.slipReceipt(shortNumber(page.number))}
      text={text}
      isPossible={!isGone}
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
        {words.backKey}
      </Ghost>
    </ChooseRefund>
  );
}

type DoneProps = {
  readonly number: number;
  readonly text: string;
  readonly page: ReceiptPage;
  readonly onEnd: () => void;
};

/** What was given back, what is left of the receipt, and the receipt of the refund. Nothing here refunds again. */
function DoneDeck({ number, text, page, onEnd }: DoneProps) {
  const { words } = useCashier();
  const amount = useAmountText();
  const { print, paper } = usePrintReceipt();
  const of = { kind: 'receipt', id: number } as const;
  const ordered = useEmailNote(of);
  const { left, refunds } = page;
  const last = refunds.at(-1);
  return (
    <>
      <RefundDone
        texts={[
          { id: 'given', text },
          {
            id: 'left',
            text: words.receiptStays(amount(add(left.total, left.tip)), shortNumber(page.number)),
          },
          ...(ordered === null ? [] : [{ id: 'ordered', text: ordered }]),
        ]}
        print={() => void print(number)}
        onEnd={onEnd}
      >
        <EmailKey of={of} amount={last === undefined ? ZERO : handedOver(last)} />
      </RefundDone>
      {paper}
    </>
  );
}

/** The receipt of the refund, as paper and page show it; its place until the till has read it. */
function RefundReceipt({ number }: { readonly number: number }) {
  const { till, words } = useCashier();
  const [shown, setShown] = useState<ShownReceipt | null>(null);
  useEffect(() => {
    let isWanted = true;
    void till.call({ type: 'read_receipt', receipt: number }).then((answer) => {
      if (isWanted && answer?.ok === true) setShown(answer.value.shown);
    });
    return () => {
      isWanted = false;
    };
  }, [till, number]);
  return shown === null ? (
    <EmptySlot>{words.wordRefunded}</EmptySlot>
  ) : (
    <ReceiptDocumentSlip {...shown} />
  );
}
