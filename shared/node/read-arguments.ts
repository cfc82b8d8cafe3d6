import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Answer, answer, refuse } from '../protocol/errors.ts';

/** Reads a command line; a refusal's description is printed for the operator. */
export function readArguments<T extends ParseArgsConfig>(
  config: T,
): Answer<ReturnType<typeof parseArgs<T>>> {
  try {
    return answer(parseArgs(config));
  } catch (error) {
    return refuse('Bad Request', error instanceof Error ? advice(error.message) : 'See --help.');
  }
}

/** The first sentence; Node.js explains at length how a word can begin with a dash. */
function advice(message: string): string {
  const sentence = /^[^\n]*?(?=\.\s|\.?$)/m.exec(message)?.[0] ?? message;
  return `${sentence}. See --help.`;
}

/** The folder argument; null for the default; a refusal for several. */
export function oneFolder([folder, ...more]: readonly string[]): Answer<string | null> {
  if (more.length > 0) return refuse('Bad Request', 'One folder at a time. See --help.');
  return answer(folder ?? null);
}
