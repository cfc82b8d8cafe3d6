import type { Format } from '../../shared/format/format.ts';
import { money } from '../../shared/money/money.ts';
import type { WalletRequest } from '../../shared/wallet/contract.ts';
import type { WalletWords } from '../i18n/wallet.ts';
import { Figures } from '../ui/amount.tsx';
import { Field } from '../ui/field.tsx';
import { useFormat } from '../ui/format.tsx';
import { Printer, Share2 } from '../ui/icons.ts';
import { Ghost } from '../ui/key.tsx';
import { Seal } from '../ui/seal.tsx';
import { Perforation, Slip } from '../ui/slip.tsx';
import { canShare, printPage, shareText } from './adapters/share.ts';
import { Attachments } from './attachments.tsx';
import { useWallet } from './context.tsx';
import { Links } from './links.tsx';
import { RequestAmount, RequestLines } from './request-lines.tsx';
import { isOver, isReceipt, type RequestState, stateText, stateTone } from './request-state.ts';
import { DoneKey, WalletHead } from './wallet-head.tsx';

/** The receipt as plain text, line by line as on the slip. */
function receiptText(
  request: WalletRequest,
  head: string,
  words: WalletWords,
  format: Format,
): string {
  const { currency, additional_amount: extra, refunded } = request;
  const sum = (amount: number) => format.amount(money(amount), currency);
  const lines = [
    request.merchant,
    request.pos,
    '',
    `${head}: ${sum(request.amount + extra)}`,
    ...(request.text ? [request.text] : []),
    ...request.lines.map((line) => `${line.quantity} ${line.description} ${sum(line.total)}`),
    ...(extra > 0 ? [`${words.factExtra}: ${sum(extra)}`] : []),
    ...(refunded > 0 ? [`${words.factRefunded}: ${sum(refunded)}`] : []),
    '',
    `${words.factTime}: ${format.dateTime(request.modified)}`,
    `${words.factReference}: ${request.tid}`,
  ];
  return lines.join('\n');
}

type ReceiptKeysProps = {
  readonly request: WalletRequest;
  /** The word of the state, the first line of the receipt. */
  readonly head: string;
};

/** Shares the receipt if the browser can, and prints it. */
function ReceiptKeys({ request, head }: ReceiptKeysProps) {
  const { words } = useWallet();
  const format = useFormat();
  const share = () =>
    void shareText({
      title: words.receiptOf(request.merchant),
      text: receiptText(request, head, words, format),
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
  const when = format.longDateTime(request.modified);
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
        <RequestAmount request={request} total={request.amount + request.additional_amount} />
        <RequestLines request={request} />
        <Perforation />
        <RequestFacts request={request} />
        {isOver(state) && <Attachments request={request} />}
        <Links request={request} />
      </Slip>
      <div className="wallet-foot">
        {isReceipt(state) && <ReceiptKeys request={request} head={head} />}
        <DoneKey />
      </div>
    </main>
  );
}

function RequestFacts({ request }: { readonly request: WalletRequest }) {
  const { words } = useWallet();
  const format = useFormat();
  return (
    <dl className="slip-facts">
      {request.additional_amount > 0 && (
        <>
          <dt>{words.factExtra}</dt>
          <dd>
            <Figures amount={money(request.additional_amount)} currency={request.currency} />
          </dd>
        </>
      )}
      {request.refunded > 0 && (
        <>
          <dt>{words.factRefunded}</dt>
          <dd>
            <Figures amount={money(request.refunded)} currency={request.currency} />
          </dd>
        </>
      )}
      {request.refund_texts !== undefined && (
        <>
          <dt>{words.factRefundWhy}</dt>
          <dd className="fact-lines">{request.refund_texts.join('\n')}</dd>
        </>
      )}
      <dt>{words.factTime}</dt>
      <dd>{format.dateTime(request.modified)}</dd>
      <dt>{words.factReference}</dt>
      <dd className="mono">{request.tid}</dd>
    </dl>
  );
}
