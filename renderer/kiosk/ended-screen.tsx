import type { EndPhase, KioskSale } from '../../shared/device/kiosk/contract.ts';
import { type MoneyInteger, ZERO } from '../../shared/money/money.ts';
import type { KioskWords } from '../i18n/customer.ts';
import { Ghost, YellowKey } from '../ui/key.tsx';
import { QrTile } from '../ui/qr-tile.tsx';
import { Seal } from '../ui/seal.tsx';
import { AidsRow } from './aids-row.tsx';
import { useAmountText, useKiosk } from './context.tsx';
import { KioskSlip } from './kiosk-slip.tsx';
import { endText } from './phase-text.ts';

type EndedProps = {
  readonly sale: KioskSale;
  readonly phase: EndPhase | { readonly kind: 'unclear' };
};

/** The result of a sale, or that it is unclear: what was charged and what to do. */
export function EndedScreen({ sale, phase }: EndedProps) {
  const { words, press } = useKiosk();
  const amount = useAmountText();
  const { tone, head, text } = endText(phase, sale, words, amount);
  const kept = keptOf(phase, sale);
  const unclear = phase.kind === 'unclear';
  return (
    <main className="kiosk kiosk-split kiosk-ended">
      <section className={`kiosk-main field tone-${tone}`}>
        <div className="field-below" />
        <div className="ended-seal">
          <Seal tone={tone} size={216} />
        </div>
        <h1>{head}</h1>
        <p className="split-text">{text}</p>
      </section>
      <KioskSlip
        sale={sale}
        word={unclear ? statedWord(sale, words) : words.taken}
        amount={kept}
        text={null}
        torn={!unclear}
        struck={!unclear && kept === 0}
      />
      {sale.receipt !== undefined && (
        <div className={`kiosk-receipt tone-${tone}`}>
          <QrTile text={sale.receipt} label={words.receiptCode} />
          <p>{words.receiptScan}</p>
        </div>
      )}
      <div className="kiosk-act">
        {unclear ? (
          sale.canCancel && (
            <Ghost className="kiosk-ghost" onPress={() => press({ type: 'cancel' })}>
              {words.cancel}
            </Ghost>
          )
        ) : (
          <YellowKey className="kiosk-yellow" onPress={() => press({ type: 'again' })}>
            {phase.kind === 'vended' || phase.kind === 'paid' ? words.more : words.again}
          </YellowKey>
        )}
      </div>
      <AidsRow />
    </main>
  );
}

/** The word for what is known of the money. Before an approval nothing is claimed but the price. */
export function statedWord({ stated }: KioskSale, words: KioskWords): string {
  switch (stated.what) {
    case 'authorised':
      return words.reserved;
    case 'captured':
      return words.taken;
    case 'asked':
    case 'released':
      return words.price;
  }
}

/** The amount that the customer has paid in the end, or what is known of an unclear one. */
function keptOf(phase: EndedProps['phase'], sale: KioskSale): MoneyInteger {
  switch (phase.kind) {
    case 'vended':
    case 'partly':
    case 'paid':
      return phase.kept;
    case 'ask':
    case 'unclear':
      return sale.stated.amount;
    default:
      return ZERO;
  }
}
