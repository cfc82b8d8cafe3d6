import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PrintOutcome } from '../../../../main/host/printing/port.ts';
import { JOBS_MAX } from '../../../../main/host/printing/queue.ts';
import { MINUTE } from '../../../../shared/time/clock.ts';
import { rest } from '../../../support/till.ts';
import { printingWorld } from './printing-world.ts';

let world: ReturnType<typeof printingWorld>;
beforeEach(() => {
  world = printingWorld();
});

describe('a printer that does not print', () => {
  it('delays no sale; its jobs wait and are printed in order later', async () => {
    const printing = world.open();
    world.fail('no_paper');
    world.till.show({ sales: [world.paid()] });
    world.till.show({ sales: [world.paid('sale-188', 188), world.paid()] });
    await rest();
    expect(printing.view().jobs.map(({ number, state, why }) => [number, state, why])).toEqual([
      [187, 'waiting', 'no_paper'],
      [188, 'waiting', null],
    ]);
    expect(world.reports).toEqual([expect.stringContaining('out of paper')]);
    world.printerReturns();
    world.clock.advance(2_500);
    await rest();
    expect(world.papers.map(({ content }) => content.foot[0])).toEqual([
      'Receipt 1042-0187',
      'Receipt 1042-0188',
    ]);
  });

  it('stops retrying after ten minutes, and the job stays until the operator decides', async () => {
    const printing = world.open();
    world.fail('no_answer');
    world.till.show({ sales: [world.paid()] });
    for (let step = 0; step < 40; step += 1) {
      await rest();
      world.clock.advance(30_000);
    }
    await rest();
    expect(printing.view().jobs).toMatchObject([{ state: 'failed', why: 'no_answer' }]);
    expect(world.clock.armed()).toBe(0);
    world.printerReturns();
    const [job] = printing.view().jobs;
    expect(printing.again(job?.id ?? '').ok).toBe(true);
    await rest();
    expect([world.kinds(), printing.view().jobs]).toEqual([['original'], []]);
  });

  it('that failed during a job is not retried automatically', async () => {
    const printing = world.open();
    world.fail('unsure');
    world.till.show({ sales: [world.paid()] });
    await rest();
    world.clock.advance(3_600_000);
    await rest();
    const [job] = printing.view().jobs;
    expect(job).toMatchObject({ state: 'failed', why: 'unsure' });
    expect(printing.drop(job?.id ?? '').ok).toBe(true);
    expect(printing.drop(job?.id ?? '')).toMatchObject({ ok: false });
    expect(world.reports.at(-1)).toContain('dropped by the operator');
    expect(printing.view().jobs).toEqual([]);
  });

  it('loses no job in a power cut', async () => {
    const before = world.open();
    world.fail('no_paper');
    world.till.show({ sales: [world.paid()] });
    await rest();
    before.stop();
    world.printerReturns();
    const after = world.open();
    await rest();
    expect([world.kinds(), after.view().jobs]).toEqual([['original'], []]);
    expect(JSON.parse(readFileSync(world.file, 'utf8')).jobs).toEqual([]);
  });

  it('loses no day slip in a power cut', async () => {
    const before = world.open('on_request');
    world.fail('no_paper');
    expect(before.daySlip(null).ok).toBe(true);
    expect(before.view().jobs).toMatchObject([{ what: 'day', number: null, saleId: null }]);
    await rest();
    before.stop();
    world.printerReturns();
    world.open('on_request');
    await rest();
    expect(world.papers).toMatchObject([
      { code: null, kind: 'copy', content: { mark: 'End of day' } },
    ]);
    expect(world.papers[0]?.content.facts).toContainEqual({
      label: 'Day',
      value: expect.stringMatching(/21 Nov 2026$/),
    });
  });

  it('whose driver throws counts as failed during the job', async () => {
    const printing = world.open();
    world.answers(() => Promise.reject(new Error('a bug')));
    world.till.show({ sales: [world.paid()] });
    await rest();
    expect(printing.view().jobs).toMatchObject([{ state: 'failed', why: 'unsure' }]);
  });

  it('refuses jobs above the limit and reports that it is busy', async () => {
    const printing = world.open('on_request');
    world.answers(() => new Promise(() => undefined));
    for (let page = 0; page < JOBS_MAX; page += 1) expect(printing.testPage().ok).toBe(true);
    expect(printing.testPage()).toMatchObject({ refusal: { type: 'Too Many Requests' } });
    expect(await printing.printerState()).toEqual({ kind: 'fault', why: 'busy' });
  });
});

describe('after a restart', () => {
  const kept = () => JSON.parse(readFileSync(world.file, 'utf8')).jobs;
  const states = (printing: ReturnType<typeof world.open>) =>
    printing.view().jobs.map(({ number, state, why }) => [number, state, why]);

  /** Starts a receipt whose print ends when the returned function is called. */
  async function startReceipt() {
    const { promise, resolve } = Promise.withResolvers<PrintOutcome>();
    world.answers(() => {
      // The file already has the state when the printer gets the receipt.
      expect(kept()).toMatchObject([{ number: 187, state: 'printing' }]);
      return promise;
    });
    const printing = world.open();
    world.till.show({ sales: [world.paid()] });
    await rest();
    expect(states(printing)).toEqual([[187, 'printing', null]]);
    return async (outcome: PrintOutcome) => {
      resolve(outcome);
      await rest();
    };
  }

  it('a receipt whose connection was lost is not printed by itself', async () => {
    world.open();
    world.fail('unsure');
    world.till.show({ sales: [world.paid()] });
    await rest();
    world.stopLast();
    world.printerReturns();
    const after = world.open();
    await rest();
    expect([world.kinds(), states(after)]).toEqual([[], [[187, 'failed', 'unsure']]]);
    expect(after.again(after.view().jobs[0]?.id ?? '').ok).toBe(true);
    await rest();
    expect([world.kinds(), kept()]).toEqual([['original'], []]);
  });

  it('a receipt that the till gave up is not printed by itself', async () => {
    world.open();
    world.fail('no_answer');
    world.till.show({ sales: [world.paid()] });
    for (let step = 0; step < 21; step += 1) {
      await rest();
      world.clock.advance(30_000);
    }
    await rest();
    world.stopLast();
    world.printerReturns();
    const after = world.open();
    await rest();
    expect([world.kinds(), states(after)]).toEqual([[], [[187, 'failed', 'no_answer']]]);
  });

  it('the ten minutes of a receipt count from the first try', async () => {
    world.open();
    world.fail('no_paper');
    world.till.show({ sales: [world.paid()] });
    await rest();
    world.stopLast();
    world.clock.advance(6 * MINUTE);
    world.open();
    await rest();
    world.stopLast();
    world.clock.advance(4 * MINUTE - 1);
    const last = world.open();
    await rest();
    expect(states(last)).toEqual([[187, 'waiting', 'no_paper']]);
    world.clock.advance(2_000);
    await rest();
    expect(states(last)).toEqual([[187, 'failed', 'no_paper']]);
  });

  it('receipts that have waited for ten minutes are late, and wait for the operator', async () => {
    world.open();
    world.fail('no_paper');
    world.till.show({ sales: [world.paid(), world.paid('sale-188', 188)] });
    await rest();
    world.stopLast();
    world.clock.advance(10 * MINUTE);
    world.printerReturns();
    const after = world.open();
    await rest();
    expect(world.papers).toEqual([]);
    expect(states(after)).toEqual([
      [187, 'failed', 'no_paper'],
      [188, 'failed', null],
    ]);
    expect(world.reports.slice(-2)).toEqual([
      'The receipt of sale 187 was not printed within ten minutes.',
      'The receipt of sale 188 was not printed within ten minutes.',
    ]);
    expect(after.again(after.view().jobs[1]?.id ?? '').ok).toBe(true);
    await rest();
    expect(world.papers.map(({ content }) => content.foot[0])).toEqual(['Receipt 1042-0188']);
  });

  it('a receipt that printed when the program was ended counts as interrupted', async () => {
    await startReceipt();
    world.printerReturns();
    const after = world.open();
    await rest();
    expect([world.kinds(), states(after)]).toEqual([[], [[187, 'failed', 'unsure']]]);
    expect(world.reports).toEqual([
      'The receipt of sale 187 was not printed. ' +
        'The connection to the printer was interrupted. Check that the receipt is complete.',
    ]);
  });

  it('a receipt that was printed after the stop is not printed again', async () => {
    const end = await startReceipt();
    world.stopLast();
    await end({ ok: true });
    expect(kept()).toEqual([]);
    const after = world.open();
    await rest();
    expect([world.kinds(), states(after)]).toEqual([['original'], []]);
  });

  it('a receipt that failed after the stop is tried again, and not before', async () => {
    const end = await startReceipt();
    world.stopLast();
    await end({ ok: false, why: 'no_paper' });
    expect(world.clock.armed()).toBe(0);
    expect(kept()).toMatchObject([{ number: 187, state: 'waiting', why: 'no_paper' }]);
    world.printerReturns();
    world.open();
    await rest();
    expect(world.kinds()).toEqual(['original']);
  });

  it('a print that ends late does not change the file of the next run', async () => {
    const end = await startReceipt();
    world.stopLast();
    world.answers(() => new Promise(() => undefined));
    const after = world.open();
    world.till.show({ sales: [world.paid(), world.paid('sale-188', 188)] });
    await rest();
    const written = kept();
    expect(written).toMatchObject([
      { number: 187, state: 'failed', why: 'unsure' },
      { number: 188, state: 'printing' },
    ]);
    await end({ ok: true });
    expect(kept()).toEqual(written);
    expect(states(after)[1]).toEqual([188, 'printing', null]);
  });
});
