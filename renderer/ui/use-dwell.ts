import { useEffect, useRef, useState } from 'react';
import { useNow } from './use-now.ts';

/** Seconds until `leave` is called, once; `staying` holds it off. */
export function useDwell(seconds: number, staying: boolean, leave: () => void): number {
  const now = useNow(250);
  const [start] = useState(now);
  const gone = useRef(false);
  const left = Math.max(0, Math.ceil(seconds - (now - start) / 1_000));
  useEffect(() => {
    if (left > 0 || staying || gone.current) return;
    gone.current = true;
    leave();
  }, [left, staying, leave]);
  return left;
}
