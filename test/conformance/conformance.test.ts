import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needsOf } from '../../main/commands/conform/row.ts';
import { checkRow, OWN_CHECKS, ROWS } from '../../main/commands/conform/run.ts';
import { startWorld, type World } from './world.ts';

/*
 * Every row of every table of the specification against a running service. The rows are data; a
 * row that nothing checks fails, and so does a check that no row asks for.
 */

let world: World;
const covered = new Set<string>();
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.stop();
  process.stdout.write(`rows covered ${covered.size} of ${ROWS.length}\n`);
});

const tables = Map.groupBy(ROWS, (row) => row.table);

describe.each([...tables])('%s', (_table, rows) => {
  it.each(rows.map((row) => [row.id, row] as const))('%s', async (_id, row) => {
    const { subject } = world;
    const asked = subject.answers;
    subject.used.clear();
    await checkRow(subject, row);
    covered.add(row.id);
    // What a row declares is what its check uses: `tillkit conform` tests no row without its needs.
    const needs = needsOf(row).filter((need) => need !== 'no service');
    expect([...subject.used]).toEqual(expect.arrayContaining(needs));
    expect(subject.answers > asked).toBe(!needsOf(row).includes('no service'));
  });
});

describe('the list of rows', () => {
  it('has at least 45 tables, 48 endpoints, and no id twice', () => {
    expect(new Set(ROWS.map(({ id }) => id)).size).toBe(ROWS.length);
    expect(tables.size).toBeGreaterThanOrEqual(45);
    expect(ROWS.filter(({ kind }) => kind === 'endpoint')).toHaveLength(48);
  });

  it('has a row for every check', () => {
    const ids = new Set(ROWS.map(({ id }) => id));
    expect(Object.keys(OWN_CHECKS).filter((id) => !ids.has(id))).toEqual([]);
  });
});
