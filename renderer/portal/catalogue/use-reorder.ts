import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';

/** The props of the handle of one entry of a list. */
export type Handle = {
  readonly ref: (element: HTMLButtonElement | null) => void;
  readonly onPointerDown: (event: PointerEvent<HTMLButtonElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLButtonElement>) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void;
};

/** A list whose entries are dragged by their handles, or moved by the arrow keys. */
export type Reorder = {
  readonly handle: (id: string) => Handle;
  /** The entry that is being dragged. */
  readonly dragged: string | null;
  /** The place among the others where it would be dropped. */
  readonly target: number | null;
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

  const placeAt = (id: string, y: number): number =>
    ids.filter((one) => {
      const row = one === id ? null : handles.current.get(one)?.closest('li, tr');
      if (row === null || row === undefined) return false;
      const { top, height } = row.getBoundingClientRect();
      return top + height / 2 < y;
    }).length;

  const stepOf = (key: string, at: number): number | null => {
    switch (key) {
      case 'ArrowUp':
        return at - 1;
      case 'ArrowDown':
        return at + 1;
      case 'Home':
        return 0;
      case 'End':
        return ids.length - 1;
      default:
        return null;
    }
  };

  return {
    dragged: drag?.id ?? null,
    target: drag?.to ?? null,
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
        if (drag?.id === id) setDrag({ id, to: placeAt(id, event.clientY) });
      },
      onPointerUp() {
        if (drag?.id !== id) return;
        setDrag(null);
        if (drag.to !== ids.indexOf(id)) onMove(id, drag.to);
      },
      onPointerCancel: () => setDrag(null),
      onKeyDown(event) {
        const at = ids.indexOf(id);
        const to = stepOf(event.key, at);
        if (to === null) return;
        event.preventDefault();
        if (to < 0 || to >= ids.length || to === at) return;
        focused.current = id;
        onMove(id, to);
      },
    }),
  };
}
