import type { CustomerPhase } from '../../shared/device/bridge/customer-view.ts';
import type { DisplayWords } from '../i18n/customer.ts';
import { CodeLetters, typedCodeOf } from '../ui/code-letters.tsx';
import { useFormat } from '../ui/format.tsx';
import { QrTile } from '../ui/qr-tile.tsx';
import { Rail, type RailStop } from '../ui/rail.tsx';
import { Seal } from '../ui/seal.tsx';
import { Paper, type SaleProps, SaleSlip } from './sale-slip.tsx';

/** Largest side of the code in pixels: 37 modules of 20 pixels, readable across a counter. */
export const TILE_MAX = 740;

type PayingPhase = Extract<
  CustomerPhase,
  { kind: 'preparing' | 'scan' | 'sticker' | 'approve' | 'taking' }
>;
type PayingScreenProps = SaleProps & { readonly phase: PayingPhase; readonly now: number };

/** From the start of the sale until it is paid: slip, state and rail. */
export function PayingScreen({ phase, now, ...parts }: PayingScreenProps) {
  const { words, sale } = parts;
  const format = useFormat();
  const tone = phase.kind === 'approve' || phase.kind === 'taking' ? 'phone' : 'waiting';
  // After `expires` the code is hidden, even if the service has not reported the end yet.
  const uri = phase.kind === 'scan' && now < phase.expires ? phase.uri : null;
  const total = format.amount(sale.money.asked, sale.currency);
  return (
    <main className="display display-paying">
      <Paper words={words}>
        <SaleSlip {...parts} />
      </Paper>
      <section className={`display-field field tone-${tone}`} aria-live="polite">
        <div className="field-below" />
        <div className="field-content">
          <h1>{phase.kind === 'scan' && uri === null ? words.oneMoment : headOf(phase, words)}</h1>
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
          {uri !== null && <WithoutCamera uri={uri} words={words} />}
        </div>
      </section>
    </main>
  );
}

type WithoutCameraProps = { readonly uri: string; readonly words: DisplayWords };

/**
 * How a customer pays whose phone has no working camera. A request's code has twelve letters that the
 * wallet takes. The till's own code has none: its address ends with the id of the sale, which is too
 * long to type, and before the total there is no request. There the cashier types the phone number.
 */
export function WithoutCamera({ uri, words }: WithoutCameraProps) {
  if (typedCodeOf(uri) !== null) return <CodeLetters uri={uri} sentence={words.codeToType} />;
  return (
    <p className="code-letters">
      <span className="code-letters-hint">{words.codeNoCamera}</span>
    </p>
  );
}

/** True while the till is working and the customer has nothing to do. */
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
  // During the capture the customer's part is done, but the sale is not paid yet.
  const here = { preparing: 0, scan: 0, sticker: 0, approve: 1, taking: 1.5 }[phase.kind];
  const scan = phase.kind === 'sticker' ? words.railSticker : words.railScan;
  return stopsAt(here, scan, words);
}

/** The stops of the rail for a position: 0 is the scan, 1 the approval, 2 paid. */
export function stopsAt(here: number, scan: string, words: DisplayWords): readonly RailStop[] {
  const labels = { waiting: scan, phone: words.railApprove, paid: words.railPaid };
  return ORDER.map((tone, index) => {
    const step = index < here ? 'done' : index === here ? 'now' : 'todo';
    const stepLabel = { done: words.railDone, now: words.railNow, todo: words.railTodo }[step];
    return { tone, label: labels[tone], step, stepLabel };
  });
}
