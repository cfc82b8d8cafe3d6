import type { DeskView } from '../../shared/bridge/desk.ts';
import { currentSale } from '../state/pick.ts';
import { EmptySlot } from '../ui/slip.tsx';
import { useShop, useTools } from './context.tsx';
import { LoadingScreen, useLazyScreens } from './lazy-screens.tsx';
import { LockPad } from './lock-pad.tsx';
import { BrandStrip, StatusStrip } from './strip.tsx';

/** A till that nobody stands at. A sale on the screen goes on, and stays in full view. */
export function LockScreen({ desk }: { readonly desk: DeskView }) {
  const { view } = useShop();
  const sale = currentSale(view);
  const lazy = useLazyScreens();
  if (sale === null) return <LockedTill desk={desk} />;
  return lazy === null ? <LoadingScreen /> : <lazy.LockedSale desk={desk} sale={sale} />;
}

function LockedTill({ desk }: { readonly desk: DeskView }) {
  const { words } = useTools();
  const { settings } = useShop();
  return (
    <main className="till till-entry till-locked">
      <section className="counter">
        <BrandStrip shop={settings.shop.name} />
        <EmptySlot>{words.lockedText}</EmptySlot>
      </section>
      <section className="deck till-right">
        <StatusStrip />
        <div className="deck-body">
          <h1 className="lock-head">{words.lockedHead}</h1>
          <LockPad desk={desk} />
        </div>
      </section>
    </main>
  );
}
