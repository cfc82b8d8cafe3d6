import { Histogram, type HistogramConfiguration, type LabelValues } from 'prom-client';

/** Adds a value to one series of a histogram. */
export type Observe = (value: number) => void;

/**
 * A histogram of prom-client with fast observations. For each value the library builds a key from the
 * labels and looks up a bucket by the text of its bound; here the caller looks up a series once, which then
 * counts in an array. Only values of a series are printed: `observe` of the library has no effect.
 */
export class SeriesHistogram<Label extends string> extends Histogram<Label> {
  readonly #name: string;
  readonly #help: string;
  readonly #bounds: readonly number[];
  readonly #series: Series[] = [];

  constructor(config: HistogramConfiguration<Label> & { readonly buckets: number[] }) {
    super(config);
    this.#name = config.name;
    this.#help = config.help;
    this.#bounds = config.buckets;
  }

  /** Begins a series with these labels. Call it once for each combination of labels. */
  series(labels: LabelValues<Label>): Observe {
    const bounds = this.#bounds;
    const series: Series = { labels, counts: new Array(bounds.length + 1).fill(0), sum: 0 };
    this.#series.push(series);
    return (value) => {
      let bucket = 0;
      while (bucket < bounds.length && value > (bounds[bucket] ?? 0)) bucket += 1;
      series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
      series.sum += value;
    };
  }

  /** What the registry prints, and what prom-client's own `get` returns. */
  async getForPromString() {
    const values = this.#series.flatMap((series) => valuesOf(this.#name, this.#bounds, series));
    return { name: this.#name, help: this.#help, type: 'histogram', aggregator: 'sum', values };
  }
}

type Series = {
  readonly labels: Readonly<Record<string, string | number | undefined>>;
  /** Values of each bucket, and last those above every bound. */
  readonly counts: number[];
  sum: number;
};

/** The lines of a series: buckets, each with the values of all smaller ones, then sum and count. */
function valuesOf(name: string, bounds: readonly number[], { labels, counts, sum }: Series) {
  let count = 0;
  const buckets = counts.map((values, index) => {
    count += values;
    const le = bounds[index] ?? '+Inf';
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
