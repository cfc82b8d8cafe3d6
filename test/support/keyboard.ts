import {
  isBusy,
  restAfter,
  SCANNER_IDLE,
  type ScannerState,
  type ScannerStep,
  scannerKey,
  scannerRest,
} from '../../shared/device/scanner/keyboard-scanner.ts';
import { rulesOf, type ScannerProfile } from '../../shared/device/scanner/profile.ts';
import { readScan } from '../../shared/device/scanner/read-scan.ts';
import type { ScannerKey } from '../../shared/device/scanner/scanner-key.ts';

/** A key by its name in a prefix or suffix: `Ctrl+j` is the key j with Ctrl. */
export function keyOf(name: string, at: number, change: Partial<ScannerKey> = {}): ScannerKey {
  const chord = name.startsWith('Ctrl+') ? 'control' : 'none';
  const key = chord === 'control' ? name.slice('Ctrl+'.length) : name;
  const plain = { code: '', focus: 'page', press: 'first', shift: 'up', capsLock: 'off' } as const;
  return { ...plain, key, chord, at, ...change };
}

type KeyboardOptions = {
  readonly profile?: ScannerProfile | null;
  readonly onKey?: (key: ScannerKey) => void;
  readonly onScan?: (keys: readonly ScannerKey[]) => void;
};

/** A page with a keyboard and a scanner, in virtual time: the keys and the scans that the page gets. */
export function openKeyboard({ profile = null, onKey, onScan }: KeyboardOptions = {}) {
  const rules = rulesOf(profile);
  let state: ScannerState = SCANNER_IDLE;
  let at = 1_000;
  const page: string[] = [];
  const scans: (readonly string[])[] = [];
  const give = (key: ScannerKey) => {
    page.push(key.key);
    onKey?.(key);
  };
  const take = (step: ScannerStep, key: ScannerKey | null) => {
    state = step.state;
    step.release.forEach(give);
    if (step.scanned !== null) {
      scans.push(readScan(step.scanned, rules).readings);
      onScan?.(step.scanned);
    }
    if (key !== null && step.verdict === 'pass') give(key);
  };
  const rest = () => take(scannerRest(state), null);
  const press = (name: string, after: number, change: Partial<ScannerKey> = {}) => {
    // The listener's own timer.
    if (isBusy(state) && after > restAfter(state, rules)) rest();
    at += after;
    const key = keyOf(name, at, change);
    take(scannerKey(state, key, rules), key);
  };
  return {
    page,
    scans,
    press,
    rest,
    /** Presses one key for each character. */
    write: (text: string, after = 8, change: Partial<ScannerKey> = {}) => {
      for (const key of text) press(key, after, change);
    },
    held: () => state.held.length,
  };
}
