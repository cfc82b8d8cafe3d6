import type { ScaleFault, ScaleReading, Tare } from '../../../shared/device/scale/reading.ts';
import {
  readDone,
  readTare,
  readWeight,
  SICS,
  SICS_END,
  type SicsAct,
} from '../../../shared/device/scale/sics-messages.ts';
import { type CancelTimer, SECOND, type Stopwatch } from '../../../shared/time/clock.ts';
import type { OpenLine, ScaleLine } from './port.ts';

/** A scale of any kind. Nothing rejects, and each call has a deadline. */
export interface Scale {
  /**
   * The weight now. While the scale is being set it is busy: another screen would otherwise show, and sell, the weight of
   * before until the pan is still.
   */
  read(): Promise<ScaleReading>;
  /** Sets what is on the pan to zero, as tare or as the zero point; a fault says why it was not done. */
  tare(): Promise<'done' | 'refused' | ScaleFault>;
  zero(): Promise<'done' | 'refused' | ScaleFault>;
  stop(): void;
}

/** Deadlines: a weight comes at once, and a tare when the pan is still. */
const READ_WAIT = SECOND;
const STILL_WAIT = 6 * SECOND;
/** A scale that was late is asked nothing until its answer has come, or until the port was quiet for this long. */
const QUIET = 3 * SECOND;
/** Characters that the till keeps of a line without an end. */
const LINE_MAX = 200;

export type ScaleOptions = {
  readonly open: OpenLine;
  readonly clock: Pick<Stopwatch, 'after'>;
};

type Waiting = {
  readonly heard: (line: string) => boolean;
  /** Lines arrived that are no answer. */
  noise: boolean;
  readonly end: (fault: ScaleFault) => void;
};

/** A question whose deadline is over, and how many answers to it have not come. */
type Late = {
  readonly fault: ScaleFault;
  readonly act: SicsAct;
  left: number;
  readonly isAnswer: (line: string) => boolean;
};

/**
 * A scale that speaks MT-SICS. One command is under way at a time. Answers have no numbers, so after a deadline nothing
 * is asked until the late answer has come and was dropped, or the port was quiet. After the quiet the line is opened anew;
 * so is a port that was unplugged, with the next command. An answer can come even after the quiet, so the first one to the
 * same question is dropped and the question is asked once more. So no weight is older than the reading that returns it.
 */
export function openScale({ open, clock }: ScaleOptions): Scale {
  let line: ScaleLine | null = null;
  let text = '';
  let waiting: Waiting | null = null;
  let late: Late | null = null;
  /** Questions of before the quiet that may still be answered. */
  const missed = new Set<SicsAct>();
  let cancelQuiet: CancelTimer = () => undefined;
  let turn: Promise<unknown> = Promise.resolve();
  /** A reading whose turn has not come. A screen asks four times in a second, also a scale that does not answer. */
  let next: Promise<ScaleReading> | null = null;
  /** Tares and zeros that have not ended. */
  let sets = 0;
  /** What is known of the tare: what the scale named last, or what was done since by the till's own keys. */
  let tare: Tare | 'none' = 'unknown';
  /**
   * Whether the scale answers the question about its tare. `never`: it did not understand it, or said nothing, and is not
   * asked again. A scale that has named its tare before is asked once more (`failed`).
   */
  let naming: 'not_asked' | 'named' | 'failed' | 'never' = 'not_asked';
  let isStopped = false;

  function drop(fault: ScaleFault): void {
    line?.close();
    line = null;
    text = '';
    waiting?.end(fault);
  }

  /** The deadline of a question is over: its answer may still come. */
  function owe(owed: Late): void {
    late = owed;
    waitForQuiet();
  }

  function waitForQuiet(): void {
    cancelQuiet();
    cancelQuiet = clock.after(QUIET, () => {
      if (late !== null) missed.add(late.act);
      late = null;
      drop('no_answer');
    });
  }

  function settle(): void {
    cancelQuiet();
    late = null;
  }

  function heard(more: string): void {
    if (late !== null) waitForQuiet();
    text = (text + more).slice(-LINE_MAX);
    for (;;) {
      const at = text.indexOf('\n');
      if (at === -1) return;
      const one = text.slice(0, at);
      text = text.slice(at + 1);
      if (late?.isAnswer(one) === true) {
        late.left -= 1;
        if (late.left === 0) settle();
      } else if (waiting !== null && !waiting.heard(one)) waiting.noise = true;
    }
  }

  async function connect(): Promise<ScaleLine | ScaleFault> {
    if (line !== null) return line;
    let own: ScaleLine | null = null;
    const opened = await open({
      onText: (more) => {
        if (own !== null && own === line) heard(more);
      },
      onEnd: () => {
        if (own !== null && own === line) drop('not_found');
      },
    });
    if (typeof opened === 'string') return opened;
    if (isStopped) {
      opened.close();
      return 'not_found';
    }
    own = opened;
    line = opened;
    return opened;
  }

  /** Sends a command, and waits for the first line that answers it. */
  async function ask<T>(
    act: SicsAct,
    wait: number,
    answerOf: (line: string) => T | null,
  ): Promise<T | ScaleFault> {
    if (isStopped) return 'not_found';
    if (late !== null) return late.fault;
    const to = await connect();
    if (typeof to === 'string') return to;
    // What came before the question answers nothing.
    text = '';
    let left = 1;
    return new Promise((resolve) => {
      const done = (answer: T | ScaleFault) => {
        cancel();
        waiting = null;
        resolve(answer);
      };
      const one: Waiting = {
        noise: false,
        heard(said) {
          const answer = answerOf(said);
          if (answer === null) return false;
          if (missed.delete(act)) {
            left += 1;
            to.send(SICS[act] + SICS_END);
          } else done(answer);
          return true;
        },
        end: done,
      };
      const cancel = clock.after(wait, () => {
        const fault = one.noise || text !== '' ? 'unreadable' : 'no_answer';
        owe({ fault, act, left, isAnswer: (said) => answerOf(said) !== null });
        done(fault);
      });
      waiting = one;
      to.send(SICS[act] + SICS_END);
    });
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  }

  async function still(act: 'tare' | 'zero') {
    sets += 1;
    const done = await inTurn(async () => {
      const answer = await ask(act, STILL_WAIT, (said) => readDone(act, said));
      // A tare without an answer may have been done. A zero without one may not.
      if (act === 'tare' && answer !== 'refused') tare = 'set';
      if (act === 'zero' && answer === 'done') tare = 'none';
      return answer;
    });
    sets -= 1;
    return done;
  }

  async function readNow(): Promise<ScaleReading> {
    next = null;
    const said = await ask('read', READ_WAIT, readWeight);
    if (typeof said === 'string') return { kind: 'fault', why: said };
    if (!('grams' in said)) return said;
    if (naming !== 'never') await askTare();
    return tare === 'none' ? said : { ...said, tare };
  }

  /** The tare can also be set by the scale's own key, or before the till was started. */
  async function askTare(): Promise<void> {
    const named = await ask('readTare', READ_WAIT, readTare);
    if (named === 'none' || named === 'set' || named === 'unknown') {
      tare = named;
      naming = 'named';
    } else if (named === 'not_named' || named === 'no_answer' || named === 'unreadable') {
      // It may have another tare by now than it named before.
      if (naming !== 'not_asked') tare = 'unknown';
      naming = naming === 'named' ? 'failed' : 'never';
    }
  }

  return {
    async read() {
      if (sets > 0) return { kind: 'busy' };
      next ??= inTurn(readNow);
      return next;
    },
    tare: () => still('tare'),
    zero: () => still('zero'),
    stop() {
      isStopped = true;
      settle();
      drop('not_found');
    },
  };
}
