import type { KioskSale } from '../../shared/device/kiosk/contract.ts';
import { useNow } from '../ui/countdown.tsx';
import { Seal } from '../ui/seal.tsx';
import { AidsRow } from './aids-row.tsx';
import { useKiosk, useName } from './context.tsx';
import { KioskSlip } from './kiosk-slip.tsx';
import { type DeliveringPhase, deliveringText } from './phase-text.ts';
import { Plate } from './plate.tsx';

type DeliveringProps = {
  readonly sale: KioskSale;
  readonly phase: DeliveringPhase;
};

/** The machine delivers, the till captures what it delivered, or a refund is under way. */
export function DeliveringScreen({ sale, phase }: DeliveringProps) {
  const { words } = useKiosk();
  const nameOf = useName();
  const { head, text } = deliveringText(phase, words);
  // Nothing comes out, so the state has the place of the product.
  const back = phase.kind === 'returning';
  const first = sale.delivery === 'pay_first';
  return (
    <main className="kiosk kiosk-split">
      <section className="kiosk-main field tone-authorised">
        <div className="field-below" />
        <div className="split-head">
          <h1>{head}</h1>
          {!back && <Seal tone="authorised" size={208} busy={phase.kind !== 'delivering'} />}
        </div>
        {text !== null && <p className="split-text">{text}</p>}
        {back ? (
          <div className="giving-seal">
            <Seal tone="authorised" size={420} busy />
          </div>
        ) : (
          <Plate picture={sale.picture} name={nameOf(sale.name)} className="split-plate" />
        )}
        {phase.kind === 'delivering' && (
          <Progress since={phase.since} seconds={sale.seconds} name={nameOf(sale.name)} />
        )}
      </section>
      <KioskSlip
        sale={sale}
        word={first ? words.paidWord : words.reserved}
        amount={sale.amount}
        text={phase.kind !== 'delivering' ? null : first ? words.paidFirstText : words.reservedText}
      />
      <AidsRow />
    </main>
  );
}

type ProgressProps = {
  readonly since: number;
  readonly seconds: number | null;
  readonly name: string;
};

/**
 * The progress of the delivery, estimated from its usual duration. Only the machine reports the
 * end.
 */
function Progress({ since, seconds, name }: ProgressProps) {
  const { words } = useKiosk();
  const now = useNow(500);
  if (seconds === null)
    return (
      <p className="progress-words">
        <bdi>{name}</bdi>
      </p>
    );
  const gone = Math.max(0, (now - since) / 1_000);
  const left = Math.ceil(seconds - gone);
  const part = Math.min(0.97, gone / seconds);
  return (
    <div className="progress">
      <p className="progress-words">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span>{left > 0 ? words.secondsLeft(left) : words.longer}</span>
      </p>
      <svg
        className="progress-bar"
        viewBox="0 0 1000 28"
        preserveAspectRatio="none"
        role="progressbar"
        aria-label={words.progressLabel}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(part * 100)}
      >
        <rect className="progress-done" x="0" y="0" width={1000 * part} height="28" />
      </svg>
    </div>
  );
}
