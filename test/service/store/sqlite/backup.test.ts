import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { copyDatabase } from '../../../../service/store/sqlite/backup.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillkit-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a backup that starts during a transaction waits for its commit and is complete', async () => {
  const database = new DatabaseSync(join(folder, 'service.db'));
  database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL');
  database.exec('CREATE TABLE sale (id TEXT); BEGIN IMMEDIATE; INSERT INTO sale VALUES (1)');
  const path = join(folder, 'copy.db');
  const copying = copyDatabase(database, path, new AbortController().signal);
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  database.exec('COMMIT');
  await copying;
  database.close();
  const copy = new DatabaseSync(path);
  expect(copy.prepare('SELECT COUNT(*) AS count FROM sale').get()).toEqual({ count: 1 });
  copy.close();
});
