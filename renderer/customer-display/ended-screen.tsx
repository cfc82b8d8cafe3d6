import type { CustomerPhase } from '../../shared/bridge/customer-view.ts';
import type { DisplayWords } from '../i18n/customer-display.ts';
import type { Tone } from '../state/tone.ts';
import { Seal } from '../ui/seal.tsx';
import { Paper, type SaleParts, SaleSlip } from './sale-slip.tsx';

type EndedPhase = Extract<CustomerPhase, { kind: 'ended' | 'ask_cashier' | 'reserved' }>;

/**
 * No code any more: it did not come to a payment, it is reserved for later, or a person at the till
 * has to look. What is certain, in one sentence.
 */
export function EndedScreen({ phase, ...parts }: SaleParts & { readonly phase: EndedPhase }) {
  const { tone, head, text } = say(phase, parts.words);
  return (
    <main className={`display display-flood field tone-${tone}`}>
      <div className="field-below" />
      <section className="display-said" aria-live="assertive">
        <Seal tone={tone} size={290} />
        <h1>{head}</h1>
        <p className="display-next">{text}</p>
      </section>
      <Paper of={parts.sale}>
        <SaleSlip {...parts} />
      </Paper>
    </main>
  );
}

type Said = { readonly tone: Tone; readonly head: string; readonly text: string };

function say(phase: EndedPhase, words: DisplayWords): Said {
  if (phase.kind === 'ask_cashier') {
    return { tone: 'unclear', head: words.askHead, text: words.askText };
  }
  if (phase.kind === 'reserved') {
    return { tone: 'authorised', head: words.reservedHead, text: words.reservedText };
  }
  switch (phase.how) {
    case 'declined':
      return { tone: 'declined', head: words.declinedHead, text: words.nothingTaken };
    case 'expired':
      return { tone: 'expired', head: words.expiredHead, text: words.nothingTaken };
    case 'cancelled':
      return { tone: 'aborted', head: words.cancelledHead, text: words.cancelledText };
  }
}
