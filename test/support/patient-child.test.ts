import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { PATIENT } from './patient-child.ts';

/** Prints what comes first: an answer after ten short timers, or the end of a deadline of this process. */
const SCRIPT = `
  const { Socket } = require('node:net');
  const socket = new Socket();
  const end = (words) => {
    console.log(words);
    process.exit();
  };
  setTimeout(() => end('the deadline'), 250);
  socket.setTimeout(250, () => end('the limit of the socket'));
  const wait = (times) => (times === 0 ? end('the answer') : setTimeout(wait, 100, times - 1));
  wait(10);
`;
const run = promisify(execFile);

it('a process with patient deadlines waits for an answer that is late', async () => {
  const { stdout } = await run(process.execPath, [...PATIENT, '--eval', SCRIPT]);
  expect(stdout).toBe('the answer\n');
});

it('a process of the product ends its deadlines itself', async () => {
  const { stdout } = await run(process.execPath, ['--eval', SCRIPT]);
  expect(stdout).toMatch(/^the (deadline|limit of the socket)\n$/);
});
