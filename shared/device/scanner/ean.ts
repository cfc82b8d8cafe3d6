/** Widths are in modules: seven for each digit, `1` is a bar. */
const LEFT_ODD = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
] as const;
/** Which digits of the left half have the even pattern, by the first digit. */
const PARITY = [
  'LLLLLL',
  'LLGLGG',
  'LLGGLG',
  'LLGGGL',
  'LGLLGG',
  'LGGLLG',
  'LGGGLL',
  'LGLGLG',
  'LGLGGL',
  'LGGLGL',
] as const;

/** The EAN-13 code of twelve digits: the same with their check digit. */
export function ean13(digits: string): string {
  const sum = [...digits].reduce(
    (all, digit, index) => all + Number(digit) * (1 + (index % 2) * 2),
    0,
  );
  return digits + String((10 - (sum % 10)) % 10);
}

/** The bars of an EAN-13 code, one character for each of the 95 modules; `1` is black. */
export function eanBars(code: string): string {
  const [first = 0, ...digits] = [...code].map(Number);
  const half = (from: number, pattern: (digit: number, index: number) => string) =>
    digits
      .slice(from, from + 6)
      .map(pattern)
      .join('');
  const left = half(0, (digit, index) =>
    PARITY[first]?.[index] === 'G' ? even(digit) : odd(digit),
  );
  return `101${left}01010${half(6, (digit) => turned(odd(digit)))}101`;
}

function odd(digit: number): string {
  return LEFT_ODD[digit] ?? '';
}

function turned(bars: string): string {
  return [...bars].map((bar) => (bar === '1' ? '0' : '1')).join('');
}

function even(digit: number): string {
  return [...turned(odd(digit))].reverse().join('');
}
