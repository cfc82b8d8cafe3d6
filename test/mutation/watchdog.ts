import { writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

/*
 * A thread beside the tests of a mutation run. A mutant may turn a loop into an endless one, which no
 * timer of its own thread ends: then this thread notes the mutant and ends the process.
 */

/** The file that names the mutant, in the working directory. */
export const HUNG_FILE = 'hung-mutant';

/** A test begins, with the milliseconds that it may take; null when it has ended. */
export type Watch = { readonly mutant: string; readonly most: number } | null;

let timer: NodeJS.Timeout | undefined;
parentPort?.on('message', (watch: Watch) => {
  clearTimeout(timer);
  if (watch === null) return;
  timer = setTimeout(() => {
    writeFileSync(HUNG_FILE, watch.mutant);
    process.kill(process.pid, 'SIGKILL');
  }, watch.most);
});
