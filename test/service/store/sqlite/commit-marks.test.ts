import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { goOnWithoutLost } from '../../../../service/store/sqlite/database.ts';
import { openSqliteStore } from '../../../../service/store/sqlite/open.ts';
import { MERCHANT, newDatabase } from '../../../support/payments.ts';

/*
 * Acknowledged commits that are missing when the service starts: the log was damaged after a kill.
 * SQLite takes what follows the first bad frame for a commit that was never finished.
 */

const WRITER = fileURLToPath(new URL('../writer-process.ts', import.meta.url));
const WAL_HEADER = 32;
const FRAME = 24 + 4_096;

let path = '';
let remove = () => {};
beforeEach(() => {
  ({ path, remove } = newDatabase());
});
afterEach(() => remove());

/** Kills the writer after it has acknowledged `count` payments; answers their ids. It writes few more. */
async function writeAndKill(count: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [WRITER, path, String(count + 16)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(line);
    if (acknowledged.length === count) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return acknowledged;
}

/**
 * How many frames of the log count. After a checkpoint SQLite begins the log again from its head, and
 * the frames behind the new ones are old: their salts are not those of the log's head.
 */
function validFrames(log: Buffer): number {
  const salts = log.subarray(16, 24);
  let frames = 0;
  for (let at = WAL_HEADER; at + FRAME <= log.length; at += FRAME) {
    if (!log.subarray(at + 8, at + 16).equals(salts)) break;
    frames += 1;
  }
  return frames;
}

function damageLog(frame: number): void {
  const log = openSync(`${path}-wal`, 'r+');
  writeSync(log, Buffer.alloc(64, 0xa5), 0, 64, WAL_HEADER + frame * FRAME + 100);
  closeSync(log);
}

describe('a write-ahead log that was damaged after a kill', () => {
  it.each(['in its middle', 'in its head'])(
    '%s: the store refuses to open, and keeps the log',
    async (where) => {
      const acknowledged = await writeAndKill(100);
      const written = readFileSync(`${path}-wal`);
      if (where === 'in its head') writeFileSync(`${path}-wal`, Buffer.alloc(written.length, 0xa5));
      else damageLog(Math.floor(validFrames(written) / 2));
      const log = readFileSync(`${path}-wal`);
      expect(() => openSqliteStore(path)).toThrow(
        /has lost \d+ acknowledged commits of \d+; .*recovery\.md/,
      );
      const [kept] = readdirSync(dirname(path)).filter((name) => name.includes('-wal.found-'));
      expect(readFileSync(`${dirname(path)}/${kept}`).equals(log)).toBe(true);
      // The error is repeated until the operator decides.
      expect(() => openSqliteStore(path)).toThrow(/has lost/);

      const { lost } = goOnWithoutLost(path);
      expect(lost).toBeGreaterThan(0);
      const store = openSqliteStore(path);
      const there = await Promise.all(
        acknowledged.map((tid) => store.payments.byTid(MERCHANT.id, tid)),
      );
      expect(there.filter((payment) => payment === null).length).toBeGreaterThan(0);
      await store.merchants.put(MERCHANT);
      await store.close();
      await openSqliteStore(path).close();
      expect(goOnWithoutLost(path).lost).toBe(0);
    },
  );

  it('after the last acknowledged commit: the store opens with every payment', async () => {
    const acknowledged = await writeAndKill(100);
    const log = readFileSync(`${path}-wal`);
    writeFileSync(`${path}-wal`, Buffer.concat([log, Buffer.alloc(FRAME, 0xa5)]));
    const store = openSqliteStore(path);
    for (const tid of acknowledged) {
      expect(await store.payments.byTid(MERCHANT.id, tid)).not.toBeNull();
    }
    await store.close();
  });
});

describe('an outdated commit mark after a power cut', () => {
  it.each(['older', 'half written', 'gone'])('%s: the store loses no payment', async (what) => {
    await writeAndKill(40);
    const older = readFileSync(`${path}-mark`);
    const acknowledged = await writeAndKill(40);
    const newer = readFileSync(`${path}-mark`);
    // The mark has two slots; a torn sector damages only one of them.
    const half = Buffer.concat([newer.subarray(0, 300), Buffer.alloc(212, 0), newer.subarray(512)]);
    const found = { older, 'half written': half, gone: Buffer.alloc(0) }[what];
    writeFileSync(`${path}-mark`, found ?? newer);
    const store = openSqliteStore(path);
    for (const tid of acknowledged) {
      expect(await store.payments.byTid(MERCHANT.id, tid)).not.toBeNull();
    }
    await store.close();
  });
});
