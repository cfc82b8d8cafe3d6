export type StatusClass = 'temporary' | 'success' | 'failure';

/**
 * What a code means to a client that does not know it: 1xxx and 3xxx are temporary, 2xxx final
 * success, everything else final failure (specification, States).
 */
export function classOf(code: number): StatusClass {
  const digit = Math.floor(code / 1000);
  if (digit === 1 || digit === 3) return 'temporary';
  return digit === 2 ? 'success' : 'failure';
}
