import { useEffect, useLayoutEffect, useRef } from 'react';
import { useNow } from '../ui/countdown.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { timeLeft } from '../ui/format.tsx';
import { YellowKey } from '../ui/key.tsx';
import { useKiosk } from './context.tsx';

/** Circumference of the ring, in units of its drawing. */
const ROUND = 264;
const RADIUS = 42;
/** The time that the whole ring stands for, in milliseconds. */
const FULL = 30_000;

/**
 * Asks whether the customer is still there. Any touch answers it. It is never shown during a
 * payment.
 */
export function Warning({ until }: { readonly until: number }) {
  const { words, press } = useKiosk();
  const now = useNow(250);
  const left = Math.max(0, until - now);
  const stay = () => press({ type: 'stay' });
  return (
    <div className="warning">
      <Dialog head={words.warningHead} text={words.warningText} onClose={stay}>
        <div className="warning-ring">
          <svg viewBox="0 0 100 100" aria-hidden="true">
            <circle className="warning-track" cx="50" cy="50" r={RADIUS} />
            <circle
              className="warning-left"
              cx="50"
              cy="50"
              r={RADIUS}
              strokeDasharray={`${(Math.min(left, FULL) / FULL) * ROUND} ${ROUND}`}
              transform="rotate(-90 50 50)"
            />
          </svg>
          <strong role="timer" aria-live="off">
            {timeLeft(left)}
          </strong>
        </div>
        <YellowKey className="kiosk-yellow" onPress={stay}>
          {words.stay}
        </YellowKey>
      </Dialog>
    </div>
  );
}

/**
 * Keeps the touch that answers the warning from pressing anything else. The warning closes as soon as
 * the host has the report of the touch. If the finger is still down then, the browser presses the key
 * below the warning when the finger is lifted.
 */
export function useAnswerOnly(shown: boolean): void {
  const isShown = useRef(shown);
  useLayoutEffect(() => {
    isShown.current = shown;
  });
  useEffect(() => {
    let answering: number | null = null;
    const down = ({ pointerId }: PointerEvent) => {
      answering = isShown.current ? pointerId : null;
    };
    const click = (event: MouseEvent) => {
      const ofTouch = event instanceof PointerEvent && event.pointerId === answering;
      if (ofTouch && !isShown.current) event.stopPropagation();
    };
    window.addEventListener('pointerdown', down, { capture: true });
    window.addEventListener('click', click, { capture: true });
    return () => {
      window.removeEventListener('pointerdown', down, { capture: true });
      window.removeEventListener('click', click, { capture: true });
    };
  }, []);
}
