import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TerminalReady } from '../../../../main/host/terminal/start-terminal.ts';
import { createRegister, type Register } from '../../../support/register.ts';
import { type Command, runCommand } from '../../start/run-till.ts';

/** A headless terminal in a separate process, and a register that calls it. */
export type HeadlessTill = {
  readonly command: Command;
  readonly ready: TerminalReady;
  readonly register: Register;
  readonly folder: string;
};

/** A folder for one configuration and its data. */
export function terminalFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'tillkit-headless-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Writes a configuration and runs the command on it; the caller ends it. */
export function spawnTerminal(
  folder: string,
  config: unknown,
  env: Readonly<Record<string, string>> = {},
): Command {
  const file = join(folder, 'terminal.json');
  writeFileSync(file, typeof config === 'string' ? config : JSON.stringify(config));
  const args = ['terminal', '--config', file, '--ready-json'];
  return runCommand('main/bin/tillkit.js', args, [], env);
}

/** The same, once it is ready. */
export async function startHeadless(
  folder: string,
  config: unknown,
  env: Readonly<Record<string, string>> = {},
): Promise<HeadlessTill> {
  const command = spawnTerminal(folder, config, env);
  const ready: TerminalReady = JSON.parse((await command.line(/^\{.*\}$/m))[0]);
  const register = createRegister({ tokenFile: ready.token_file });
  return { command, ready, register, folder };
}
