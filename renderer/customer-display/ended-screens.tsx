import type { CustomerPhase } from '../../shared/device/bridge/customer-view.ts';
import type { DisplayWords } from '../i18n/customer.ts';
import type { Tone } from '../state/tone.ts';
import { Amount } from '../ui/amount.tsx';
import { Seal } from '../ui/seal.tsx';
import { ReceiptToScan } from './receipt-to-scan.tsx';
import { Paper, type SaleProps, SaleSlip } from './sale-slip.tsx';

/** Paid: the amount in large type, the code of the receipt if it has one, and the torn slip. */
export function PaidScreen(parts: SaleProps) {
  const { words, sale } = parts;
  const { receipt } = sale;
  return (
    <main className="display display-flood field tone-paid">
      <div className="field-curtain" />
      <section className="display-said" aria-live="assertive">
        {receipt === undefined && <Seal tone="paid" size={290} />}
        <h1>{words.paidHead}</h1>
        <p className="display-hero">
          <Amount amount={sale.money.captured} currency={sale.currency} />
        </p>
        {receipt === undefined ? (
          <p className="display-next">{words.paidText}</p>
        ) : (
          <ReceiptToScan link={receipt} words={words} />
        )}
      </section>
      <Paper words={parts.words}>
        <SaleSlip {...parts} />
      </Paper>
    </main>
  );
}

type EndedPhase = Extract<CustomerPhase, { kind: 'ended' | 'ask_cashier' | 'reserved' }>;

/**
 * Shown without a code: the sale ended without a payment, is reserved for later, or needs the
 * cashier. One sentence says what is certain.
 */
export function EndedScreen({ phase, ...parts }: SaleProps & { readonly phase: EndedPhase }) {
  const { words } = parts;
  const { tone, head, text } = endText(phase, words);
  return (
    <main className={`display display-flood field tone-${tone}`}>
      <div className="field-below" />
      <section className="display-said" aria-live="assertive">
        <Seal tone={tone} size={290} />
        <h1>{head}</h1>
        <p className="display-next">{text}</p>
      </section>
      <Paper words={words}>
        <SaleSlip {...parts} totalWord={totalWordOf(phase, words)} />
      </Paper>
    </main>
  );
}

/** What the slip says of its total, so that nobody takes it for a receipt. */
function totalWordOf(phase: EndedPhase, words: DisplayWords): string {
  if (phase.kind === 'ask_cashier') return words.sum;
  if (phase.kind === 'reserved') return words.reservedHead;
  // A cancellation may still be under way, so that the slip says no more than the screen.
  return phase.how === 'cancelled' ? words.cancelledHead : words.notTaken;
}

type EndText = { readonly tone: Tone; readonly head: string; readonly text: string };

function endText(phase: EndedPhase, words: DisplayWords): EndText {
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
