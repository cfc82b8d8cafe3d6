import { Fragment } from 'react';
import { money } from '../../../shared/money/money.ts';
import type { PortalPaymentDetail, TimelineStep } from '../../../shared/portal/contract.ts';
import type { PortalWords } from '../../i18n/portal.ts';
import { showMsisdn } from '../../state/phone.ts';
import type { Tone } from '../../state/tone.ts';
import { Amount, Figures } from '../../ui/amount.tsx';
import { BillRows, billInRows } from '../../ui/bill-lines.tsx';
import { useFormat } from '../../ui/format.tsx';
import { RefundedLines, refundedText } from '../../ui/refunded-lines.tsx';
import { Seal } from '../../ui/seal.tsx';
import { EmptySlot, Perforation, Slip } from '../../ui/slip.tsx';
import { usePortal } from '../common/context.tsx';
import { ListProblem } from '../common/ledger.tsx';
import { useLoaded } from '../common/use-loaded.ts';
import { isOver, paymentState } from './payment-state.ts';
import { Refund } from './refund.tsx';

const TONES: Readonly<Record<TimelineStep['kind'], Tone>> = {
  request: 'waiting',
  opened: 'phone',
  auth: 'authorised',
  capture: 'paid',
  refund: 'refunded',
  release: 'released',
  abort: 'aborted',
  rejected: 'declined',
  expired: 'expired',
  fail: 'declined',
  callback_delivered: 'idle',
  callback_pending: 'idle',
  callback_failed: 'unclear',
};

/** The history of a payment, oldest event first. */
function Timeline({ payment }: { readonly payment: PortalPaymentDetail }) {
  const { words } = usePortal();
  const placed = payment.timeline.map((step, place) => ({ step, place }));
  return (
    <ol className="timeline" aria-label={words.timeline}>
      {placed.map(({ step, place }) => (
        <Step key={place} step={step} currency={payment.currency} />
      ))}
    </ol>
  );
}

type StepProps = { readonly step: TimelineStep; readonly currency: string };

function Step({ step, currency }: StepProps) {
  const { words } = usePortal();
  const format = useFormat();
  const tone = TONES[step.kind];
  const sum = step.amount === null ? '' : format.amount(money(step.amount), currency);
  const detail = detailOf(step, words);
  return (
    <li className={`tone-${tone}`}>
      <Seal tone={tone} size={22} />
      <span>
        {sentenceOf(step, sum, words)}
        {detail !== '' && <small className="mono">{detail}</small>}
        {step.lines !== undefined && (
          <small>
            <RefundedLines lines={step.lines.map((line) => refundedText(line, format, currency))} />
          </small>
        )}
      </span>
      {step.at !== null && (
        <time dateTime={new Date(step.at).toISOString()}>{format.timeWithSeconds(step.at)}</time>
      )}
    </li>
  );
}

function sentenceOf({ kind, tries }: TimelineStep, sum: string, words: PortalWords): string {
  switch (kind) {
    case 'capture':
      return words.stepCapture(sum);
    case 'refund':
      return words.stepRefund(sum);
    case 'callback_delivered':
      return words.stepTold(tries);
    default:
      return words.steps[kind];
  }
}

function detailOf({ event, answer }: TimelineStep, words: PortalWords): string {
  if (event === null) return '';
  return answer === null ? event : words.eventAnswer(event, answer);
}

const EVERY = 5_000;

/** One payment: its lines, its history and its fees. */
export function PaymentSlip({ tid }: { readonly tid: string }) {
  const { portal, words } = usePortal();
  const {
    value: payment,
    problem,
    reload,
  } = useLoaded(`payment ${tid}`, () => portal.api.payment(tid), EVERY);
  if (payment === null) {
    if (problem !== null) return <ListProblem problem={problem} />;
    return <EmptySlot>{words.loading}</EmptySlot>;
  }
  const state = paymentState(payment);
  const { currency } = payment;
  return (
    <>
      <Slip className="portal-slip" torn={isOver(state)} label={words.paymentSlip}>
        <div className={`portal-slip-head tone-${state}`}>
          <h2 className="stage-word mark-word">
            <Seal tone={state} size={32} />
            {words.stages[state]}
          </h2>
          <span>
            <bdi>{payment.pos}</bdi>
          </span>
        </div>
        <p className="portal-amount">
          <Amount amount={money(payment.listed)} currency={currency} />
        </p>
        {payment.text !== null && payment.text !== '' && (
          <p>
            <bdi>{payment.text}</bdi>
          </p>
        )}
        <Lines payment={payment} />
        <Perforation />
        <Timeline payment={payment} />
        <Perforation />
        <PaymentFacts payment={payment} />
      </Slip>
      <Refund key={tid} payment={payment} onChanged={reload} />
    </>
  );
}

function Lines({ payment }: { readonly payment: PortalPaymentDetail }) {
  const { words } = usePortal();
  if (payment.bill.lines.length === 0) return null;
  return (
    <table className="slip-lines portal-lines">
      <tbody>
        <BillRows bill={billInRows(payment.bill)} currency={payment.currency} words={words} />
      </tbody>
    </table>
  );
}

function PaymentFacts({ payment }: { readonly payment: PortalPaymentDetail }) {
  const { captured } = payment;
  const { words } = usePortal();
  const format = useFormat();
  return (
    <dl className="slip-facts portal-facts">
      {captured !== payment.listed && (
        <Sum label={words.factCaptured} amount={captured} payment={payment} />
      )}
      <Sum label={words.factReleased} amount={payment.released_amount} payment={payment} />
      <Sum label={words.factRefunded} amount={payment.refunded} payment={payment} />
      <Sum label={words.factExtra} amount={payment.additional_amount} payment={payment} />
      <Sum label={words.factFee} amount={payment.fee} payment={payment} />
      <Sum label={words.factInterchange} amount={payment.interchange} payment={payment} />
      {payment.customer !== null && (
        <>
          <dt>{words.factCustomer}</dt>
          <dd>
            <bdi>{customerText(payment.customer)}</bdi>
          </dd>
        </>
      )}
      {(payment.status === 'pending' || payment.status === 'auth') && (
        <>
          <dt>{words.factExpires}</dt>
          <dd>{format.dateTime(payment.expires)}</dd>
        </>
      )}
      <dt>{words.factAsked}</dt>
      <dd>{format.dateTime(payment.created)}</dd>
      {payment.receipt !== null && (
        <>
          <dt>{words.factReceipt}</dt>
          <dd>{payment.receipt}</dd>
        </>
      )}
      {payment.receipts.map(({ kind, number, address }) => (
        <Fragment key={number}>
          <dt className="fact-of-link">
            {kind === 'refund' ? words.factRefundPage : words.factReceiptPage}
          </dt>
          <dd>
            <a className="link" href={address} target="_blank" rel="noopener noreferrer">
              <span dir="ltr">{number}</span>
            </a>
          </dd>
        </Fragment>
      ))}
      <dt>{words.factTill}</dt>
      <dd className="mono">{payment.reference}</dd>
      <dt>{words.factReference}</dt>
      <dd className="mono">{payment.tid}</dd>
    </dl>
  );
}

/** A phone number as people write it. Other ways to name a customer stay as they are. */
function customerText(customer: string): string {
  const msisdn = /^(?:msisdn:)?\+?([1-9]\d{7,14})$/.exec(customer)?.[1];
  return msisdn === undefined ? customer : showMsisdn(msisdn);
}

type SumProps = {
  readonly label: string;
  readonly amount: number;
  readonly payment: PortalPaymentDetail;
};

/** A line with an amount; nothing if the amount is zero. */
function Sum({ label, amount, payment }: SumProps) {
  if (amount === 0) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <Figures amount={money(amount)} currency={payment.currency} />
      </dd>
    </>
  );
}
