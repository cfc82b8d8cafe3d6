/**
 * The most units of `rest` that fit, in whole steps; all of them if all fit. More units must never fit better than fewer.
 */
export function mostUnits(rest: bigint, step: bigint, fits: (units: bigint) => boolean): bigint {
  if (fits(rest)) return rest;
  let most = 0n;
  let tooMany = rest / step + 1n;
  while (tooMany - most > 1n) {
    const middle = (most + tooMany) / 2n;
    if (fits(middle * step)) most = middle;
    else tooMany = middle;
  }
  return most * step;
}
