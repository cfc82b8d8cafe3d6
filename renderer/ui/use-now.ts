import { useEffect, useState } from 'react';

/** The present instant, renewed every `every` milliseconds while the component is on screen. */
export function useNow(every: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}

/** Calls `run` after `after` milliseconds, and every so often again. Returns how to stop. */
export function ring(after: number, again: boolean, run: () => void): () => void {
  const timer = again ? setInterval(run, after) : setTimeout(run, after);
  return () => clearInterval(timer);
}
