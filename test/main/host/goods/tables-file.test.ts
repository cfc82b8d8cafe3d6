import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  readTables,
  TABLES_FILE,
  type Table,
  writeTables,
} from '../../../../main/host/goods/tables-file.ts';
import { money } from '../../../../shared/money/money.ts';
import { COFFEE, newFolder } from './goods-world.ts';

const TABLE: Table = {
  id: 't4',
  name: 'Table 4',
  at: 1,
  basket: COFFEE,
  sale: 's',
  starting: null,
};

it('reads a file of an earlier version, and writes a file that this version can read', () => {
  const directory = newFolder();
  const path = join(directory, TABLES_FILE);
  const { starting: _, ...earlier } = TABLE;
  const text = `${JSON.stringify({ v: 1, tables: [earlier] })}\n`;
  writeFileSync(path, text);
  expect(readTables(directory)).toEqual({ tables: [TABLE], broken: false });
  expect(writeTables(directory, [TABLE])).toBe(true);
  expect(readFileSync(path, 'utf8')).toBe(text);
});

it('keeps what identifies the sale of a table while it is being started', () => {
  const directory = newFolder();
  const starting = { after: 7, code: '6-abc', amount: money(14_900), label: 'Table 4' };
  const tables = [
    { ...TABLE, sale: null, starting },
    { ...TABLE, id: 't5', sale: null, starting: { ...starting, code: null, label: null } },
  ];
  expect(writeTables(directory, tables)).toBe(true);
  expect(readTables(directory)).toEqual({ tables, broken: false });
});
