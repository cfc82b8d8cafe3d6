/** Work in pieces of some milliseconds: it yields after each of them, and returns its result. */
export type InPieces<T> = Generator<undefined, T>;

/** Does all pieces of some work; `between` lets others run after each of them. */
export async function finished<T>(work: InPieces<T>, between: () => Promise<unknown>): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await between();
  }
}

/** Does all pieces of some work at once. */
export function finishedAtOnce<T>(work: InPieces<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
