import type { ClosedBecause } from '../../shared/device/kiosk/contract.ts';
import { Seal } from '../ui/seal.tsx';
import { AidsRow } from './aids-row.tsx';
import { closedHead, closedText } from './announcements.ts';
import { useKiosk } from './context.tsx';

/** Out of order, or everything is sold out. The service menu shows what is wrong. */
export function ClosedScreen({ because }: { readonly because: ClosedBecause }) {
  const { view, words } = useKiosk();
  return (
    <main className="kiosk kiosk-closed field tone-offline">
      <div className="field-below" />
      <div className="kiosk-main">
        {because !== 'sold_out' && <Seal tone="offline" size={290} />}
        <h1>{closedHead({ because }, words)}</h1>
        <p className="split-text">{closedText({ because }, words)}</p>
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
