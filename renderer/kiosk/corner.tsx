import { useEffect, useState } from 'react';
import { ring } from '../ui/use-now.ts';
import { useKiosk } from './context.tsx';

/** How long the corner is held before it counts, milliseconds; nobody does that in passing. */
const HELD_FOR = 1_500;

/** The hidden corner that leads to the PIN pad. It is not drawn, and is no control for anybody else. */
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
