import { useEffect, useState } from 'react';
import { ring } from '../ui/countdown.tsx';
import { useKiosk } from './context.tsx';

/** How long the corner must be held, in milliseconds; long enough to exclude accidental touches. */
const HELD_FOR = 1_500;

/** The invisible corner that opens the PIN pad of the service menu. */
export function Corner() {
  const { press } = useKiosk();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (!held) return;
    return ring(HELD_FOR, false, () => {
      setHeld(false);
      press({ type: 'knock' });
    });
  }, [held, press]);
  const free = () => setHeld(false);
  return (
    <div
      className="corner"
      aria-hidden="true"
      onPointerDown={() => setHeld(true)}
      onPointerUp={free}
      onPointerLeave={free}
      onPointerCancel={free}
    />
  );
}
