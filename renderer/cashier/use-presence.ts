import { useEffect } from 'react';
import { useTillState, useTools } from './context.tsx';

/** Told to the host at most this often, milliseconds; a till locks after minutes. */
const EVERY = 10_000;

/** Tells the host that somebody touches the screen or types, so that it does not lock meanwhile. */
export function usePresence(): void {
  const { till } = useTools();
  const unlocked = useTillState((state) => state.snapshot?.desk?.state === 'unlocked');
  useEffect(() => {
    if (!unlocked) return;
    let told = Number.NEGATIVE_INFINITY;
    const touched = (event: Event) => {
      if (event.timeStamp - told < EVERY) return;
      told = event.timeStamp;
      void till.call({ type: 'present' });
    };
    window.addEventListener('pointerdown', touched, { capture: true });
    window.addEventListener('keydown', touched, { capture: true });
    return () => {
      window.removeEventListener('pointerdown', touched, { capture: true });
      window.removeEventListener('keydown', touched, { capture: true });
    };
  }, [till, unlocked]);
}
