import type { Answer } from '../protocol/errors.ts';
import { noteIgnoredVariables } from './ignored-variables.ts';
import { printedVersion } from './version.ts';

/** Where a command writes: what was asked for, and sentences for the person who runs it. */
export type CommandOutput = {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
};

/** The exit codes of every command: done, not done, and a command line that cannot be used. */
export const EXIT = { ok: 0, failed: 1, unusable: 2 } as const;

type Help = { readonly kind: 'help' };

/** A command of the kit. Its `--help`, `--version`, refusals and exit codes are those of all others. */
export type Command<R extends { readonly kind: string }> = {
  readonly help: string;
  /** Reads the command line; a refusal's description is printed for the operator. */
  readonly parse: (args: readonly string[]) => Answer<Help | R>;
  /** Does what the command line asks for; returns the exit code. */
  readonly run: (request: R, output: CommandOutput) => Promise<number> | number;
  /** The sentence for an error that `run` throws; the error's message if absent. */
  readonly sentenceOf?: (error: unknown) => string;
};

/** Runs one command line to its end; returns the exit code and never throws. */
export async function runCommand<R extends { readonly kind: string }>(
  command: Command<R>,
  args: readonly string[],
  output: CommandOutput,
): Promise<number> {
  const request = command.parse(args);
  if (!request.ok) {
    output.err(`${request.refusal.description}\n`);
    return EXIT.unusable;
  }
  if (isHelp(request.value)) {
    output.out(`${command.help.trimEnd()}\n`);
    return EXIT.ok;
  }
  try {
    return await command.run(request.value, output);
  } catch (error) {
    const { sentenceOf = messageOf } = command;
    output.err(`${sentenceOf(error)}\n`);
    return EXIT.failed;
  }
}

function isHelp(request: { readonly kind: string }): request is Help {
  return request.kind === 'help';
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Runs the command line of this process and sets its exit code. */
export async function startCommand<R extends { readonly kind: string }>(
  command: Command<R>,
): Promise<void> {
  const args = process.argv.slice(2);
  noteIgnoredVariables();
  if (printedVersion(args)) return;
  process.exitCode = await runCommand(command, args, {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
  });
}
