/** An event of a simulated world. Events of one time run in their order; `run` is null after a cancel. */
export type PlannedEvent = {
  readonly at: number;
  readonly order: number;
  run: (() => void) | null;
};

const before = (a: PlannedEvent, b: PlannedEvent) =>
  a.at === b.at ? a.order < b.order : a.at < b.at;

/** Adds an event to a heap, whose first element is always the next event. */
export function pushEvent(heap: PlannedEvent[], planned: PlannedEvent): void {
  heap.push(planned);
  for (let at = heap.length - 1; at > 0; ) {
    const parent = (at - 1) >> 1;
    const [child, above] = [heap[at], heap[parent]];
    if (child === undefined || above === undefined || !before(child, above)) return;
    [heap[at], heap[parent]] = [above, child];
    at = parent;
  }
}

/** Removes and returns the next event that was not cancelled; null if none is planned up to `end`. */
export function popEvent(heap: PlannedEvent[], end: number): PlannedEvent | null {
  for (let top = heap[0]; top !== undefined; top = heap[0]) {
    if (top.run !== null && top.at > end) return null;
    const last = heap.pop();
    if (last !== undefined && heap.length > 0) {
      heap[0] = last;
      sink(heap);
    }
    if (top.run !== null) return top;
  }
  return null;
}

function sink(heap: PlannedEvent[]): void {
  for (let at = 0; ; ) {
    const here = heap[at];
    const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]];
    if (here === undefined || left === undefined) return;
    const useRight = right !== undefined && before(right, left);
    const child = useRight ? right : left;
    if (!before(child, here)) return;
    const down = 2 * at + (useRight ? 2 : 1);
    [heap[at], heap[down]] = [child, here];
    at = down;
  }
}
