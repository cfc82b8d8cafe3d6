import { useEffect, useState } from 'react';
import { ring } from '../ui/use-now.ts';

/** How long each good has the middle of the picture, milliseconds. */
const TURN = 6_000;

/**
 * How often the plates were passed on since the screen came up. They stay where they are for whoever
 * wants no motion; for everybody else a picture that moves says from afar that the machine is on, and
 * burns no plate into the display.
 */
export function useTurns(): number {
  const [turns, setTurns] = useState(0);
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    return ring(TURN, true, () => setTurns((before) => before + 1));
  }, []);
  return turns;
}
