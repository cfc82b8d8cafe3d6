import {
  SCANNER_IDLE,
  SCANNER_TIMING,
  type ScannerKey,
  type ScannerStep,
  scannerKey,
  scannerRest,
} from '../../../shared/scanner/keyboard-scanner.ts';
import { type ReadCode, readCode } from '../../../shared/scanner/read-code.ts';

/** Elements in which every key belongs to the person. */
const FIELDS = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';
/** Elements that ask for a PIN or an amount without a text field. */
const PADS = '[data-keys]';
/**
 * Shortest burst of keys that counts as a scan while such an element is present: EAN-8, the
 * shortest product code. Otherwise a scan at a locked till would count as a wrong PIN, and a few
 * wrong PINs lock a person out. The longest PIN has as many digits, but a person does not type
 * eight of them each within `SCANNER_TIMING.gap`.
 */
const EAN_8 = 8;

/**
 * Listens for a scanner on the whole window, before every other listener, and calls `onCode` with
 * the code. A burst of `shortest` keys or more is a scan. Keys that a person typed reach the page
 * 45 ms later. Returns a function that stops listening.
 */
export function listenToScanner(
  onCode: (code: ReadCode, text: string | null) => void,
  shortest: () => number = () => SCANNER_TIMING.lengthMin,
): () => void {
  let state = SCANNER_IDLE;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const own = new WeakSet<Event>();

  const settings = () => {
    const pad = document.querySelector(PADS) !== null;
    return { ...SCANNER_TIMING, lengthMin: pad ? EAN_8 : shortest() };
  };

  function take(step: ScannerStep): void {
    clearTimeout(timer);
    state = step.state;
    if (state.held.length > 0)
      timer = setTimeout(() => take(scannerRest(state, settings())), SCANNER_TIMING.gap);
    for (const key of step.release) type(key);
    if (step.scanned === null) return;
    const { text } = step.scanned;
    onCode(text === null ? { kind: 'unknown' } : readCode(text), text);
  }

  function type(key: string): void {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    own.add(event);
    (document.activeElement ?? document.body).dispatchEvent(event);
  }

  function listen(event: KeyboardEvent): void {
    if (own.has(event)) return;
    const step = scannerKey(state, keyOf(event), settings());
    if (step.verdict === 'keep') {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    take(step);
  }

  /** A touch ends the burst, so that the keys typed before it take effect before it. */
  function touch(): void {
    take(scannerRest(state, settings()));
  }

  window.addEventListener('keydown', listen, { capture: true });
  window.addEventListener('pointerdown', touch, { capture: true });
  return () => {
    clearTimeout(timer);
    window.removeEventListener('pointerdown', touch, { capture: true });
    window.removeEventListener('keydown', listen, { capture: true });
  };
}

function keyOf(event: KeyboardEvent): ScannerKey {
  const field = event.target instanceof Element && event.target.closest(FIELDS) !== null;
  return {
    key: event.key,
    at: event.timeStamp,
    focus: field ? 'field' : 'page',
    press: event.repeat ? 'held' : 'first',
    chord: event.ctrlKey || event.altKey || event.metaKey ? 'command' : 'none',
  };
}
