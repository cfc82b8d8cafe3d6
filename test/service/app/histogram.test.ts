import fc from 'fast-check';
import { Histogram, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { SeriesHistogram } from '../../../service/app/histogram.ts';

const CONFIG = {
  name: 'tillkit_test_seconds',
  help: 'Durations of "calls".',
  labelNames: ['method', 'status'] as const,
  buckets: [0.001, 0.0025, 0.5, 2],
};
const METHODS = ['GET', 'a "quoted" one', 'back\\slash'];
const observation = fc.record({
  method: fc.constantFrom(...METHODS),
  status: fc.constantFrom(200, 404),
  // Also the bounds themselves, and values above all bounds. Eighths add up without rounding.
  value: fc.oneof(
    fc.constantFrom(0, 0.5, 2, 1_000),
    fc.integer({ max: 80, min: 0 }).map((n) => n / 8),
  ),
});

describe('a histogram with series', () => {
  it('prints what prom-client prints after the same observations', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(observation, { maxLength: 60 }), async (observations) => {
        const [own, theirs] = [new Registry(), new Registry()];
        const fast = new SeriesHistogram({ ...CONFIG, registers: [own] });
        const slow = new Histogram({ ...CONFIG, registers: [theirs] });
        const series = new Map<string, (value: number) => void>();
        for (const { value, ...labels } of observations) {
          const key = JSON.stringify(labels);
          const observe = series.get(key) ?? fast.series(labels);
          series.set(key, observe);
          observe(value);
          slow.observe(labels, value);
        }
        expect(await own.metrics()).toBe(await theirs.metrics());
        expect(await Registry.merge([own]).metrics()).toBe(await theirs.metrics());
      }),
    );
  });

  it('has its buckets, sum and count before the first value, like one of prom-client', async () => {
    const { name, help, buckets } = CONFIG;
    const [own, theirs] = [new Registry(), new Registry()];
    new SeriesHistogram({ name, help, buckets, registers: [own] }).series({});
    new Histogram({ name, help, buckets, registers: [theirs] });
    expect(await own.metrics()).toBe(await theirs.metrics());
  });
});
