import type { ClosedBecause } from '../../shared/kiosk/contract.ts';
import { Seal } from '../ui/seal.tsx';
import { AidsRow } from './aids-row.tsx';
import { useKiosk } from './context.tsx';

/** Out of order. Customers are told that, and not why: the service menu says what to do. */
export function ClosedScreen({ because }: { readonly because: ClosedBecause }) {
  const { view, words } = useKiosk();
  const passes = because === 'offline' || because === 'starting';
  return (
    <main className="kiosk kiosk-closed field tone-offline">
      <div className="field-below" />
      <div className="kiosk-main">
        <Seal tone="offline" size={290} />
        <h1>{words.closedHead}</h1>
        <p className="split-text">{passes ? words.closedSoon : words.closedText}</p>
        <p className="closed-shop">{view.shop}</p>
      </div>
      <AidsRow />
    </main>
  );
}

/** The screen has lost its program. Whatever is under way goes on there; nothing is drawn of it. */
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
