import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Over so many pixels the lines fade where the list has more of them. */
const FADE = 28;

/**
 * Keeps the chosen line and its keys whole in view: when a line is chosen or added, and when the list or the line changes
 * its size, as when a tablet is turned or a keyboard opens. `chosen` names the line and the number of lines. The list fades
 * at an edge behind which there are more lines, and never over the chosen line. Only the list scrolls: on a phone the
 * page and the key that the cashier presses again stay where they are.
 */
export function useLineInView(chosen: string): RefObject<HTMLUListElement | null> {
  const ref = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another line is chosen, or there is one line more
  useLayoutEffect(() => {
    const list = ref.current;
    if (list === null) return;
    const line = list.querySelector<HTMLElement>('.basket-picked, .basket-typing');
    const fade = () => {
      list.classList.toggle('basket-up', fades(list, line, 'up'));
      list.classList.toggle('basket-down', fades(list, line, 'down'));
    };
    const show = () => {
      if (line !== null) showLine(list, line);
      fade();
    };
    show();
    const observer = new ResizeObserver(show);
    observer.observe(list);
    if (line !== null) observer.observe(line);
    list.addEventListener('scroll', fade, { passive: true });
    return () => {
      observer.disconnect();
      list.removeEventListener('scroll', fade);
    };
  }, [chosen]);
  return ref;
}

/** Scrolls the list so that the line is in it, with room for the fade of the edge behind which there are more lines. */
function showLine(list: HTMLElement, line: HTMLElement): void {
  const { above, below } = roomOf(list, line);
  if (above < FADE) list.scrollTop -= Math.ceil(FADE - above);
  else if (below < FADE) list.scrollTop += Math.ceil(FADE - below);
}

/** True if there is more behind this edge, and the chosen line is not at it. */
function fades(list: HTMLElement, line: HTMLElement | null, edge: 'up' | 'down'): boolean {
  const more =
    edge === 'up' ? list.scrollTop > 0 : list.scrollTop + list.clientHeight < list.scrollHeight - 1;
  if (!more || line === null) return more;
  const { above, below } = roomOf(list, line);
  const [near, far] = edge === 'up' ? [above, below] : [below, above];
  // Far outside of the list the line is not at this edge either.
  return near >= FADE || near < -line.offsetHeight || far < 0;
}

/** Pixels between the line and the edges of the list; negative outside of it. */
function roomOf(list: HTMLElement, line: HTMLElement) {
  const [frame, own] = [list.getBoundingClientRect(), line.getBoundingClientRect()];
  return { above: own.top - frame.top, below: frame.bottom - own.bottom };
}
