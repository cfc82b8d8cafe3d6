/** One line of the table. */
export type Figure = {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** The ceiling or peer of the comparison, its figure in the same run, and the ratio to it. */
  readonly against?: {
    readonly name: string;
    readonly value: number;
    readonly ratio: Spread;
  };
  /** The target in words, and whether the figure meets it. */
  readonly target?: { readonly requirement: string; readonly met: boolean };
  readonly note?: string;
};

export type Spread = { readonly low: number; readonly middle: number; readonly high: number };

/** The lowest, the median and the highest of the values of several rounds. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    low: sorted[0] ?? Number.NaN,
    middle: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    high: sorted.at(-1) ?? Number.NaN,
  };
}

/** The percentile of `values`; `share` is between 0 and 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}

export function tableHead(): string {
  return `${'what'.padEnd(58)}${'value'.padStart(12)}  ${'ratio (low to high)'.padEnd(24)}target`;
}

export function tableLine({ what, value, unit, against, target, note }: Figure): string {
  const figure = `${digits(value)} ${unit}`.padStart(12);
  const ratio = against === undefined ? '' : spreadText(against.ratio);
  const result =
    target === undefined ? '' : `${target.met ? 'met' : 'MISSED'}: ${target.requirement}`;
  const remarks = [result, note].filter(Boolean).join('; ');
  return `${what.padEnd(58)}${figure}  ${ratio.padEnd(24)}${remarks}`;
}

const twoDecimals = (value: number) => value.toFixed(2);

const spreadText = ({ low, middle, high }: Spread) =>
  `${twoDecimals(middle)} (${twoDecimals(low)} to ${twoDecimals(high)})`;

function digits(value: number): string {
  if (!Number.isFinite(value)) return 'none';
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
}

/** A part of the bench without figures, and the reason. */
export type Unmeasured = { readonly name: string; readonly why: string };

/**
 * The lines after the table: the number of met targets, and the names of the targets that were missed
 * or not measured. If a figure is not a number, its target counts as not measured.
 */
export function summaryOf(
  figures: readonly Figure[],
  parts: readonly Unmeasured[],
): readonly string[] {
  const measured = figures.filter(({ value }) => Number.isFinite(value));
  const missed = measured.filter(({ target }) => target?.met === false);
  const met = measured.filter(({ target }) => target?.met === true);
  const without = figures.filter((figure) => !measured.includes(figure));
  const unmeasured = [...without.map(unmeasuredFigure), ...parts];
  return [
    `Targets: ${met.length} met, ${missed.length} missed; not measured: ${unmeasured.length || 'none'}.`,
    ...missed.map((figure) => `  MISSED        ${missedFigure(figure)}`),
    ...unmeasured.map(({ name, why }) => `  not measured  ${name}: ${why}`),
  ];
}

function missedFigure({ what, value, unit, against, target }: Figure): string {
  const ratio = against === undefined ? '' : `, ratio ${twoDecimals(against.ratio.middle)}`;
  return `${what.trim()}: ${digits(value)} ${unit}${ratio}; ${target?.requirement ?? ''}`;
}

function unmeasuredFigure({ what, note, target }: Figure): Unmeasured {
  return { name: what.trim(), why: note ?? target?.requirement ?? 'no figure' };
}
