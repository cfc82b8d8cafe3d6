import type { ReactNode } from 'react';
import type { SaleView } from '../../../shared/terminal/sale/state.ts';
import type { PaymentWords } from '../../i18n/payment.ts';
import { isBusy, type Tone, toneOf } from '../../state/tone.ts';
import { Rail, type RailStop } from '../../ui/rail.tsx';
import { Seal } from '../../ui/seal.tsx';
import { useAmountText, usePayment } from '../common/context.tsx';
import { stateText } from './state-text.ts';

type BigStateProps = {
  readonly sale: SaleView;
  /** Shown next to the seal: the time left or the end of a reservation. */
  readonly aside?: ReactNode;
  readonly size?: number;
};

/** The state in large type: shape, headline and one sentence. */
export function BigState({ sale, aside, size = 168 }: BigStateProps) {
  const { words } = usePayment();
  const amount = useAmountText();
  const { head, text } = stateText(sale, words, amount);
  return (
    <>
      <div className="state-top">
        <Seal tone={toneOf(sale)} size={size} busy={isBusy(sale.state)} className="state-seal" />
        {aside !== undefined && <div className="state-aside">{aside}</div>}
      </div>
      <h1 className="state-word">{head}</h1>
      <p className="state-text">{text}</p>
    </>
  );
}

/** The four steps of a payment. */
export function SaleRail({ sale }: { readonly sale: SaleView }) {
  const { words } = usePayment();
  return <Rail stops={railStops(sale, words)} label={words.railLabel} />;
}

const ORDER = ['waiting', 'phone', 'authorised', 'paid'] as const;
const PLACES: readonly Tone[] = ORDER;

/** The position of a live or paid sale on the rail. */
export function railStops(sale: SaleView, words: PaymentWords): readonly RailStop[] {
  const here = PLACES.indexOf(toneOf(sale));
  return ORDER.map((one, index) => {
    const step = index < here ? 'done' : index === here ? 'now' : 'todo';
    return { tone: one, step, label: labelOf(one, step, sale, words), stepLabel: far(step, words) };
  });
}

function far(step: RailStop['step'], words: PaymentWords): string {
  return { done: words.railDone, now: words.railNow, todo: words.railTodo }[step];
}

function labelOf(
  tone: RailStop['tone'],
  step: RailStop['step'],
  sale: SaleView,
  words: PaymentWords,
): string {
  switch (tone) {
    case 'waiting':
      if (sale.method.kind === 'phone' || sale.method.kind === 'scan_token') return words.railSent;
      return step === 'done' ? words.railScanned : words.railScan;
    case 'phone':
      return step === 'done' ? words.railApproved : words.railApprove;
    case 'authorised':
      return words.railReserved;
    case 'paid':
      return words.railPaid;
  }
}
