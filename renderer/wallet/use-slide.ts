import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';

/** How long a key must be held, in milliseconds. */
const HOLD = 1_000;
/** A pointer that moves less than this is a tap, in pixels. */
const STRAY = 8;
/** The share of the way that counts as complete. */
const ENOUGH = 0.92;
/** A browser sends a click after a drag within this time, in milliseconds. */
const DRAG_CLICK = 300;

type Grip =
  | { readonly kind: 'none' }
  | { readonly kind: 'key' }
  | { readonly kind: 'press' | 'drag'; readonly startX: number };
const NO_GRIP: Grip = { kind: 'none' };

type SlideActs = {
  /** Called after a complete drag or a held key. */
  readonly onDone: () => void;
  /**
   * Called for a press without a drag, by pointer, key or screen reader. The caller asks a second
   * time.
   */
  readonly onAsk: () => void;
  /** Called for an incomplete drag. */
  readonly onGivenUp: () => void;
};

/**
 * The behaviour of the slide. Only a complete drag and a key held for one second pay. A gesture
 * that the system interrupts (a call, a swipe, another window) never pays.
 */
export function useSlide(
  track: RefObject<HTMLElement | null>,
  disabled: boolean,
  { onDone, onAsk, onGivenUp }: SlideActs,
) {
  const { value: progress, set: move, now: progressNow } = useLatest(0);
  const { value: gripShown, set: setGrip, now: gripNow } = useLatest<Grip>(NO_GRIP);
  const done = useRef(false);
  const dragEnded = useRef(Number.NEGATIVE_INFINITY);
  const goHome = (again = false) => {
    if (again) done.current = false;
    setGrip(NO_GRIP);
    if (!done.current) move(0);
  };
  const finish = () => {
    setGrip(NO_GRIP);
    if (done.current || disabled) return;
    done.current = true;
    move(1);
    onDone();
  };
  useHold(gripShown.kind === 'key', move, finish);
  // After a refused payment the knob returns to the start, so that the customer can try again.
  useEffect(() => (!disabled && done.current ? goHome(true) : undefined));
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (disabled || !event.isPrimary || event.button !== 0 || gripNow().kind !== 'none') return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setGrip({ kind: 'press', startX: event.clientX });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const grip = gripNow();
      if (!event.isPrimary || (grip.kind !== 'press' && grip.kind !== 'drag')) return;
      const moved = (event.clientX - grip.startX) * forward(event.currentTarget);
      if (grip.kind === 'press' && Math.abs(moved) < STRAY) return;
      if (grip.kind === 'press') setGrip({ kind: 'drag', startX: grip.startX });
      move(Math.min(1, Math.max(0, moved / travel(track.current, event.currentTarget))));
    },
    onPointerUp: ({ isPrimary, timeStamp }: PointerEvent<HTMLElement>) => {
      if (!isPrimary || gripNow().kind !== 'drag') return goHome();
      dragEnded.current = timeStamp;
      if (progressNow() >= ENOUGH) return finish();
      goHome();
      onGivenUp();
    },
    onPointerCancel: ({ timeStamp }: PointerEvent<HTMLElement>) => {
      dragEnded.current = timeStamp;
      goHome();
    },
    onBlur: () => goHome(),
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') goHome();
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      if (!event.repeat && !disabled && gripNow().kind === 'none') setGrip({ kind: 'key' });
    },
    onKeyUp: (event: KeyboardEvent) => {
      event.preventDefault();
      if (gripNow().kind !== 'key' || done.current) return;
      goHome();
      onAsk();
    },
    onClick: (event: MouseEvent) => {
      if (disabled || done.current || event.timeStamp - dragEnded.current < DRAG_CLICK) return;
      onAsk();
    },
  };
  return { progress, moving: gripShown.kind !== 'none', handlers };
}

/**
 * A value as state and as a ref: the change by one event may not be rendered when the next one arrives.
 */
function useLatest<T>(initial: T) {
  const [value, setValue] = useState(initial);
  const latest = useRef(initial);
  const [handlers] = useState(() => ({
    set: (next: T) => {
      latest.current = next;
      setValue(() => next);
    },
    now: () => latest.current,
  }));
  return { value, ...handlers };
}

/** Moves the knob while a key is held. */
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

/** 1 if the page reads from left to right, else -1. */
function forward(knob: HTMLElement): 1 | -1 {
  return getComputedStyle(knob).direction === 'rtl' ? -1 : 1;
}

function travel(track: HTMLElement | null, knob: HTMLElement): number {
  return Math.max(1, (track?.clientWidth ?? 0) - knob.offsetWidth - 16);
}
