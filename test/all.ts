import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { RUN, type Run } from './runs.ts';
import { missingPrerequisites, PREREQUISITES_MET } from './support/prerequisites.ts';

/*
 * `npm test` and, with the argument `full`, `npm run test:full`. With `npm test` the checks go on beside the
 * tests, at a lower priority, so that they take what the tests leave of the machine. What a check says
 * comes in one piece, once it has something to say. Where the tests cannot run, the reason is printed and
 * nothing is tested.
 */

const run: Run = process.argv[2] === 'full' ? 'full' : 'test';
process.env[RUN] = run;
/** Checks of the sources, which do not depend on the run. */
const CHECKS = run === 'full' ? [] : ['types', 'lint', 'dead'];

const running = new Set<ChildProcess>();

type Ended = { readonly name: string; readonly code: number; readonly text: string };

/** Runs a script of package.json. `quiet` keeps what it says, and lets others go first. */
function runScript(name: string, quiet: boolean): Promise<Ended> {
  return new Promise((resolve) => {
    // On Windows npm is a batch file, which only a shell starts.
    const child = spawn('npm', ['run', '-s', name], {
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      shell: process.platform === 'win32',
    });
    if (quiet && child.pid !== undefined) {
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    }
    running.add(child);
    const pieces: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (piece: Buffer) => pieces.push(piece));
    }
    const end = (code: number, more = '') => {
      running.delete(child);
      resolve({ name, code, text: Buffer.concat(pieces).toString() + more });
    };
    child.once('error', (error) => end(1, error.message));
    child.once('close', (code) => end(code ?? 1));
  });
}

async function check(): Promise<readonly Ended[]> {
  const ended: Ended[] = [];
  for (const name of CHECKS) {
    const one = await runScript(name, true);
    if (one.code !== 0) console.error(`npm run ${name}\n${one.text}`);
    ended.push(one);
  }
  return ended;
}

/** Ends this process and what it has started if the tests cannot run here. */
async function checkPrerequisites(): Promise<void> {
  const missing = await missingPrerequisites();
  process.env[PREREQUISITES_MET] = 'yes';
  if (missing.length === 0) return;
  console.error(missing.join('\n'));
  for (const child of running) child.kill();
  process.exit(1);
}

async function test(): Promise<readonly Ended[]> {
  const [built] = await Promise.all([runScript('build:screens', false), checkPrerequisites()]);
  return built.code === 0 ? [built, await runScript('tests', false)] : [built];
}

const failed = (await Promise.all([check(), test()])).flat().filter(({ code }) => code !== 0);
// Once more at the end, where it is not lost among the tests.
for (const { name, text } of failed) console.error(`\nnpm run ${name} failed\n${text}`);
process.exitCode = failed.length === 0 ? 0 : 1;
