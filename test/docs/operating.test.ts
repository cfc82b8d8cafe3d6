import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MOVED_TABLES } from '../../service/store/move-to-postgres.ts';

const GUIDE = new URL('../../docs/guides/operating.md', import.meta.url);

it('docs/guides/operating.md says of every table of the database once how long its rows are kept', () => {
  const guide = readFileSync(GUIDE, 'utf8');
  const section = /## What grows.*\n([\s\S]*?)\n## /.exec(guide)?.[1] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  const named = rows.flatMap((row) => [...(row.split('|')[2] ?? '').matchAll(/`(\w+)`/g)]);
  expect(named.map(([, table]) => table).sort()).toEqual([...MOVED_TABLES].sort());
});
