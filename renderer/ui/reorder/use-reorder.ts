import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { columnsOf, placeAt, placeByKey } from './place.ts';

/** The props of the handle of one entry. The handle is inside the entry's `li` or `tr`. */
export type Handle = {
  readonly ref: (element: HTMLButtonElement | null) => void;
  readonly onPointerDown: (event: PointerEvent<HTMLButtonElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLButtonElement>) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void;
};

/** How an entry is marked while one is dragged: it is that one, or that one would be dropped at its side. */
export type DropMark = 'dragged' | 'drop-before' | 'drop-after';

/** Entries, in a list or in rows, that are dragged by their handles, or moved by the arrow keys. */
export type Reorder = {
  readonly handle: (id: string) => Handle;
  readonly markOf: (id: string) => DropMark | null;
};

/**
 * `ids` are in the order that the person sees. `onMove` gets the place of an entry among the others. After a
 * move by the keyboard the focus stays on the entry's handle.
 */
export function useReorder(
  ids: readonly string[],
  onMove: (id: string, to: number) => void,
): Reorder {
  const [drag, setDrag] = useState<{ readonly id: string; readonly to: number } | null>(null);
  const handles = useRef(new Map<string, HTMLButtonElement>());
  const focused = useRef<string | null>(null);
  useLayoutEffect(() => {
    // The browser takes the focus from an element that moves in the page.
    if (focused.current === null) return;
    handles.current.get(focused.current)?.focus();
    focused.current = null;
  });

  const entryOf = (id: string) => handles.current.get(id)?.closest('li, tr') ?? null;
  const boxesOf = (some: readonly string[]) =>
    some.flatMap((id) => entryOf(id)?.getBoundingClientRect() ?? []);
  const rowsOf = (element: Element) => ({
    columns: columnsOf(boxesOf(ids)),
    rtl: getComputedStyle(element).direction === 'rtl',
  });
  const othersOf = (id: string) => ids.filter((one) => one !== id);

  return {
    markOf(id) {
      if (drag === null) return null;
      if (drag.id === id) return 'dragged';
      const others = othersOf(drag.id);
      if (others[drag.to] === id) return 'drop-before';
      return drag.to === others.length && others.at(-1) === id ? 'drop-after' : null;
    },
    handle: (id) => ({
      ref(element) {
        if (element === null) handles.current.delete(id);
        else handles.current.set(id, element);
      },
      onPointerDown(event) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ id, to: ids.indexOf(id) });
      },
      onPointerMove(event) {
        if (drag?.id !== id) return;
        const others = othersOf(id);
        const { clientX, clientY, currentTarget } = event;
        const to = placeAt(boxesOf(others), clientX, clientY, rowsOf(currentTarget));
        if (to === drag.to) return;
        setDrag({ id, to });
        // A list that is longer than its room scrolls under the pointer.
        const near = others[Math.min(to, others.length - 1)];
        if (near !== undefined) entryOf(near)?.scrollIntoView({ block: 'nearest' });
      },
      onPointerUp() {
        if (drag?.id !== id) return;
        setDrag(null);
        if (drag.to !== ids.indexOf(id)) onMove(id, drag.to);
      },
      onPointerCancel: () => setDrag(null),
      onKeyDown(event) {
        const at = ids.indexOf(id);
        const to = placeByKey(event.key, at, ids.length, rowsOf(event.currentTarget));
        if (to === null) return;
        event.preventDefault();
        if (to === at) return;
        focused.current = id;
        onMove(id, to);
      },
    }),
  };
}
