import type { CustomerPhase } from '../../shared/bridge/customer-view.ts';
import { add } from '../../shared/money/money.ts';
import type { DisplayWords } from '../i18n/customer-display.ts';
import { amountText } from '../ui/amount-parts.ts';
import { QrTile } from '../ui/qr-tile.tsx';
import { Rail, type RailStop } from '../ui/rail.tsx';
import { Seal } from '../ui/seal.tsx';
import { Paper, type SaleParts, SaleSlip } from './sale-slip.tsx';

/** 37 modules of 20 pixels: the look's size for a display that is read across a counter. */
export const TILE_MAX = 740;

type PayingPhase = Extract<
  CustomerPhase,
  { kind: 'preparing' | 'scan' | 'sticker' | 'approve' | 'taking' }
>;
type PayingScreenProps = SaleParts & { readonly phase: PayingPhase; readonly now: number };

/** From the first thought of a code to the moment before "paid": slip, state and the way ahead. */
export function PayingScreen({ phase, now, ...parts }: PayingScreenProps) {
  const { words, sale, locale } = parts;
  const tone = phase.kind === 'approve' || phase.kind === 'taking' ? 'phone' : 'waiting';
  // The moment the time is up nobody can pay by this code, whatever the service has said so far.
  const uri = phase.kind === 'scan' && now < phase.expires ? phase.uri : null;
  const total = amountText(add(sale.amount, sale.additionalAmount), sale.currency, locale);
  return (
    <main className="display display-paying">
      <Paper of={parts.sale}>
        <SaleSlip {...parts} />
      </Paper>
      <section className={`display-field field tone-${tone}`} aria-live="polite">
        <div className="field-below" />
        <div className="field-content">
          <h1>{headOf(phase, words)}</h1>
          <div className="display-middle">
            {uri === null ? (
              <div className="display-seal">
                <Seal tone={tone} size={420} busy={isBusy(phase)} />
              </div>
            ) : (
              <QrTile text={uri} label={words.codeLabel(total)} largest={TILE_MAX} />
            )}
            <Rail stops={stopsOf(phase, words)} label={words.railLabel} />
          </div>
        </div>
      </section>
    </main>
  );
}

/** True while nobody but the till has something to do; a code that ran out is such a time too. */
function isBusy({ kind }: PayingPhase): boolean {
  return kind !== 'approve' && kind !== 'sticker';
}

function headOf(phase: PayingPhase, words: DisplayWords): string {
  switch (phase.kind) {
    case 'preparing':
      return words.oneMoment;
    case 'scan':
      return words.scanHead;
    case 'sticker':
      return words.stickerHead;
    case 'approve':
      return words.approveHead;
    case 'taking':
      return words.takingHead;
  }
}

const ORDER = ['waiting', 'phone', 'paid'] as const;

function stopsOf(phase: PayingPhase, words: DisplayWords): readonly RailStop[] {
  // While the shop takes the money it is no more the customer's move, and not yet paid.
  const here = { preparing: 0, scan: 0, sticker: 0, approve: 1, taking: 1.5 }[phase.kind];
  const scan = phase.kind === 'sticker' ? words.railSticker : words.railScan;
  return stopsAt(here, scan, words);
}

/** The way to paid, seen from a place on it: 0 is the scan, 1 the approval, 2 paid. */
export function stopsAt(here: number, scan: string, words: DisplayWords): readonly RailStop[] {
  const labels = { waiting: scan, phone: words.railApprove, paid: words.railPaid };
  return ORDER.map((tone, index) => {
    const step = index < here ? 'done' : index === here ? 'now' : 'todo';
    const stepLabel = { done: words.railDone, now: words.railNow, todo: words.railTodo }[step];
    return { tone, label: labels[tone], step, stepLabel };
  });
}
