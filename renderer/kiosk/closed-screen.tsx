import type { Closed } from '../../shared/device/kiosk/contract.ts';
import { Seal } from '../ui/seal.tsx';
import { AidsRow } from './aids-row.tsx';
import { closedHead, closedText } from './announcements.ts';
import { useKiosk } from './context.tsx';

/** Out of order, everything is sold out, or the shop is closed. The service menu shows what is wrong. */
export function ClosedScreen({ closed }: { readonly closed: Closed }) {
  const { view, words, now } = useKiosk();
  const isWell = closed.because === 'sold_out' || closed.because === 'hours';
  return (
    <main className="kiosk kiosk-closed field tone-offline">
      <div className="field-below" />
      <div className="kiosk-main">
        {!isWell && <Seal tone="offline" size={290} />}
        <h1>{closedHead(closed, words)}</h1>
        <p className="split-text">{closedText(closed, view, words, now)}</p>
        <p className="closed-shop">
          <bdi>{view.shop}</bdi>
        </p>
      </div>
      <AidsRow />
    </main>
  );
}

/** Shown while the connection to the host is lost. A running sale continues in the host. */
export function LostScreen() {
  const { words } = useKiosk();
  return (
    <main className="kiosk kiosk-closed field tone-offline">
      <div className="field-below" />
      <div className="kiosk-main">
        <Seal tone="offline" size={290} busy />
        <h1>{words.lostHead}</h1>
        <p className="split-text">{words.lostText}</p>
      </div>
    </main>
  );
}
