import { type Command, runCommand } from '../../shared/node/command.ts';

/** Runs a command line in this process; returns the exit code and what was printed. */
export async function printed<R extends { readonly kind: string }>(
  command: Command<R>,
  args: readonly string[],
) {
  const texts = { out: '', err: '' };
  const code = await runCommand(command, args, {
    out: (text) => {
      texts.out += text;
    },
    err: (text) => {
      texts.err += text;
    },
  });
  return { code, ...texts };
}
