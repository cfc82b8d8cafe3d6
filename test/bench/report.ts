/** One line of the table. */
export type Figure = {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** What it is compared with, in the same run, and how. */
  readonly against?: {
    readonly name: string;
    readonly value: number;
    readonly ratio: Spread;
  };
  /** The issue's own words for what is asked, and whether it holds. */
  readonly target?: { readonly says: string; readonly met: boolean };
  readonly note?: string;
};

export type Spread = { readonly low: number; readonly middle: number; readonly high: number };

/** The middle one and the ends of what several rounds gave. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    low: sorted[0] ?? Number.NaN,
    middle: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    high: sorted.at(-1) ?? Number.NaN,
  };
}

/** The value below which `share` of the values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}

export function tableHead(): string {
  return `${'what'.padEnd(58)}${'value'.padStart(12)}  ${'ratio (low to high)'.padEnd(24)}target`;
}

export function tableLine({ what, value, unit, against, target, note }: Figure): string {
  const figure = `${digits(value)} ${unit}`.padStart(12);
  const ratio =
    against === undefined
      ? ''
      : `${two(against.ratio.middle)} (${two(against.ratio.low)} to ${two(against.ratio.high)})`;
  const asked = target === undefined ? '' : `${target.met ? 'met' : 'MISSED'}: ${target.says}`;
  const said = [asked, note].filter(Boolean).join('; ');
  return `${what.padEnd(58)}${figure}  ${ratio.padEnd(24)}${said}`;
}

const two = (value: number) => value.toFixed(2);

function digits(value: number): string {
  if (!Number.isFinite(value)) return 'none';
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
}

/** A part of the bench that gave no figures, and why. */
export type Unmeasured = { readonly name: string; readonly why: string };

/**
 * The end of the table: how many targets are met, and by name those that are missed and whatever was
 * not measured. A figure that is no number says nothing about its target.
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
  const ratio = against === undefined ? '' : `, ratio ${two(against.ratio.middle)}`;
  return `${what.trim()}: ${digits(value)} ${unit}${ratio}; ${target?.says ?? ''}`;
}

function unmeasuredFigure({ what, note, target }: Figure): Unmeasured {
  return { name: what.trim(), why: note ?? target?.says ?? 'no figure' };
}
