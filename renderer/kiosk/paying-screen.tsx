import type { KioskSale, Phase } from '../../shared/device/kiosk/contract.ts';
import { add } from '../../shared/money/money.ts';
import type { KioskWords } from '../i18n/customer.ts';
import { Amount } from '../ui/amount.tsx';
import { CodeLetters } from '../ui/code-letters.tsx';
import { useNow } from '../ui/countdown.tsx';
import { timeLeft, useFormat } from '../ui/format.tsx';
import { Ban } from '../ui/icons.ts';
import { Ghost } from '../ui/key.tsx';
import { QrTile } from '../ui/qr-tile.tsx';
import { Rail, type RailStop } from '../ui/rail.tsx';
import { Seal } from '../ui/seal.tsx';
import { AidsRow } from './aids-row.tsx';
import { useKiosk, useName } from './context.tsx';
import { codeExpired, type PayingPhase, payingText } from './phase-text.ts';

/** Largest side of the code in pixels: 37 modules of 22 pixels. */
const TILE_MAX = 814;

type PayingProps = { readonly sale: KioskSale; readonly phase: PayingPhase };

/** The screen from the start of the sale until the delivery: state, code and rail. */
export function PayingScreen({ sale, phase }: PayingProps) {
  const { words, press, view, now } = useKiosk();
  const nameOf = useName();
  const expired = codeExpired(phase, now);
  const tone = expired ? 'expired' : toneOf(phase);
  const { head, text } = payingText(phase, words, now);
  const uri = phase.kind === 'scan' && !expired ? phase.uri : null;
  return (
    <main className={`kiosk kiosk-paying field tone-${tone}`}>
      <div className="field-below" />
      <div className="kiosk-main">
        <div className="paying-head">
          <h1>{head}</h1>
          <SaleLine sale={sale} />
        </div>
        <Tile sale={sale} phase={phase} tone={tone} uri={uri} />
        <div className="paying-how">
          <p>{text}</p>
          {phase.kind === 'scan' && !expired && <TimeLeft until={phase.expires} />}
        </div>
        {uri !== null && <CodeLetters uri={uri} sentence={words.codeToType} />}
        {!expired && (
          <Rail
            stops={stopsOf(phase, sale.delivery === 'none' ? null : nameOf(sale.name), words)}
            label={words.railLabel}
          />
        )}
      </div>
      <div className="kiosk-act">
        {sale.canCancel && (
          <Ghost className="kiosk-ghost" onPress={() => press({ type: 'cancel' })}>
            <Ban aria-hidden="true" className="ghost-icon" />
            {words.cancel}
          </Ghost>
        )}
      </div>
      <AidsRow key={view.aids.language} />
    </main>
  );
}

type PayingTone = 'phone' | 'waiting' | 'expired';

function toneOf({ kind }: PayingPhase): PayingTone {
  return kind === 'approve' || kind === 'taking' ? 'phone' : 'waiting';
}

type TileProps = PayingProps & {
  readonly tone: PayingTone;
  /** The code's address while it can be paid. */
  readonly uri: string | null;
};

/** The code while it can be paid, else the shape of the state. */
function Tile({ sale, phase, tone, uri }: TileProps) {
  const { words } = useKiosk();
  const format = useFormat();
  if (uri === null) {
    return (
      <div className="paying-seal">
        <Seal tone={tone} size={420} busy={phase.kind !== 'approve'} />
      </div>
    );
  }
  const total = format.amount(add(sale.amount, sale.tip), sale.currency);
  return <QrTile text={uri} label={words.codeLabel(total)} largest={TILE_MAX} />;
}

function TimeLeft({ until }: { readonly until: number }) {
  const { words } = useKiosk();
  const now = useNow(250);
  return (
    <p className="paying-time">
      <span>{words.timeLeft}</span>{' '}
      <strong role="timer" aria-live="off">
        {timeLeft(until - now)}
      </strong>
    </p>
  );
}

/** The product and its price on the field. */
export function SaleLine({ sale }: { readonly sale: KioskSale }) {
  const nameOf = useName();
  const format = useFormat();
  const { words } = useKiosk();
  return (
    <p className="sale-line">
      <span className="sale-name">{nameOf(sale.name)}</span>
      <span className="sale-amount">
        <Amount amount={add(sale.amount, sale.tip)} currency={sale.currency} />
      </span>
      {sale.tip > 0 && (
        <span className="sale-tip">{words.withTip(format.amount(sale.tip, sale.currency))}</span>
      )}
    </p>
  );
}

const HERE: Readonly<Partial<Record<Phase['kind'], number>>> = {
  preparing: 0,
  scan: 0,
  cancelling: 0,
  approve: 1,
  // Approved, but not delivered yet.
  taking: 1.5,
};

/**
 * The stops of the rail. With a machine the delivery is a stop, during which the money is reserved.
 */
export function stopsOf(
  { kind }: Phase,
  goods: string | null,
  words: KioskWords,
): readonly RailStop[] {
  const labels: readonly (readonly [RailStop['tone'], string])[] = [
    ['waiting', words.railScan],
    ['phone', words.railApprove],
    ...(goods === null ? [] : [['authorised', goods] as const]),
    ['paid', words.railPaid],
  ];
  const here = HERE[kind] ?? 0;
  return labels.map(([tone, label], index) => {
    const step = index < here ? 'done' : index === here ? 'now' : 'todo';
    const stepLabel = { done: words.railDone, now: words.railNow, todo: words.railTodo }[step];
    return { tone, label, step, stepLabel };
  });
}
