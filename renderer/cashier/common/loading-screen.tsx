import { StillLoading } from './lazy-screens.tsx';
import { BrandStrip } from './strip.tsx';

/** Shown until the lazy screens are loaded: counter and deck. */
export function LoadingScreen() {
  return (
    <main className="till">
      <StillLoading />
      <div className="counter">
        <BrandStrip shop={null} />
      </div>
      <div className="deck" />
    </main>
  );
}
