import { Fragment } from 'react';
import type { Format } from '../../shared/format/format.ts';
import { add, type MoneyInteger, subtract, ZERO } from '../../shared/money/money.ts';
import { listedOf } from '../../shared/payment/statement.ts';
import type { WalletRequest } from '../../shared/wallet/contract.ts';
import type { WalletWords } from '../i18n/wallet.ts';
import { Figures } from '../ui/amount.tsx';
import { Field } from '../ui/field.tsx';
import { useFormat } from '../ui/format.tsx';
import { Printer, Share2 } from '../ui/icons.ts';
import { Ghost } from '../ui/key.tsx';
import { RefundedLines, refundedText } from '../ui/refunded-lines.tsx';
import { Seal } from '../ui/seal.tsx';
import { Perforation, Slip } from '../ui/slip.tsx';
import { canShare, printPage, shareText } from './adapters/share.ts';
import { Attachments } from './attachments.tsx';
import { useWallet } from './context.tsx';
import { Links } from './links.tsx';
import { RequestAmount, RequestLines } from './request-lines.tsx';
import {
  isOver,
  isReceipt,
  type RequestState,
  stateText,
  stateTime,
  stateTone,
} from './request-state.ts';
import { DoneKey, WalletHead } from './wallet-head.tsx';

/** The receipt as plain text, line by line as on the slip. */
function receiptText(
  request: WalletRequest,
  state: RequestState,
  head: string,
  words: WalletWords,
  format: Format,
): string {
  const { currency, bill } = request;
  const sum = (amount: MoneyInteger) => format.amount(amount, currency);
  const off = (word: string, amount: MoneyInteger) =>
    amount === 0 ? [] : [`${word}: ${sum(subtract(ZERO, amount))}`];
  const lines = [
    request.merchant,
    request.pos,
    '',
    `${head}: ${sum(listedOf(request.money))}`,
    ...(request.text ? [request.text] : []),
    ...bill.lines.flatMap(({ quantity, description, gross, discount }) => [
      `${format.decimal(quantity)} ${description} ${sum(gross)}`,
      ...off(words.slipDiscount, discount),
    ]),
    ...off(words.slipDiscountAll, bill.discount),
    ...moneyFacts(request, words, format).flatMap(({ label, amount, when, lines = [] }) => [
      when === undefined ? `${label}: ${sum(amount)}` : `${label}: ${sum(amount)}, ${when}`,
      ...lines,
    ]),
    '',
    `${words.factTime}: ${format.dateTime(stateTime(state, request))}`,
    `${words.factReference}: ${request.tid}`,
  ];
  return lines.join('\n');
}

type MoneyFact = {
  readonly label: string;
  readonly amount: MoneyInteger;
  /** When it happened, where that is known and differs from the purchase. */
  readonly when?: string;
  /** The sold lines of a refund. */
  readonly lines?: readonly string[];
};

/** What became of the amounts of a request, in the order in which it happened. */
function moneyFacts(
  { money: amounts, refunds, currency }: WalletRequest,
  words: WalletWords,
  format: Format,
): readonly MoneyFact[] {
  const { captured, authorised, held, released } = amounts;
  // A payment that was captured at once and stayed so needs no account of its parts.
  const inParts = captured > 0 && (captured < amounts.asked || refunds.length > 0);
  const facts = [
    { label: words.factExtra, amount: amounts.additional.asked },
    { label: words.factCaptured, amount: inParts ? captured : ZERO },
    { label: words.factAuthorised, amount: captured > 0 ? add(authorised, held) : held },
    { label: words.factReleased, amount: released },
    ...refunds.map(({ amount, at, lines = [] }) => ({
      label: words.factRefunded,
      amount,
      lines: lines.map((line) => refundedText(line, format, currency)),
      ...(at === null ? {} : { when: format.dateTime(at) }),
    })),
  ];
  return facts.filter(({ amount }) => amount > 0);
}

type ReceiptKeysProps = {
  readonly request: WalletRequest;
  readonly state: RequestState;
  /** The word of the state, the first line of the receipt. */
  readonly head: string;
};

/** Shares the receipt if the browser can, and prints it. */
function ReceiptKeys({ request, state, head }: ReceiptKeysProps) {
  const { words } = useWallet();
  const format = useFormat();
  const share = () =>
    void shareText({
      title: words.receiptOf(request.merchant),
      text: receiptText(request, state, head, words, format),
    });
  return (
    <div className="receipt-keys">
      {canShare() && (
        <Ghost className="ghost-tall" onPress={share}>
          <Share2 size={20} aria-hidden="true" />
          {words.share}
        </Ghost>
      )}
      <Ghost className="ghost-tall" onPress={printPage}>
        <Printer size={20} aria-hidden="true" />
        {words.print}
      </Ghost>
    </div>
  );
}

type OutcomeViewProps = { readonly request: WalletRequest; readonly state: RequestState };

/** A decided request: its result and the receipt. */
export function OutcomeView({ request, state }: OutcomeViewProps) {
  const { words } = useWallet();
  const format = useFormat();
  const { head, text } = stateText(state, request, words);
  const when = format.longDateTime(stateTime(state, request));
  return (
    <main className="wallet" data-stage={state}>
      <Field tone={stateTone(state)} className="wallet-field" label={head}>
        <WalletHead />
        <div className="wallet-title">
          <Seal tone={stateTone(state)} size={84} />
          <div>
            <h1 className="wallet-word">{head}</h1>
            <p>{text === '' ? when : text}</p>
          </div>
        </div>
      </Field>
      <Slip className="wallet-slip" torn={isOver(state)} label={request.merchant}>
        <p className="wallet-shop">
          <strong>
            <bdi>{request.merchant}</bdi>
          </strong>
          <span>
            <bdi>{request.pos}</bdi>
          </span>
        </p>
        <RequestAmount request={request} total={listedOf(request.money)} />
        <RequestLines request={request} />
        <Perforation />
        <RequestFacts request={request} state={state} />
        {isOver(state) && <Attachments request={request} />}
        <Links request={request} />
      </Slip>
      <div className="wallet-foot">
        {isReceipt(state) && <ReceiptKeys request={request} state={state} head={head} />}
        <DoneKey />
      </div>
    </main>
  );
}

function RequestFacts({ request, state }: OutcomeViewProps) {
  const { words } = useWallet();
  const format = useFormat();
  const reasons = request.refunds.flatMap(({ text }) => (text === null ? [] : [text]));
  return (
    <dl className="slip-facts">
      {moneyFacts(request, words, format).map(({ label, amount, when, lines = [] }, place) => (
        // Two refunds of one minute have the same label, and their order never changes.
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a payment are only added to
        <Fragment key={place}>
          <dt>{label}</dt>
          <dd>
            <Figures amount={amount} currency={request.currency} />
            {when !== undefined && <span className="fact-when">{when}</span>}
            <RefundedLines lines={lines} />
          </dd>
        </Fragment>
      ))}
      {reasons.length > 0 && (
        <>
          <dt>{words.factRefundWhy}</dt>
          <dd className="fact-lines">{reasons.join('\n')}</dd>
        </>
      )}
      <dt>{words.factTime}</dt>
      <dd>{format.dateTime(stateTime(state, request))}</dd>
      <dt>{words.factReference}</dt>
      <dd className="mono">{request.tid}</dd>
    </dl>
  );
}
