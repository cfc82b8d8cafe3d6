import { money } from '../../../shared/money/money.ts';
import type { PortalPaymentDetail, TimelineStep } from '../../../shared/portal/contract.ts';
import type { PortalWords } from '../../i18n/portal.ts';
import type { Tone } from '../../state/tone.ts';
import { useFormat } from '../../ui/format.tsx';
import { Seal } from '../../ui/seal.tsx';
import { usePortal } from '../common/context.tsx';

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
  told: 'idle',
  telling: 'idle',
  not_told: 'unclear',
};

/** The history of a payment, oldest event first. */
export function Timeline({ payment }: { readonly payment: PortalPaymentDetail }) {
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
    case 'told':
      return words.stepTold(tries);
    default:
      return words.steps[kind];
  }
}

function detailOf({ event, answer }: TimelineStep, words: PortalWords): string {
  if (event === null) return '';
  return answer === null ? event : words.eventAnswer(event, answer);
}
