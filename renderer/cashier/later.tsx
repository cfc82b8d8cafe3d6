import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useNow } from '../ui/use-now.ts';
import { BrandStrip } from './strip.tsx';

type LaterParts = typeof import('./later-parts.tsx');

const parts = createStore<{ readonly loaded: LaterParts | null }>(() => ({ loaded: null }));
let loading = false;

/**
 * Loads what the first picture does without; from the same place as the page, and whole. Asked for
 * right after the first picture, it is there before a hand is. After a failure it can be called
 * again.
 */
export function loadLater(): void {
  if (loading) return;
  loading = true;
  import('./later-parts.tsx').then(
    (loaded) => parts.setState({ loaded }),
    () => {
      loading = false;
    },
  );
}

/** The parts that come after the first picture; null until they are there. */
export function useLater(): LaterParts | null {
  return useStore(parts, ({ loaded }) => loaded);
}

/** In place of a screen that is not there yet: counter and deck, and asking again for it. */
export function NotYet() {
  const now = useNow(1_000);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a second, for as long as it lacks
  useEffect(loadLater, [now]);
  return (
    <main className="till">
      <div className="counter">
        <BrandStrip shop={null} />
      </div>
      <div className="deck" />
    </main>
  );
}
