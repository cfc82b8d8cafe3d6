import { EmptySlot } from '../ui/slip.tsx';
import { useTools } from './context.tsx';
import { BrandStrip } from './strip.tsx';

/** Before the first snapshot: the empty slot says what is being waited for. */
export function StartScreen() {
  const { words } = useTools();
  return (
    <main className="till">
      <div className="counter">
        <BrandStrip shop={null} />
        <EmptySlot>
          {words.connecting} {words.connectingHelp}
        </EmptySlot>
      </div>
      <div className="deck" />
    </main>
  );
}
