import { elapsed, type Stopwatch } from '../../../shared/time/clock.ts';
import { failed, type PrintOutcome } from './port.ts';
import type { Line } from './tcp-line.ts';

/** Milliseconds. */
export type DoneTimes = { readonly done: number; readonly look: number; readonly state: number };

/** `done`: false once a printer has shown that it does not know the question for the end (D-476). */
export type Known = { done: boolean };

/**
 * Waits until a printer that answers questions has printed everything, or says why it does not. One that is ready and
 * has never said that it is done does not know that question, and is not waited for again.
 */
export async function untilDone(
  line: Pick<Line, 'askDone' | 'done' | 'state' | 'isLost'>,
  clock: Stopwatch,
  times: DoneTimes,
  known: Known,
): Promise<PrintOutcome> {
  const start = clock.ticks();
  if (!(await line.askDone(times.done))) return failed('unsure');
  for (;;) {
    if (await line.done(known.done ? times.look : 0)) return { ok: true };
    const state = await line.state(times.state);
    if (state.kind === 'fault' || line.isLost()) return failed('unsure');
    const isOver = !known.done || elapsed(start, clock.ticks()) >= times.done;
    if (isOver && state.kind === 'silent') return failed('unsure');
    if (!isOver) continue;
    known.done = false;
    return { ok: true };
  }
}
