import { afterEach, describe, expect, it } from 'vitest';
import { migrate } from '../../../service/store/postgres/migrate.ts';
import { Servers } from '../../../service/store/postgres/servers.ts';
import { until } from '../../support/last-resort.ts';
import { CUSTOMER, MERCHANT } from '../../support/payments.ts';
import type { Raw } from '../../support/raw.ts';
import {
  CONTRACT,
  CONTRACTED,
  EXPANDED,
  endAll,
  GATE,
  LAST,
  lastStep,
  newPlace,
  OLD,
  sell,
  start,
  waitsFor,
} from './upgrade-world.ts';

/* Which versions may run together on one database, and start. */

afterEach(endAll);

describe('a process of the previous version', () => {
  it('runs beside one that has added to the schema, and both write and read', async () => {
    const { url, raw } = await newPlace();
    const old = await start(url, OLD);
    await old.merchants.put(MERCHANT);
    await old.customers.put(CUSTOMER);
    const before = await sell(old);
    // Each connection of the old process has prepared this statement, which reads every column.
    const readLines = () =>
      Promise.all(Array.from({ length: 20 }, () => old.ledger.linesOf(MERCHANT.id, before)));
    await readLines();
    const lines: Record<string, unknown>[] = [];
    const log = { info: (line: object) => void lines.push({ ...line }), error: () => {} };
    const renewed = await start(url, EXPANDED, { log });
    expect(lines).toEqual([
      {
        step: LAST + 1,
        applied: [`${LAST + 1} expand`],
        others: [{ step: LAST, address: '127.0.0.1' }],
      },
    ]);
    expect(await readLines()).toEqual(Array.from({ length: 20 }, () => []));
    const sales = [before, await sell(old), await sell(renewed)];
    for (const store of [old, renewed]) {
      for (const tid of sales) {
        expect((await store.payments.byTid(MERCHANT.id, tid))?.tid).toBe(tid);
      }
    }
    // It may also start again, for example because it must be the version of before.
    await old.close();
    const again = await start(url, OLD);
    expect(await again.payments.byTid(MERCHANT.id, await sell(again))).not.toBeNull();
    expect(await lastStep(raw)).toBe(LAST + 1);
  });

  it('blocks a step that excludes it while it runs, and is refused after that step', async () => {
    const { url, raw } = await newPlace();
    const first = await start(url, OLD);
    const second = await start(url, OLD);
    const next = () => start(url, CONTRACTED);
    await expect(next()).rejects.toThrow(
      '2 processes of an older version still use the database (127.0.0.1), and this version changes ' +
        'what older versions need: stop them, then start this one again.',
    );
    await first.close();
    await expect(next()).rejects.toThrow(
      /^1 process of an older .* stop it, then start this one again/,
    );
    expect(await lastStep(raw)).toBe(LAST);
    await second.merchants.put(MERCHANT);
    await second.close();
    // Processes of the version between may stay.
    const between = await start(url, EXPANDED);
    const renewed = await next();
    expect(await lastStep(raw)).toBe(LAST + 2);
    for (const store of [between, renewed]) await sell(store);
    await expect(start(url, OLD)).rejects.toThrow(/newer version; install that version/);
  });
});

describe('a process that starts while a step excludes it', () => {
  /** Starts the old process, which reads the schema and then waits for the lock of all listeners. */
  async function startHeld(url: string, raw: Raw) {
    await raw.exec('SELECT pg_advisory_lock(74136, 48)');
    const starting = start(url, OLD).then(
      () => 'started',
      (error: Error) => error.message,
    );
    await waitsFor(raw, 74136, 48);
    return { starting, letGo: () => raw.exec('SELECT pg_advisory_unlock(74136, 48)') };
  }

  it('is refused if it read the schema before the step, and connects after it', async () => {
    const { url, raw } = await newPlace();
    const { starting, letGo } = await startHeld(url, raw);
    await migrate(new Servers(url), CONTRACTED);
    await letGo();
    expect(await starting).toMatch(/newer version; install that version/);
  });

  it('is refused if it connects between the check of the processes and the end of the step', async () => {
    const { url, raw } = await newPlace();
    const { starting, letGo } = await startHeld(url, raw);
    await raw.exec(`SELECT pg_advisory_lock(${GATE})`);
    const up = `${CONTRACT.up}; SELECT pg_advisory_xact_lock(${GATE})`;
    const applying = migrate(new Servers(url), [...EXPANDED, { ...CONTRACT, up }]);
    await waitsFor(raw, 0, GATE);
    await letGo();
    // It now waits for the end of the step.
    let ended = false;
    void starting.then(() => {
      ended = true;
    });
    const fenced = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND classid = 1
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    await until(
      () => raw.rows(fenced),
      (rows) => ended || rows.length > 0,
    );
    await raw.exec(`SELECT pg_advisory_unlock(${GATE})`);
    await applying;
    expect(await starting).toMatch(/newer version; install that version/);
  });
});
