import { Seal } from '../ui/seal.tsx';
import { useKiosk } from './context.tsx';

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
