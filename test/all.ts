import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/*
 * `npm test`: the checks go on beside the tests, at a lower priority, so that they take what the tests
 * leave of the machine. What a check says comes in one piece, once it has something to say.
 */

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
    const pieces: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (piece: Buffer) => pieces.push(piece));
    }
    const end = (code: number, more = '') =>
      resolve({ name, code, text: Buffer.concat(pieces).toString() + more });
    child.once('error', (error) => end(1, error.message));
    child.once('close', (code) => end(code ?? 1));
  });
}

async function check(): Promise<readonly Ended[]> {
  const ended: Ended[] = [];
  for (const name of ['types', 'lint', 'dead']) {
    const one = await runScript(name, true);
    if (one.code !== 0) console.error(`npm run ${name}\n${one.text}`);
    ended.push(one);
  }
  return ended;
}

async function test(): Promise<readonly Ended[]> {
  const built = await runScript('build:screens', false);
  return built.code === 0 ? [built, await runScript('tests', false)] : [built];
}

const failed = (await Promise.all([check(), test()])).flat().filter(({ code }) => code !== 0);
// Once more at the end, where it is not lost among the tests.
for (const { name, text } of failed) console.error(`\nnpm run ${name} failed\n${text}`);
process.exitCode = failed.length === 0 ? 0 : 1;
