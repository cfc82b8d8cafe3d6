import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { keepIn } from '../../../../main/host/adapters/kept-value.ts';
import { realFiles } from '../../../../main/host/adapters/small-files.ts';
import { FLUSHED, recordedFlushes } from './recorded-flushes.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tillkit-kept-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

it('a value is flushed with its folder on request only', async () => {
  const kept = keepIn(realFiles, join(directory, 'kept.json'), z.number());
  expect(await recordedFlushes(() => kept.write(1))).toEqual([]);
  expect(await recordedFlushes(() => kept.write(2, { flush: true }))).toEqual(FLUSHED);
  expect(kept.read()).toBe(2);
});

it('a disk that refuses a value to be flushed leaves the old one', async () => {
  const kept = keepIn(realFiles, join(directory, 'no/such/folder/kept.json'), z.number());
  expect(await recordedFlushes(() => kept.write(1, { flush: true }))).toEqual([]);
  expect(kept.read()).toBe(null);
});

it('a disk that refuses to remove a value stops nobody', () => {
  const path = join(directory, 'kept.json');
  // A folder of this name can be neither removed nor replaced, also by root.
  mkdirSync(path);
  const kept = keepIn(realFiles, path, z.number());
  kept.write(1);
  kept.forget();
  expect(kept.read()).toBe(null);
});
