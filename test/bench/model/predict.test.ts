import { describe, expect, it } from 'vitest';
import { HINTS_EVERY } from '../../../service/store/postgres/listener.ts';
import { type PerRequest, timesOf } from './fit.ts';
import { type Prediction, predict, type ServiceTimes, type Site } from './predict.ts';

/* The model of several processes agrees with sums that can be done by hand. */

const TIMES: ServiceTimes = {
  service: { request: 60, reads: 30, commit: 80 },
  database: { request: 20, reads: 120, commit: 500 },
  generator: 40,
  flush: 250,
  wake: 0,
  notice: { service: 0, database: 0 },
};
const SITE: Site = {
  ...{ cores: 2, processes: 1, connections: 1, merchants: 1 },
  withGenerator: true,
};

describe('the predicted rate', () => {
  it('of one connection is one request after the other', () => {
    const reads = 2 * (30 + 120);
    const request = 40 + 60 + reads + (80 + 500 + 20) + 250;
    const { rate, commits, reads: batches } = predict(TIMES, SITE);
    expect(rate / (1e6 / request)).toBeCloseTo(1, 1);
    expect(commits).toBeCloseTo(1, 1);
    expect(batches).toBeCloseTo(2, 1);
  });

  it('with enough cores and a fast database is that of the one thread of a process', () => {
    const fast = { ...TIMES, database: { request: 0, reads: 0, commit: 0 }, flush: 0 };
    const { rate, reads, commits } = predict(fast, {
      ...SITE,
      cores: 64,
      connections: 256,
      withGenerator: false,
    });
    expect(rate * (60 + 30 * reads + 80 * commits)).toBeGreaterThan(0.98e6);
    expect(rate * (60 + 30 * reads + 80 * commits)).toBeLessThan(1.02e6);
  });

  it('never uses more cores than there are', () => {
    for (const processes of [1, 2, 4]) {
      const { busy } = predict(TIMES, { ...SITE, processes, connections: 64 });
      expect(busy).toBeLessThanOrEqual(2.01);
    }
  });

  it('of several processes has the writes of all connections of a process in each commit', () => {
    const of = (processes: number) => predict(TIMES, { ...SITE, processes, connections: 16 });
    const [two, four] = [of(2), of(4)];
    expect(two.commits).toBeCloseTo(2 / 16, 2);
    expect(four.commits).toBeCloseTo(4 / 16, 2);
    expect(four.reads).toBeGreaterThan(two.reads);
    expect(four.rate).toBeLessThan(two.rate);
  });

  it('is bound by the disk for one merchant, whose commits follow one another, and not for several', () => {
    const site = { cores: 64, processes: 8, connections: 24, withGenerator: false };
    const of = (merchants: number) => predict({ ...TIMES, flush: 20_000 }, { ...site, merchants });
    const flushes = 1e6 / 20_000;
    const [one, several] = [of(1), of(8)];
    expect(one.rate * one.commits).toBeLessThan(2 * flushes);
    expect(several.rate * several.commits).toBeGreaterThan(3 * flushes);
  });

  it('is lower by the time in which an idle core begins, for each message between two processes', () => {
    const request = 40 + 60 + 2 * (30 + 120) + (80 + 500 + 20) + 250 + 8 * 50;
    expect(predict({ ...TIMES, wake: 50 }, SITE).rate / (1e6 / request)).toBeCloseTo(1, 1);
  });

  it('has the work of each process for the hints of each process that writes', () => {
    const site = { ...SITE, processes: 2, connections: 2 };
    const of = (notice: ServiceTimes['notice']) => predict({ ...TIMES, notice }, site);
    const [without, both] = [of(TIMES.notice), of({ service: 3_500, database: 2_000 })];
    const work = ({ busy, rate }: Prediction) => (busy * 1e6) / rate;
    const more = (work(both) - work(without)) * both.rate;
    const notices = 2 * (1_000 / HINTS_EVERY);
    expect(more / (notices * 2 * (3_500 + 2_000))).toBeCloseTo(1, 1);
    expect(both.rate).toBeLessThan(without.rate);
  });

  it('is the same for the same seed', () => {
    const site = { ...SITE, processes: 3, connections: 32, merchants: 4 };
    expect(predict(TIMES, site, 7)).toEqual(predict(TIMES, site, 7));
    expect(predict(TIMES, site, 8)).not.toEqual(predict(TIMES, site, 7));
  });
});

const NOTICE = { service: 70, database: 40 };

describe('the times of a request, a batch of reads and a commit', () => {
  const load = (reads: number, commits: number): PerRequest => ({
    service: 60 + 30 * reads + 80 * commits,
    database: 20 + 120 * reads + 500 * commits,
    generator: 40,
    flush: 250 * commits,
    // With one connection: two messages to and from the client, and two for each batch.
    time: 120 + 150 * reads + 830 * commits + 7 * (2 + 2 * (reads + commits)),
    ...{ reads, commits },
  });

  it('are those that the measured loads consist of', () => {
    const reads = { single: load(1, 0), shared: load(0.2, 0) };
    const writes = { single: load(2, 1), shared: load(0.5, 0.1) };
    const times = timesOf(reads, writes, NOTICE);
    expect(times.service.request).toBeCloseTo(60);
    expect(times.service.reads).toBeCloseTo(30);
    expect(times.service.commit).toBeCloseTo(80);
    expect(times.database.request).toBeCloseTo(20);
    expect(times.database.reads).toBeCloseTo(120);
    expect(times.database.commit).toBeCloseTo(500);
    expect(times).toMatchObject({ notice: NOTICE, generator: 40 });
    expect(times.flush).toBeCloseTo(250);
    expect(times.wake).toBeCloseTo(7);
  });
});
