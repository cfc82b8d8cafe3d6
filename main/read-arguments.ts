import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Answer, answer, refuse } from '../shared/protocol/errors.ts';

/** Reads a command line; a refusal's description is printed for the operator. */
export function readArguments<T extends ParseArgsConfig>(
  config: T,
): Answer<ReturnType<typeof parseArgs<T>>> {
  try {
    return answer(parseArgs(config));
  } catch (error) {
    const words = error instanceof Error ? error.message.split('\n', 1)[0] : 'Unclear.';
    return refuse('Bad Request', `${words} See --help.`);
  }
}

/** The folder argument; null for the default; a refusal for several. */
export function oneFolder([folder, ...more]: readonly string[]): Answer<string | null> {
  if (more.length > 0) return refuse('Bad Request', 'One folder at a time. See --help.');
  return answer(folder ?? null);
}
