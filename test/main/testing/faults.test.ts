import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { createFaults, FAULTS } from '../../../main/testing/faults.ts';
import { createTimeline } from '../../../main/testing/timeline.ts';
import { test } from '../../../main/testing/vitest.ts';
import { count, isPaidOnce, linesOf } from '../../support/shop-checks.ts';

/* Each fault of the list happens, and the till then ends the sale correctly. */

const CREATED = /^request: POST \/payment_request\/$/;

describe('a fault of a response', () => {
  test.for(['lose', 'cut', 'status'] as const)(
    '%s: the till repeats the request',
    async (fault, { shop }) => {
      shop.faults.next('response', fault, { of: 'create' });
      const sale = await shop.till.sell(12_500);
      await isPaidOnce(shop, sale);
      expect(linesOf(shop)).toContain(`fault: response ${fault}`);
      expect(count(shop, CREATED)).toBe(2);
    },
  );

  test('delay: the till aborts the request after ten seconds and repeats it', async ({ shop }) => {
    shop.faults.next('response', 'delay', { of: 'create', seconds: 30 });
    const before = shop.clock.now();
    const sale = await shop.till.sell(12_500);
    expect(sale.view().state.kind).toBe('creating');
    await sale.becomes('waiting_scan');
    expect(shop.clock.now() - before).toBeGreaterThanOrEqual(10_000);
    expect(shop.clock.now() - before).toBeLessThan(30_000);
    await isPaidOnce(shop, sale);
  });

  test('repeat: a capture that arrives twice takes the money once', async ({ shop }) => {
    shop.faults.next('response', 'repeat', { of: 'update' });
    const sale = await shop.till.sell(12_500);
    await isPaidOnce(shop, sale);
    expect(linesOf(shop)).toContain('fault: response repeat');
  });
});

describe('a fault of the disk', () => {
  test.for(['full', 'broken'] as const)(
    '%s: no sale starts and nothing is sent until the journal can be written',
    async (fault, { shop }) => {
      shop.faults.next('disk', fault, { times: Number.POSITIVE_INFINITY });
      await expect(shop.till.sell(12_500)).rejects.toThrow('cannot be saved on this till');
      expect(shop.till.terminal.view().notReady).toBe('journal_full');
      expect(count(shop, CREATED)).toBe(0);
      shop.faults.clear('disk');
      const ready = () => shop.till.terminal.view().notReady === null;
      await shop.clock.until(ready, 'A journal that can be written');
      await isPaidOnce(shop, await shop.till.sell(12_500));
    },
  );
});

describe('a killed till', () => {
  test('before_write: the sale does not exist afterwards, and nothing was sent', async ({
    shop,
  }) => {
    shop.faults.next('kill', 'before_write');
    await expect(shop.till.sell(12_500)).rejects.toThrow('The till was killed');
    await shop.till.restart();
    expect(shop.till.sales()).toEqual([]);
    expect(count(shop, CREATED)).toBe(0);
    await isPaidOnce(shop, await shop.till.sell(12_500));
  });

  test.for(['after_write', 'before_request', 'after_request'] as const)(
    '%s: the next run continues with the same payment',
    async (fault, { shop }) => {
      shop.faults.next('kill', fault);
      await expect(shop.till.sell(12_500)).rejects.toThrow('The till was killed');
      expect(shop.till.isRunning).toBe(false);
      expect(() => shop.till.terminal).toThrow('The till does not run.');
      await shop.till.restart();
      expect(shop.till.sales()).toHaveLength(1);
      await isPaidOnce(shop);
    },
  );

  test('kill: the next run finds an approved sale; the cashier captures it', async ({ shop }) => {
    const sale = await shop.till.sell(12_500);
    await shop.customer.approve(sale);
    await shop.till.kill();
    await shop.clock.advance(60);
    await shop.till.restart();
    expect((await sale.becomes('authorised')).state).toMatchObject({ because: 'recovered' });
    expect((await sale.outcome()).captures).toEqual([]);
    await sale.act('capture');
    await sale.becomes('paid');
  });

  test('sends no request to the service', async ({ shop }) => {
    const sale = await shop.till.sell(12_500);
    await shop.till.kill();
    const requests = async () =>
      (await shop.simulator.journal()).filter(({ kind }) => kind === 'request').length;
    const before = await requests();
    await shop.clock.advance(120);
    expect(await requests()).toBe(before);
    await shop.till.restart();
    await isPaidOnce(shop, sale);
  });
});

describe('the list of faults', () => {
  test('refuses an unknown fault and names the known ones', ({ shop }) => {
    const wrong = 'loose' as 'lose';
    expect(() => shop.faults.next('response', wrong)).toThrow(
      'There is no fault "response", "loose"; there are: lose, cut, delay, repeat, status.',
    );
    expect(() => shop.faults.next('response', 'lose', { times: 0 })).toThrow('at least one time');
  });

  test('refuses an option that the fault does not have, and names those that it has', ({
    shop,
  }) => {
    const { next } = shop.faults;
    // @ts-expect-error A printer makes no calls.
    expect(() => next('printer', 'offline', { of: 'create' })).toThrow(
      'The fault "printer", "offline" has no option "of"; it has: times.',
    );
    // @ts-expect-error A write of the journal is no call.
    expect(() => next('kill', 'before_write', { of: 'create' })).toThrow('it has: times.');
    // @ts-expect-error Only `delay` takes time.
    expect(() => next('response', 'status', { seconds: 3 })).toThrow('it has: times, of, status.');
    // @ts-expect-error There is no such call.
    expect(() => next('response', 'lose', { of: 'creation' })).toThrow(
      'There is no call "creation"; there are: create, outcome, update.',
    );
    expect(linesOf(shop).filter((line) => line.startsWith('fault: '))).toEqual([]);
    next('kill', 'after_request', { of: 'update', times: 2 });
    next('response', 'delay', { of: 'outcome', seconds: 3 });
    expect(count(shop, /^fault: set/)).toBe(2);
  });

  test('accepts an option of a fault that has it, and refuses it for every other fault', () => {
    const faults = createFaults(
      createTimeline(
        () => 0,
        () => [],
      ),
    );
    // The types of one fault do not fit a loop over all of them.
    const takes = (part: string, fault: string, options: object): boolean => {
      try {
        Reflect.apply(faults.next, null, [part, fault, options]);
        return true;
      } catch {
        return false;
      }
    };
    for (const [part, names] of Object.entries(FAULTS)) {
      for (const fault of Object.keys(names)) {
        const taken = {
          times: takes(part, fault, { times: 2 }),
          of: takes(part, fault, { of: 'outcome' }),
          seconds: takes(part, fault, { seconds: 1 }),
          status: takes(part, fault, { status: 500 }),
        };
        expect([part, fault, taken]).toEqual([
          ...[part, fault],
          {
            times: true,
            of: part === 'response' || fault.endsWith('_request'),
            seconds: fault === 'delay',
            status: fault === 'status',
          },
        ]);
      }
    }
  });

  test('has a test here or in devices.test.ts for every fault', async () => {
    const source = [import.meta.url, new URL('devices.test.ts', import.meta.url)]
      .map((file) => readFileSync(new URL(file), 'utf8'))
      .join('');
    const names = Object.values(FAULTS).flatMap((part) => Object.keys(part));
    expect(names.filter((name) => !source.includes(`'${name}'`))).toEqual([]);
  });
});
