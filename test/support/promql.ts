/*
 * Evaluates the part of Prometheus' query language that the alert rules and the dashboard use, on texts
 * that `/metrics` has served: selectors, `rate`, `sum` and `sum by`, `histogram_quantile`, division and a
 * comparison with a number. Anything else is an error, so that a rule outside this part fails its test.
 */

/** One text of `/metrics`, and when it was read, seconds. */
export type Scrape = { readonly at: number; readonly text: string };

type Labels = Readonly<Record<string, string>>;
type Sample = { readonly labels: Labels; readonly value: number };

/** The samples for which the expression holds, from the newest scrape; empty when a rule does not fire. */
export function evaluate(expression: string, scrapes: readonly Scrape[]): readonly Sample[] {
  const parser = new Parser(expression, scrapes);
  const samples = parser.comparison();
  parser.end();
  return samples;
}

class Parser {
  #rest: string;
  readonly #scrapes: readonly Scrape[];

  constructor(text: string, scrapes: readonly Scrape[]) {
    this.#rest = text.trim();
    this.#scrapes = scrapes;
  }

  comparison(): readonly Sample[] {
    const left = this.#quotient();
    const operator = this.#take(/^(==|>|<)/);
    if (operator === null) return left;
    const limit = Number(this.#need(/^[\d.]+/));
    const holds = (value: number) =>
      operator === '==' ? value === limit : operator === '>' ? value > limit : value < limit;
    return left.filter(({ value }) => holds(value));
  }

  end(): void {
    if (this.#rest !== '') throw new Error(`cannot evaluate: ${this.#rest}`);
  }

  #quotient(): readonly Sample[] {
    const left = this.#term();
    if (this.#take(/^\//) === null) return left;
    const [divisor] = this.#term();
    return left.map(({ labels, value }) => ({ labels, value: value / (divisor?.value ?? 0) }));
  }

  #term(): readonly Sample[] {
    if (this.#take(/^histogram_quantile\(/) !== null) {
      const quantile = Number(this.#need(/^[\d.]+/));
      this.#need(/^,/);
      const buckets = this.#term();
      this.#need(/^\)/);
      return quantilesOf(quantile, buckets);
    }
    const sum = this.#take(/^sum(\s+by\s*\([\w\s,]+\))?\s*\(/);
    if (sum !== null) {
      const by = /by\s*\(([^)]+)\)/.exec(sum)?.[1]?.split(',') ?? [];
      const inner = this.#term();
      this.#need(/^\)/);
      return summed(
        inner,
        by.map((name) => name.trim()),
      );
    }
    if (this.#take(/^rate\(/) !== null) {
      const name = this.#need(/^[a-z_]\w*/);
      const matches = this.#matcher();
      this.#need(/^\[\d+m\]\)/);
      return this.#rate(name, matches);
    }
    const name = this.#need(/^[a-z_]\w*/);
    return this.#samples(name, this.#matcher(), this.#scrapes.at(-1));
  }

  /** Increase per second between the oldest and the newest scrape. A new series started at 0. */
  #rate(name: string, matches: (labels: Labels) => boolean): readonly Sample[] {
    const [first] = this.#scrapes;
    const last = this.#scrapes.at(-1);
    if (first === undefined || last === undefined || first === last) return [];
    const before = new Map(
      this.#samples(name, matches, first).map(({ labels, value }) => [keyOf(labels), value]),
    );
    return this.#samples(name, matches, last).map(({ labels, value }) => ({
      labels,
      value: (value - (before.get(keyOf(labels)) ?? 0)) / (last.at - first.at),
    }));
  }

  #matcher(): (labels: Labels) => boolean {
    const text = this.#take(/^\{[^}]*\}/);
    if (text === null) return () => true;
    const parts = [...text.matchAll(/(\w+)(=~|!~|=)"([^"]*)"/g)].map(
      ([, name = '', op, value = '']) => {
        const pattern = new RegExp(`^(?:${value})$`);
        return (labels: Labels) => {
          const label = labels[name] ?? '';
          return op === '=' ? label === value : pattern.test(label) === (op === '=~');
        };
      },
    );
    return (labels) => parts.every((part) => part(labels));
  }

  #samples(
    name: string,
    matches: (labels: Labels) => boolean,
    scrape: Scrape | undefined,
  ): readonly Sample[] {
    return samplesIn(scrape?.text ?? '', name).filter(({ labels }) => matches(labels));
  }

  #take(pattern: RegExp): string | null {
    const found = pattern.exec(this.#rest)?.[0] ?? null;
    if (found !== null) this.#rest = this.#rest.slice(found.length).trimStart();
    return found;
  }

  #need(pattern: RegExp): string {
    const found = this.#take(pattern);
    if (found === null) throw new Error(`expected ${pattern} at: ${this.#rest}`);
    return found;
  }
}

function samplesIn(text: string, name: string): readonly Sample[] {
  return text.split('\n').flatMap((line) => {
    const match = /^([a-zA-Z_]\w*)(?:\{(.*)\})? (\S+)/.exec(line);
    if (match?.[1] !== name) return [];
    const pairs = [...(match[2] ?? '').matchAll(/(\w+)="([^"]*)"/g)];
    const labels = Object.fromEntries(pairs.map(([, key = '', value = '']) => [key, value]));
    return [{ labels, value: Number(match[3]) }];
  });
}

const keyOf = (labels: Labels) => JSON.stringify(Object.entries(labels).sort());

function summed(samples: readonly Sample[], by: readonly string[]): readonly Sample[] {
  const sums = new Map<string, { labels: Labels; value: number }>();
  for (const { labels, value } of samples) {
    const kept = Object.fromEntries(by.map((name) => [name, labels[name] ?? '']));
    const sum = sums.get(keyOf(kept)) ?? { labels: kept, value: 0 };
    sums.set(keyOf(kept), { labels: kept, value: sum.value + value });
  }
  return [...sums.values()];
}

/** As Prometheus does: linear within the bucket that contains the quantile. */
function quantilesOf(quantile: number, buckets: readonly Sample[]): readonly Sample[] {
  const groups = new Map<string, { labels: Labels; parts: { le: number; count: number }[] }>();
  for (const { labels, value } of buckets) {
    const { le = '', ...others } = labels;
    const group = groups.get(keyOf(others)) ?? { labels: others, parts: [] };
    group.parts.push({ le: le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), count: value });
    groups.set(keyOf(others), group);
  }
  return [...groups.values()].flatMap(({ labels, parts }) => {
    const ordered = parts.sort((a, b) => a.le - b.le);
    const wanted = quantile * (ordered.at(-1)?.count ?? 0);
    const index = ordered.findIndex(({ count }) => count >= wanted);
    const bucket = ordered[index];
    if (bucket === undefined || wanted === 0) return [];
    const below = ordered[index - 1] ?? { le: 0, count: 0 };
    if (!Number.isFinite(bucket.le)) return [{ labels, value: below.le }];
    const share = (wanted - below.count) / (bucket.count - below.count);
    return [{ labels, value: below.le + (bucket.le - below.le) * share }];
  });
}
