import type { BackOfficeView } from '../../../shared/device/bridge/back-office.ts';
import { currentSale } from '../../state/sales.ts';
import { EmptySlot } from '../../ui/slip.tsx';
import { useCashier, useShop } from '../common/context.tsx';
import { useLazyScreens } from '../common/lazy-screens.tsx';
import { LoadingScreen } from '../common/loading-screen.tsx';
import { BrandStrip, StatusStrip } from '../common/strip.tsx';
import { LockPad } from './lock-pad.tsx';

/** The locked till. A running sale continues and stays visible. */
export function LockScreen({ backOffice }: { readonly backOffice: BackOfficeView }) {
  const { view } = useShop();
  const sale = currentSale(view);
  const lazy = useLazyScreens();
  if (sale === null) return <LockedTill backOffice={backOffice} />;
  return lazy === null ? (
    <LoadingScreen />
  ) : (
    <lazy.LockedSale backOffice={backOffice} sale={sale} />
  );
}

function LockedTill({ backOffice }: { readonly backOffice: BackOfficeView }) {
  const { words } = useCashier();
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
          <LockPad backOffice={backOffice} />
        </div>
      </section>
    </main>
  );
}
