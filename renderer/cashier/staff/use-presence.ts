import { useEffect } from 'react';
import { useCashier, useTillState } from '../common/context.tsx';

/** Shortest time between two reports to the host, in milliseconds. The till locks after minutes. */
const EVERY = 10_000;

/** Reports touches and keys to the host, so that it does not lock the till. */
export function usePresence(): void {
  const { till } = useCashier();
  const unlocked = useTillState((state) => state.snapshot?.backOffice?.state === 'unlocked');
  useEffect(() => {
    if (!unlocked) return;
    let lastSent = Number.NEGATIVE_INFINITY;
    const report = (event: Event) => {
      if (event.timeStamp - lastSent < EVERY) return;
      lastSent = event.timeStamp;
      void till.call({ type: 'present' });
    };
    window.addEventListener('pointerdown', report, { capture: true });
    window.addEventListener('keydown', report, { capture: true });
    return () => {
      window.removeEventListener('pointerdown', report, { capture: true });
      window.removeEventListener('keydown', report, { capture: true });
    };
  }, [till, unlocked]);
}
