import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';

/** How long a hold takes, milliseconds. */
const HOLD = 1_000;
/** A finger that strays less than this still holds; pixels. */
const STRAY = 8;
/** How far across counts as all the way. */
const ENOUGH = 0.92;

type Grip =
  | { readonly kind: 'none' }
  | { readonly kind: 'hold'; readonly startX: number }
  | { readonly kind: 'drag'; readonly startX: number };

/** The slide's behaviour: drag, hold by finger or key, or a screen reader's press. */
export function useSlide(
  track: RefObject<HTMLElement | null>,
  disabled: boolean,
  onDone: () => void,
  onGivenUp: () => void,
) {
  const [progress, setProgress] = useState(0);
  const [grip, setGrip] = useState<Grip>({ kind: 'none' });
  const done = useRef(false);
  const touched = useRef(false);
  const finish = () => {
    if (done.current || disabled) return;
    done.current = true;
    setGrip({ kind: 'none' });
    setProgress(1);
    onDone();
  };
  const letGo = () => {
    if (grip.kind === 'none' || done.current) return;
    if (grip.kind === 'drag' && progress >= ENOUGH) return finish();
    setGrip({ kind: 'none' });
    setProgress(0);
    onGivenUp();
  };
  useHold(grip.kind === 'hold', setProgress, finish);
  useEffect(() => {
    // A refused payment can be tried again: the knob goes home when the answer is there.
    if (disabled || !done.current) return;
    done.current = false;
    setProgress(0);
  }, [disabled]);
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (disabled || !event.isPrimary) return;
      touched.current = true;
      event.currentTarget.setPointerCapture(event.pointerId);
      setGrip({ kind: 'hold', startX: event.clientX });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (grip.kind === 'none') return;
      const moved = event.clientX - grip.startX;
      if (grip.kind === 'hold' && Math.abs(moved) < STRAY) return;
      if (grip.kind === 'hold') setGrip({ kind: 'drag', startX: grip.startX });
      setProgress(Math.min(1, Math.max(0, moved / way(track.current, event.currentTarget))));
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      if (!event.repeat && !disabled) setGrip({ kind: 'hold', startX: 0 });
    },
    onKeyUp: letGo,
    onBlur: letGo,
    // Fingers and keys never come here alone; a screen reader's press does.
    onClick: () => {
      if (!touched.current) finish();
      touched.current = false;
    },
  };
  return { progress, moving: grip.kind !== 'none', handlers };
}

/** Moves the knob across by itself while it is held. */
function useHold(held: boolean, move: (progress: number) => void, finish: () => void): void {
  const latest = useRef(finish);
  useEffect(() => {
    latest.current = finish;
  });
  useEffect(() => {
    if (!held) return;
    let start: number | null = null;
    const step = (at: number) => {
      start ??= at;
      const progress = (at - start) / HOLD;
      if (progress >= 1) return latest.current();
      move(progress);
      frame = requestAnimationFrame(step);
    };
    let frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [held, move]);
}

function way(track: HTMLElement | null, knob: HTMLElement): number {
  return Math.max(1, (track?.clientWidth ?? 0) - knob.offsetWidth - 16);
}
