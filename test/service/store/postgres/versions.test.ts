import { describe, expect, it } from 'vitest';
import { POSTGRES_MIGRATIONS } from '../../../../service/store/postgres/migrations/index.ts';
import {
  olderThan,
  type Present,
  processesIn,
  type SharedMigration,
} from '../../../../service/store/postgres/versions.ts';
import { missingSteps } from '../../../../service/store/schema-history.ts';

/* Which versions may run together, as a decision without a database. */

const step = (number: number, oldest: number): SharedMigration => ({
  ...{ number, name: `step ${number}`, up: `SELECT ${number}`, oldest },
});
/** Step 3 adds, step 4 removes what versions before step 3 use. */
const STEPS = [step(1, 1), step(2, 2), step(3, 2), step(4, 3)];

/** The rows of a database on which a version with these steps has run. */
const rowsOf = (steps: readonly SharedMigration[]) => missingSteps([], steps);

describe('a version that starts', () => {
  it.each([
    ['without steps of a newer version', 2, 2],
    ['beside a newer version whose step allows it', 2, 3],
    ['beside a newer version whose last step allows it, though not the version before', 3, 4],
  ])('runs on a database %s', (_, own, database) => {
    const rows = rowsOf(STEPS.slice(0, database));
    expect(missingSteps(rows, STEPS.slice(0, own))).toEqual([]);
  });

  it.each([
    ['one of several newer steps excludes it', 2, STEPS],
    [
      'an allowing step follows one that excludes it',
      2,
      [...STEPS.slice(0, 2), step(3, 3), step(4, 2)],
    ],
  ])('is refused if %s', (_, own, database) => {
    const start = () => missingSteps(rowsOf(database), STEPS.slice(0, own));
    expect(start).toThrow(/newer version; install that version/);
  });

  it('beside a newer one is still refused if its own steps differ from the database', () => {
    const rows = rowsOf(STEPS.slice(0, 3)).map((row) => ({ ...row, checksum: 'x' }));
    expect(() => missingSteps(rows, STEPS.slice(0, 2))).toThrow(/Migration 1/);
  });
});

const process = (step: number): Present => ({ step, listens: true, address: null });

describe('processes that must end before a step', () => {
  it.each([
    ['its step is the oldest that the step allows', 2, [2], 0],
    ['it knows more than the step needs', 2, [3], 0],
    ['its step is older than the step allows', 3, [2], 1],
    ['only some are older', 3, [2, 3, 2], 2],
  ])('%s', (_, oldest, shown, count) => {
    expect(olderThan(oldest, shown.map(process))).toHaveLength(count);
  });

  it('are counted by the connections that listen; one that lost its own counts too', () => {
    const idle = { ...process(2), listens: false };
    expect(processesIn([])).toBe(0);
    expect(processesIn([idle, idle])).toBe(1);
    expect(processesIn([process(2), idle, process(2), idle])).toBe(2);
  });
});

it('no step of the product allows processes of steps after it', () => {
  for (const { number, oldest } of POSTGRES_MIGRATIONS) {
    expect(oldest).toBeGreaterThanOrEqual(1);
    expect(oldest).toBeLessThanOrEqual(number);
  }
});
