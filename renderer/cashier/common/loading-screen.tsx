import { BackToSale } from './back-to-sale.tsx';
import { useTillState } from './context.tsx';
import { MissingScreens } from './missing-screens.tsx';
import { BrandStrip } from './strip.tsx';

/** Shown until the lazy screens are loaded: counter and deck, and a way back to the sale. */
export function LoadingScreen() {
  const isOther = useTillState((state) => state.screen !== 'sale');
  return (
    <main className="till">
      <div className="counter">
        <BrandStrip shop={null} />
        <MissingScreens />
      </div>
      <div className="deck">
        {isOther && (
          <div className="deck-body">
            <BackToSale />
          </div>
        )}
      </div>
    </main>
  );
}
