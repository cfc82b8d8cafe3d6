import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { packageRoot } from '../../../main/host/adapters/machine.ts';
import { LAST_RESORT } from '../../support/last-resort.ts';

/* A created project and its scripts, as a person runs them after `npm install`. */

export type Ended = { readonly code: number | null; readonly text: string };

/** Runs a program to its end; `text` is all that it printed. */
export function run(cwd: string, file: string, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(file, args, { cwd, env: process.env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, text: stdout + stderr }),
    );
    child.stdin?.end();
  });
}

/**
 * Does what `npm install` does, without the network: the package and the packages of the manifest are
 * those of this repository.
 */
export function install(project: string): void {
  const root = packageRoot();
  const modules = join(project, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  symlinkSync(root, join(modules, 'tillkit'), 'dir');
  symlinkSync(join(root, 'main/bin/tillkit.js'), join(modules, '.bin/tillkit'));
  for (const name of readdirSync(join(root, 'node_modules/.bin'))) {
    if (!existsSync(join(modules, '.bin', name))) {
      symlinkSync(join(root, 'node_modules/.bin', name), join(modules, '.bin', name));
    }
  }
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(project, 'package.json'), 'utf8'),
  );
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    if (name === 'tillkit') continue;
    mkdirSync(join(modules, name, '..'), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(modules, name), 'dir');
  }
}

export type Script = {
  /** Resolves with the first line that matches; rejects with all the output if the script ends before. */
  line(pattern: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<Ended>;
  stop(): Promise<void>;
};

/** Runs a script of the project's manifest as npm does: in the project, with its commands in the path. */
export function startScript(project: string, name: string, args: readonly string[] = []): Script {
  const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  const path = [join(project, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const child = spawn('sh', ['-c', `exec ${scripts[name]} "$@"`, 'sh', ...args], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: path, NO_COLOR: '1', DISPLAY: '', WAYLAND_DISPLAY: '' },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      child.emit('text');
    });
  }
  const ended = once(child, 'close').then(([code]) => {
    child.emit('text');
    return { code, text };
  });
  return {
    ended,
    async line(pattern) {
      const deadline = AbortSignal.timeout(LAST_RESORT);
      for (;;) {
        const match = pattern.exec(text);
        if (match !== null) return match;
        if (child.exitCode !== null) throw new Error(`no ${pattern} in what it printed:\n${text}`);
        await once(child, 'text', { signal: deadline });
      }
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
