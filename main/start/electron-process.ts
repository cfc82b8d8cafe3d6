import { spawn } from 'node:child_process';

/**
 * Runs the till in Electron, which hosts everything itself, and answers its exit code. Signals to
 * this process are passed on, so that Ctrl-C ends both in order.
 */
export function runElectron(path: string, main: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(path, [main, ...args], { stdio: 'inherit' });
    const pass = (signal: NodeJS.Signals) => child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, pass);
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
