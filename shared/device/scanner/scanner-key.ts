/** A key press as the recognition of scanners needs it. */
export type ScannerKey = {
  /** As in `KeyboardEvent.key`: what the layout of the system makes of the key. */
  readonly key: string;
  /** As in `KeyboardEvent.code`: the place of the key, whatever the layout; empty if it is not known. */
  readonly code: string;
  /** Milliseconds of a monotonic clock. */
  readonly at: number;
  readonly focus: 'page' | 'field';
  /** `held`: the keyboard repeats a key that is held down; no scanner does. */
  readonly press: 'first' | 'held';
  /** `control`: Ctrl alone is down; `other`: Alt or Meta is. */
  readonly chord: 'none' | 'control' | 'other';
  readonly shift: 'up' | 'down';
  readonly capsLock: 'on' | 'off';
};

/** Keys that only change what other keys mean. */
const SILENT = new Set(['Shift', 'CapsLock', 'AltGraph', 'NumLock', 'Control', 'Alt', 'Meta']);
/** Keys whose character is not known from the key press alone. */
const UNREADABLE = new Set(['Dead', 'Process', 'Unidentified', 'Compose']);

export function isSilent({ key }: ScannerKey): boolean {
  return SILENT.has(key);
}

export function isUnreadable({ key }: ScannerKey): boolean {
  return UNREADABLE.has(key);
}

/** True for a key that writes one character; control characters write nothing. */
export function isCharacter(pressed: ScannerKey): boolean {
  return pressed.chord === 'none' && [...pressed.key].length === 1 && !isControl(pressed.key);
}

/** True for a digit, by its character or by its place on a keyboard of another layout. */
export function isDigit({ key, code }: ScannerKey): boolean {
  return /^\d$/.test(key) || /^(?:Digit|Numpad)\d$/.test(code);
}

/**
 * The name of a key in a scanner's prefix or suffix: its character or its `KeyboardEvent.key`; a control
 * character has the name of its chord, `Ctrl+j` for a line feed.
 */
export function keyName({ key, chord }: ScannerKey): string {
  const code = key.codePointAt(0) ?? 0;
  if (code > 0 && code < 0x1b && [...key].length === 1) {
    return `Ctrl+${String.fromCodePoint(code + 0x60)}`;
  }
  return chord === 'control' ? `Ctrl+${key.toLowerCase()}` : key;
}

/** The longest time between two of these keys, in milliseconds. */
export function longestGap(keys: readonly ScannerKey[]): number {
  return keys.reduce((longest, { at }, index) => {
    const before = keys[index - 1];
    return before === undefined ? longest : Math.max(longest, at - before.at);
  }, 0);
}

function isControl(key: string): boolean {
  const code = key.codePointAt(0) ?? 0;
  return code < 0x20 || (code >= 0x7f && code < 0xa0);
}
