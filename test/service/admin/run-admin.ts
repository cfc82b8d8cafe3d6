import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { runAdmin } from '../../../service/app/admin/run.ts';

export const CLI = fileURLToPath(new URL('../../../service/app/admin/cli.ts', import.meta.url));

type Ended = { readonly code: number | null; readonly out: string; readonly err: string };

/** `tillkit admin` on a data folder of its own; in a separate process where `asProcess` is asked. */
export function openAdmin() {
  const folder = mkdtempSync(join(tmpdir(), 'tillkit-admin-'));
  const data = join(folder, 'data');
  const env: NodeJS.ProcessEnv = { ...process.env, XDG_DATA_HOME: join(folder, 'home') };

  function asProcess(args: readonly string[]): Promise<Ended> {
    const child = spawn(process.execPath, [CLI, ...args], { env });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString();
    });
    return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })));
  }

  async function run(args: readonly string[]): Promise<Ended> {
    let out = '';
    let err = '';
    const code = await runAdmin(args, {
      platform: process.platform,
      env,
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
    });
    return { code, out, err };
  }
  // Before the words, so that a test may end them with what stands behind `--`.
  const admin = ([name = '', ...rest]: readonly string[]) => run([name, '--data', data, ...rest]);

  return {
    folder,
    data,
    /** The environment of the commands; a test may add to it. */
    env,
    run,
    asProcess,
    /** Runs a command that must succeed without a word of complaint; answers what it printed. */
    async done(...args: string[]): Promise<string> {
      const { code, out, err } = await admin(args);
      expect([code, err]).toEqual([0, '']);
      return out;
    },
    /** Runs a command that must fail with one line; answers the line. */
    async fails(code: number, ...args: string[]): Promise<string> {
      const ended = await admin(args);
      expect([ended.code, ended.out]).toEqual([code, '']);
      expect(ended.err).toMatch(/^[^\n]+\n$/);
      return ended.err;
    },
    stop: () => rmSync(folder, { recursive: true, force: true }),
  };
}
