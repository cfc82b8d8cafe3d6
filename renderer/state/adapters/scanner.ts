import {
  isBusy,
  restAfter,
  SCANNER_IDLE,
  type ScannerStep,
  scannerKey,
  scannerRest,
} from '../../../shared/device/scanner/keyboard-scanner.ts';
import type { ScannerRules } from '../../../shared/device/scanner/profile.ts';
import { isSilent, type ScannerKey } from '../../../shared/device/scanner/scanner-key.ts';

/** Elements into which a person writes, so that every key is the person's. */
const FIELDS =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]:not([contenteditable="false"])';

export type ScannerListener = {
  /** Gets the keys of each scan. */
  readonly onScan: (keys: readonly ScannerKey[]) => void;
  readonly rules: () => ScannerRules;
  /** Keys that the page gets at once unless they follow others fast: it measures how long they are held. */
  readonly isOwnKey?: (key: string) => boolean;
  /** While it is true, `onLearned` gets every key of a scan, prefix and suffix too. */
  readonly learns?: () => boolean;
  readonly onLearned?: (keys: readonly ScannerKey[]) => void;
};

/** A scan that is learned from has ended when no key has come for so long, in milliseconds. */
const LEARNED_AFTER = 700;
/** Keys with which a person moves on the page; no learned prefix begins with one. */
const MOVES = /^(?:Enter|Tab|Escape| |Arrow\w+)$/;

/**
 * Listens for a scanner on the whole window, before every other listener. The page gets no key of a scan;
 * it gets a person's keys `rules().gap` milliseconds later. Returns a function that stops listening.
 */
export function listenToScanner({
  onScan,
  rules,
  isOwnKey = () => false,
  learns = () => false,
  onLearned = () => undefined,
}: ScannerListener): () => void {
  let state = SCANNER_IDLE;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const own = new WeakSet<Event>();
  /** Kept keys that a finger has left meanwhile. */
  const left = new Set<string>();

  function take(step: ScannerStep): void {
    clearTimeout(timer);
    state = step.state;
    if (isBusy(state)) timer = setTimeout(rest, restAfter(state, rules()));
    for (const key of step.release) type(key);
    if (!isBusy(state)) left.clear();
    if (step.scanned !== null) onScan(step.scanned);
  }

  /** Also for a touch: the keys typed before it take effect before it. */
  function rest(): void {
    take(scannerRest(state));
  }

  /** Gives the page a kept key, and that it was left. */
  function type({ key, code, chord, shift }: ScannerKey): void {
    const names = left.has(key) ? (['keydown', 'keyup'] as const) : (['keydown'] as const);
    for (const name of names) {
      const event = new KeyboardEvent(name, {
        key,
        code,
        shiftKey: shift === 'down',
        ctrlKey: chord === 'control',
        altKey: chord === 'other',
        bubbles: true,
        cancelable: true,
      });
      own.add(event);
      (document.activeElement ?? document.body).dispatchEvent(event);
    }
  }

  function leave(event: KeyboardEvent): void {
    if (!own.has(event) && state.held.some(({ key }) => key === event.key)) left.add(event.key);
  }

  /** The keys of a scan that is learned from. A touch or another screen meanwhile changes nothing in it. */
  let lesson: ScannerKey[] = [];
  let lessonTimer: ReturnType<typeof setTimeout> | undefined;

  function endLesson(): void {
    const keys = lesson;
    lesson = [];
    // A few keys are a person's, who has nothing to type there.
    if (learns() && keys.length >= rules().lengthMin) onLearned(keys);
  }

  /** Keeps the keys of a scan from the page until it has ended. */
  function learnFrom(event: KeyboardEvent): void {
    const key = keyOf(event);
    if (isSilent(key) || key.press === 'held' || key.focus === 'field') return;
    if (lesson.length === 0 && MOVES.test(key.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    lesson.push(key);
    clearTimeout(lessonTimer);
    lessonTimer = setTimeout(endLesson, LEARNED_AFTER);
  }

  function listen(event: KeyboardEvent): void {
    if (own.has(event)) return;
    if (learns()) {
      learnFrom(event);
      return;
    }
    if (!isBusy(state) && isOwnKey(event.key)) return;
    const step = scannerKey(state, keyOf(event), rules());
    if (step.verdict === 'keep') {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    take(step);
  }

  window.addEventListener('keydown', listen, { capture: true });
  window.addEventListener('keyup', leave, { capture: true });
  window.addEventListener('pointerdown', rest, { capture: true });
  return () => {
    clearTimeout(timer);
    clearTimeout(lessonTimer);
    window.removeEventListener('keyup', leave, { capture: true });
    window.removeEventListener('pointerdown', rest, { capture: true });
    window.removeEventListener('keydown', listen, { capture: true });
  };
}

function keyOf(event: KeyboardEvent): ScannerKey {
  const field = event.target instanceof Element && event.target.closest(FIELDS) !== null;
  return {
    key: event.key,
    code: event.code,
    at: event.timeStamp,
    focus: field ? 'field' : 'page',
    press: event.repeat ? 'held' : 'first',
    chord: chordOf(event),
    shift: event.shiftKey ? 'down' : 'up',
    capsLock: event.getModifierState('CapsLock') ? 'on' : 'off',
  };
}

function chordOf(event: KeyboardEvent): ScannerKey['chord'] {
  // AltGr writes characters; Windows reports it as Ctrl and Alt.
  if (event.getModifierState('AltGraph')) return 'none';
  if (event.altKey || event.metaKey) return 'other';
  return event.ctrlKey ? 'control' : 'none';
}
