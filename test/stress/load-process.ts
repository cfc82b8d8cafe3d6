import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';

/*
 * One process of the load: `compute` keeps one core busy, `flush FILE` writes to a file and flushes it.
 * Between two pieces of work it checks whether the process that started it still exists, and ends if not.
 */

const ROUNDS = 5_000_000;
const BLOCK = Buffer.alloc(256 * 1024, 1);
/** The file stays this small; then it is written from its start again. */
const FILE_MAX = 64 * BLOCK.length;

function compute(): void {
  let sum = 0;
  for (let round = 0; round < ROUNDS; round += 1) sum = (sum * 31 + round) | 0;
  setImmediate(compute);
}

function flush(file: number, at: number): void {
  writeSync(file, BLOCK, 0, BLOCK.length, at);
  fsyncSync(file);
  setImmediate(() => flush(file, (at + BLOCK.length) % FILE_MAX));
}

const [work, path] = process.argv.slice(2);
process.once('disconnect', () => process.exit());
// The process that started this one decides when it ends, not the terminal's Ctrl-C.
process.on('SIGINT', () => {});
if (work === 'flush' && path !== undefined) {
  const file = openSync(path, 'w');
  process.once('exit', () => closeSync(file));
  flush(file, 0);
} else {
  compute();
}
process.send?.('started');
